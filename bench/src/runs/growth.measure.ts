import type { Quantiles } from "../load/load.types.ts";
import { expectBooksOk } from "../measure/database.ts";
import { type FilledLedger, fillLedger, pickLooks } from "../measure/ledger.fill.ts";
import { readPlans, type StatementPlan } from "../measure/plans.ts";
import { type ByPart, byPart } from "../measure/processes.ts";
import { measureViewCost, type ViewCost } from "../measure/view.cost.ts";
import type { Bench } from "./measure.ts";
import { type Session, withSession } from "./session.ts";

export interface GrowthOptions {
  readonly sizes: readonly number[];
  readonly seconds: number;
  readonly connections: number;
  readonly members: number;
  /** Books are checked up to so many entries. */
  readonly verifyMax: number;
}

export interface GrowthFigures {
  readonly entries: number;
  readonly fillSeconds: number;
  readonly salesPerSecond: number;
  /** Microseconds of CPU a sale. */
  readonly cpu: ByPart;
  /** Of the view by HTTP, one call at a time. */
  readonly viewMs: Quantiles;
  readonly cost: ViewCost;
  readonly plans: readonly StatementPlan[];
  readonly isVerified: boolean;
}

/** Of a member with a history; the same at each size, so that a look at the ledger shows as much at each. */
const entriesPerMember = [50, 450] as const;
const entriesPerMemberMean = 250;
const lookRowsMax = 100;
const looksCount = 2_000;
const warmUpSeconds = 3;
const viewSeconds = 5;

/** One size: fill, load, look, and ask Postgres for its plans. */
export async function measureSize(bench: Bench, options: GrowthOptions, size: number): Promise<GrowthFigures> {
  const { members, verifyMax } = options;
  let filled: { ledger: FilledLedger; seconds: number } | undefined;
  const prepare = async (databaseUrl: string) => {
    const startedMs = performance.now();
    const owners = Math.max(1, Math.round(size / entriesPerMemberMean));
    const ledger = await fillLedger(databaseUrl, { members: owners, perMember: entriesPerMember });
    filled = { ledger, seconds: (performance.now() - startedMs) / 1000 };
  };
  return withSession(bench, { members, prepare }, async (session) => {
    if (!filled) throw new Error("the ledger was not filled");
    const { ledger, seconds } = filled;
    const looks = pickLooks(ledger, looksCount, lookRowsMax);
    const posting = await measurePosting(session, options, ledger.entries);
    const viewMs = await measureView(session, looks);
    const cost = await measureViewCost(session.databaseUrl, looks);
    const plans = await readPlans(session.databaseUrl, members, looks[0] as string);
    const isVerified = ledger.entries <= verifyMax;
    if (isVerified) await expectBooksOk(session.databaseUrl);
    return { entries: ledger.entries, fillSeconds: seconds, ...posting, viewMs, cost, plans, isVerified };
  });
}

async function measurePosting(session: Session, { seconds, connections }: GrowthOptions, before: number) {
  const load = { workload: "uniform", connections } as const;
  const warm = await session.send({ ...load, prefix: "warm", pace: { kind: "closed", seconds: warmUpSeconds } });
  await session.awaitEntries(before + warm.accepted);
  const { result, cpuSeconds } = await session.measure(
    { ...load, prefix: "sale", pace: { kind: "closed", seconds } },
    ({ accepted }) => session.awaitEntries(before + warm.accepted + accepted),
  );
  return {
    salesPerSecond: result.accepted / (await session.meter.postedSeconds("sale")),
    cpu: byPart((part) => (cpuSeconds[part] * 1e6) / result.accepted),
  };
}

async function measureView(session: Session, ids: readonly string[]): Promise<Quantiles> {
  const look = (prefix: string, seconds: number) =>
    session.send({ workload: "ledger-view", ids, prefix, connections: 1, pace: { kind: "closed", seconds } });
  await look("warm", 1);
  const { latencyMs } = await look("view", viewSeconds);
  return latencyMs;
}
