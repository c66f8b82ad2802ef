import { allowScans, loadProgrammes, type Sql, type Tx } from "@rewards/db";
import {
  amountOf,
  canonicalRules,
  canonicalTiers,
  compileRules,
  type EarningVersion,
  openReplay,
  type Programme,
  type ProgrammeFile,
  parseRules,
  parseTiers,
  type ReplayedProgramme,
} from "@rewards/domain";
import { readRulesInForce } from "./rule.read.ts";
import { openTotals, type Totals } from "./rule.totals.ts";
import { beginOfSums, pagesOfSales } from "./simulation.read.ts";

/** What past sales of a programme gave by the rules in force, and what they would give by those of a file. */
export interface Simulation extends Totals {
  readonly businessId: string;
  /** ISO 8601: sums began empty then, and sales since then moved them. Null if the programme does not exist yet. */
  readonly sumsFrom: string | null;
  /** Return lines whose sale is of another member, or from before: they took nothing on both sides. */
  readonly leftOut: number;
}

interface SimulateOptions {
  /** By SaleDateTime, ISO 8601; `to` is exclusive. */
  readonly from: string;
  readonly to: string;
  readonly progress: (sales: number) => void;
}

/**
 * Posts the completed sales of a period again, in memory: by the rules in force and by those of a file. It writes nothing.
 * Its memory is bounded by a page of 1,000 sales and, of one member, its sums and what came back of its sales.
 */
export async function simulateRules(sql: Sql, file: ProgrammeFile, options: SimulateOptions): Promise<Simulation[]> {
  return sql.begin("isolation level repeatable read read only", async (tx) => {
    await allowScans(tx);
    const programmes = await loadProgrammes(tx);
    const present = new Map((await readRulesInForce(tx)).map((one) => [one.programme, one.rules]));
    const simulations: Simulation[] = [];
    for (const written of file.programmes) {
      const programme = programmes.get(written.businessId);
      const { businessId } = written;
      if (!programme) simulations.push({ businessId, sumsFrom: null, leftOut: 0, ...openTotals().read() });
      else {
        const sides = {
          present: inForce(programme, present.get(businessId) ?? []),
          file: writtenIn(programme, written),
        };
        simulations.push({ businessId, ...(await simulateOne(tx, sides, options)) });
      }
    }
    return simulations;
  });
}

type Written = ProgrammeFile["programmes"][number];
type Rules = Written["earning"]["rules"];

/** One version, as if it always had been in force. */
const always = (programme: Programme, version: EarningVersion, rules: readonly Rules[number][]): ReplayedProgramme => ({
  programme: { ...programme, earning: [{ ...version, inForceFromMs: -Infinity }] },
  rules: compileRules(parseRules(canonicalRules(rules))),
});

const inForce = (programme: Programme, rules: readonly Rules[number][]) =>
  always(programme, programme.earning.at(-1) as EarningVersion, rules);

function writtenIn(
  programme: Programme,
  { timeZone, tiers, earning: { rules, rate, lateDays, ...rounding } }: Written,
) {
  const reached = tiers && { tiers: parseTiers(canonicalTiers(tiers)) };
  const version = { version: 1, inForceFromMs: -Infinity, ...rounding, rate: amountOf(rate), ...reached };
  return always({ ...programme, timeZone }, { ...version, ...(lateDays !== undefined && { lateDays }) }, rules);
}

interface Sides {
  readonly present: ReplayedProgramme;
  readonly file: ReplayedProgramme;
}

async function simulateOne(tx: Tx, sides: Sides, options: SimulateOptions) {
  const sumsFrom = await beginOfSums(tx, Object.values(sides), options.from);
  const { businessId: programme } = sides.present.programme;
  const fromMs = Date.parse(options.from);
  const rules = Object.values(sides).map((side) => side.rules);
  const totals = openTotals();
  let [leftOut, seen] = [0, 0];
  let replays = replaysOf("", sides);
  for await (const page of pagesOfSales(tx, { programme, sumsFrom, to: options.to, rules })) {
    for (const one of page) {
      if (replays.memberId !== one.member.id) {
        totals.endMember();
        replays = replaysOf(one.member.id, sides);
      }
      const [before, after] = [replays.present.post(one, one), replays.file.post(one, one)];
      if (one.sale.soldAtMs < fromMs) continue;
      totals.add(one.member, before, after);
      leftOut += one.leftOut;
    }
    seen += page.length;
    options.progress(seen);
  }
  totals.endMember();
  return { sumsFrom, leftOut, ...totals.read() };
}

const replaysOf = (memberId: string, { present, file }: Sides) => ({
  ...{ memberId, present: openReplay(present), file: openReplay(file) },
});
