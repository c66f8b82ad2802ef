import { allowScans, createRuleSets, loadProgrammes, readClock, type Sql, type Tx, versionName } from "@rewards/db";
import {
  amountOf,
  canonicalTiers,
  compileRules,
  type EarningVersion,
  openReplay,
  type Programme,
  type ProgrammeFile,
  parseRules,
  parseTiers,
  type ReplayedProgramme,
  type RuleSet,
} from "@rewards/domain";
import { planRules, type Written } from "../programme.rules.ts";
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
    const simulations: Simulation[] = [];
    for (const written of file.programmes) {
      const programme = programmes.get(written.businessId);
      const { businessId } = written;
      if (!programme) simulations.push({ businessId, sumsFrom: null, leftOut: 0, ...openTotals().read() });
      else {
        const sides = { present: await inForce(tx, programme), file: await writtenIn(tx, programme, written) };
        const sumsFrom = await beginOfSums(tx, Object.values(sides), options.from);
        simulations.push({ businessId, ...(await simulateOne(tx, sides, { ...options, sumsFrom })) });
      }
    }
    return simulations;
  });
}

/** One version, as if it always had been in force. */
export const always = (programme: Programme, version: EarningVersion, rules: RuleSet): ReplayedProgramme => ({
  programme: { ...programme, earning: [{ ...version, inForceFromMs: -Infinity }] },
  rules,
});

async function inForce(tx: Tx, programme: Programme) {
  const version = programme.earning.at(-1) as EarningVersion;
  const key = { programmeId: programme.id, version: version.version };
  return always(programme, version, (await createRuleSets(tx)([key])).get(versionName(key)) as RuleSet);
}

/** With the rules of its next version, less those that it would end: their past sales would still count. */
async function writtenIn(tx: Tx, programme: Programme, written: Written) {
  const { timeZone, tiers, earning } = written;
  const { rules: _, rate, lateDays, ...rounding } = earning;
  const reached = tiers && { tiers: parseTiers(canonicalTiers(tiers)) };
  const version = { version: 1, inForceFromMs: -Infinity, ...rounding, rate: amountOf(rate), ...reached };
  const { held, changed, versionOf } = await planRules(tx, written, await readClock(tx));
  const ended = new Set(changed.flatMap(({ action, after }) => (action === "End" ? [after.ruleId] : [])));
  const rules = versionOf(held.filter(({ ruleId }) => !ended.has(ruleId)));
  return always(
    { ...programme, timeZone },
    { ...version, ...(lateDays !== undefined && { lateDays }) },
    compileRules(parseRules(rules)),
  );
}

/** The rules as they are, and those that are tried. */
export interface Sides {
  readonly present: ReplayedProgramme;
  readonly file: ReplayedProgramme;
}

/** Sales since `sumsFrom`, ISO 8601, move sums; those since `from` count. */
interface OneOptions extends SimulateOptions {
  readonly sumsFrom: string;
}

/** Of one programme. The transaction must last until the end. */
export async function simulateOne(tx: Tx, sides: Sides, options: OneOptions): Promise<Omit<Simulation, "businessId">> {
  const { sumsFrom } = options;
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
