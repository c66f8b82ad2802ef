import { loadProgrammes, queryCanceled, readClock, readRules, type Sql, type Tx } from "@rewards/db";
import {
  AppError,
  canonicalRule,
  compileRules,
  dayMs,
  type EarningVersion,
  type HeldRule,
  localMsOf,
  type Programme,
  parseRules,
  type RuleBody,
  type RuleWarning,
  refuseRule,
  rulesOfVersion,
  warnOfRules,
} from "@rewards/domain";
import { warnOfCatalogue } from "./rule.check.ts";
import { always, type Sides, simulateOne } from "./rule.simulate.ts";
import type { Totals } from "./rule.totals.ts";
import { beginOfSums } from "./simulation.read.ts";

/** A rule that nobody has saved yet, new or changed. */
export interface DraftRule {
  /** BusinessID. */
  readonly programme: string;
  readonly ruleId: string;
  readonly name: string;
  readonly rule: RuleBody;
}

/** What the last days' sales give by the rules as they are, and what they would give with the draft. */
export interface RulePreview extends Totals {
  /** See Simulation. */
  readonly leftOut: number;
  /** ISO 8601, by SaleDateTime; `to` is exclusive. */
  readonly from: string;
  readonly to: string;
  /** Sums began empty then. */
  readonly sumsFrom: string;
  /** Whether there were more sales than a preview reads: then `from` is later. */
  readonly isCut: boolean;
  readonly warnings: readonly RuleWarning[];
}

/** What a preview reads at most. The sales are the latest ones, of all programmes. */
export const previewLimits = { days: 30, salesMax: 20_000, msMax: 8_000 } as const;
type Limits = Readonly<Record<keyof typeof previewLimits, number>>;
const statementMsMax = 4_000;

/** A preview that takes too long for somebody who waits for it. */
class LateError extends Error {
  override readonly name = "LateError";
}

const isLate = (error: unknown) =>
  error instanceof LateError || (error as { readonly code?: unknown } | null)?.code === queryCanceled;

/**
 * Posts the sales of the last days again, in memory, with and without a draft, and writes nothing. The draft counts as if
 * it had no dates. Bounded in sales and time, and without scans of whole tables: it may run beside tills.
 * @returns `late` if it took too long.
 * @throws AppError 422 if the programme is unknown, or its rules contradict the draft.
 */
export async function previewRule(
  sql: Sql,
  draft: DraftRule,
  limits: Limits = previewLimits,
): Promise<RulePreview | "late"> {
  try {
    return await sql.begin("isolation level repeatable read read only", (tx) => preview(tx, draft, limits));
  } catch (error) {
    if (isLate(error)) return "late";
    throw error;
  }
}

async function preview(tx: Tx, draft: DraftRule, limits: Limits): Promise<RulePreview> {
  const endMs = performance.now() + limits.msMax;
  await tx`select set_config('statement_timeout', ${String(statementMsMax)}, true)`;
  const programme = (await loadProgrammes(tx)).get(draft.programme);
  if (!programme) throw new AppError("Error_Programme_Unknown");
  const clockMs = await readClock(tx);
  const { sides, warnings } = await tryRule(tx, programme, draft, clockMs);
  const { isCut, ...period } = await periodOf(tx, sides, clockMs, limits);
  const progress = () => {
    if (performance.now() > endMs) throw new LateError();
  };
  return { ...(await simulateOne(tx, sides, { ...period, progress })), ...period, isCut, warnings };
}

async function tryRule(tx: Tx, programme: Programme, { ruleId, name, rule }: DraftRule, clockMs: number) {
  const { businessId, timeZone } = programme;
  const version = programme.earning.at(-1) as EarningVersion;
  const nowMs = localMsOf(clockMs, timeZone);
  const stored: readonly HeldRule[] = (await readRules(tx, [businessId])).get(businessId) ?? [];
  const held: HeldRule = { ruleId, name, rule: canonicalRule(rule), isOpen: true };
  const others = stored.filter((one) => one.ruleId !== ruleId);
  const refusal = refuseRule(others, held, version.tiers?.levels.map((level) => level.name) ?? []);
  if (refusal) throw refusal;
  const withRules = (rules: readonly HeldRule[]) => {
    const text = rulesOfVersion(rules, { nowMs, lateDays: version.lateDays ?? null });
    return always(programme, version, compileRules(parseRules(text)));
  };
  const written = { id: ruleId, ...rule };
  const known = new Map(stored.map((one) => [one.ruleId, { id: one.ruleId, ...JSON.parse(one.rule) }]));
  const warnings = [
    ...(await warnOfCatalogue(tx, [written])),
    ...warnOfRules([written], { earning: version, known, localMs: nowMs }),
  ];
  return {
    sides: {
      present: withRules(stored.map((one) => (one.ruleId === ruleId ? undated(one) : one))),
      file: withRules([...others, undated(held)]),
    },
    warnings: warnings.map(({ path, message }) => ({ path: path.slice(1), message })),
  };
}

/** As if it were in force all the time. */
function undated(held: HeldRule): HeldRule {
  const { from: _, to: __, ...rule }: RuleBody = JSON.parse(held.rule);
  return { ...held, rule: canonicalRule(rule) };
}

/** The last days, or as much of them as has no more sales than a preview reads. */
async function periodOf(tx: Tx, sides: Sides, clockMs: number, { days, salesMax }: Limits) {
  const iso = (ms: number) => new Date(ms).toISOString();
  const to = iso(clockMs);
  const [row] = await tx<{ at: Date }[]>`
    select sale_date_time as at from sale where sale_date_time < ${to}::timestamptz
    order by sale_date_time desc offset ${salesMax}::int limit 1`;
  const firstMs = row ? row.at.getTime() + 1 : Number.NEGATIVE_INFINITY;
  const beginMs = clockMs - days * dayMs;
  const from = iso(Math.max(beginMs, firstMs));
  const sumsFrom = await beginOfSums(tx, Object.values(sides), from);
  return { from, to, sumsFrom: iso(Math.max(Date.parse(sumsFrom), firstMs)), isCut: firstMs > beginMs };
}
