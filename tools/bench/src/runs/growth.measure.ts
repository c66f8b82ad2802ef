import { expectBooksOk } from "../measure/database.ts";
import { fillLedger, pickLooks } from "../measure/ledger.fill.ts";
import { readPlans, type StatementPlan } from "../measure/plans.ts";
import type { Quantiles } from "../measure/statistics.ts";
import { measureViewCost, type ViewCost } from "../measure/view.cost.ts";
import { measureConsolePages, type SizeOfPages } from "./growth.console.ts";
import { farPage, measurePages, type PageFigures, pageSize } from "./growth.pages.ts";
import { type Bench, measureSales, type RunFigures, warmUp } from "./measure.ts";
import { timeReads } from "./session.calls.ts";
import { withSession } from "./session.ts";

export interface GrowthOptions {
  readonly sizes: readonly number[];
  readonly seconds: number;
  readonly connections: number;
  readonly members: number;
  /** The books are checked up to this many entries. */
  readonly verifyMax: number;
}

/** Figures of posting, and of ledger reads. */
export interface GrowthFigures extends RunFigures, SizeOfPages {
  /** Before the sales of the run. */
  readonly entries: number;
  readonly fillSeconds: number;
  /** Of the view by HTTP, one call at a time. */
  readonly viewMs: Quantiles;
  readonly cost: ViewCost;
  /** Of reads of 100 entries each. */
  readonly fullCost: ViewCost;
  /** Of pages of all sales; undefined if there are too few for the last of them. */
  readonly pages: PageFigures | undefined;
  readonly plans: readonly StatementPlan[];
  readonly isVerified: boolean;
}

/** Of a member with a history; the same at each size, so that a ledger read returns as much at each. */
const entriesPerMember = [50, 450] as const;
const entriesPerMemberMean = 250;
/** Entries of a read: anything up to what a screen shows, and the maximum. */
const lookRows = [1, 100] as const;
const fullLookRows = [100, 100] as const;
const looksCount = 2_000;
const viewSeconds = 5;

/** One size: fill, load, read the ledger, and ask Postgres for its plans. */
export async function measureSize(bench: Bench, options: GrowthOptions, size: number): Promise<GrowthFigures> {
  const { members, seconds, connections, verifyMax } = options;
  const prepare = async (databaseUrl: string) => {
    const startedMs = performance.now();
    const owners = Math.max(1, Math.round(size / entriesPerMemberMean));
    const ledger = await fillLedger(databaseUrl, { members: owners, perMember: entriesPerMember });
    return { ledger, fillSeconds: (performance.now() - startedMs) / 1000 };
  };
  return withSession(bench, { members, prepare }, async (session, { ledger, fillSeconds }) => {
    const { entries } = ledger;
    const looks = pickLooks(ledger, looksCount, lookRows);
    const pace = { kind: "closed", seconds } as const;
    const spec = { workload: "uniform", connections, pace } as const;
    await warmUp(session, spec);
    const posting = await measureSales(session, spec, "sale");
    const viewMs = await timeReads(session, "ledger-view", looks, viewSeconds);
    const cost = await measureViewCost(session.databaseUrl, looks);
    const fullCost = await measureViewCost(session.databaseUrl, pickLooks(ledger, looksCount, fullLookRows));
    const pages = entries >= farPage * pageSize ? await measurePages(session) : undefined;
    const consolePages = pages && (await measureConsolePages(bench, session));
    const plans = await readPlans(session.databaseUrl, members, looks[0] as string);
    const isVerified = entries <= verifyMax;
    if (isVerified) await expectBooksOk(session.databaseUrl);
    return { entries, fillSeconds, ...posting, viewMs, cost, fullCost, pages, consolePages, plans, isVerified };
  });
}
