import { count, positiveNumber } from "@rewards/lab/options";
import { atLeast, atMost, booksHold, exactly } from "@rewards/lab/report/bars";
import { formatCount, formatFigure, noFigure } from "@rewards/lab/report/number";
import type { Bar, Table } from "@rewards/lab/report/report";
import type { WorkloadName } from "../load/workload.ts";
import { fillLedger } from "../measure/ledger.fill.ts";
import type { BenchCommand } from "./command.ts";
import { measureOperation, type OperationFigures, type OperationSpec } from "./operations.measure.ts";
import { type OperationRecords, prepareRecords } from "./operations.setup.ts";
import { withSession } from "./session.ts";

interface OperationsOptions {
  readonly seconds: number;
  readonly connections: number;
  readonly burst: number;
  readonly stock: number;
  readonly members: number;
}

interface Operation {
  readonly label: string;
  readonly spec: (options: OperationsOptions, records: OperationRecords) => OperationSpec;
}

/** A closed loop over the given connections. */
const closed = (
  label: string,
  workload: WorkloadName,
  idsOf?: (records: OperationRecords) => readonly string[],
): Operation => ({
  label,
  spec: ({ connections, seconds }, records) => ({
    ...{ workload, connections, seconds },
    ...(idsOf && { ids: idsOf(records) }),
  }),
});

/** In this order: redemptions come before the view of items, so that it has items to show. */
const all = {
  sale: closed("Sale", "uniform"),
  keyed: closed("Sale with an Idempotency-Key", "keyed"),
  redemption: closed("Redemption, reward without stock", "redemption", ({ freeReward }) => [freeReward]),
  burst: {
    label: "Redemptions of one scarce reward, at once",
    spec: ({ burst, seconds }, { scarceReward }) => ({
      workload: "redemption",
      ids: [scarceReward],
      connections: burst,
      countMax: burst,
      seconds,
    }),
  },
  adjustment: closed("AddBalance", "add-balance", ({ memberIds }) => memberIds),
  key: closed("View GetSaleByBusinessKeys", "sale-view", ({ saleKeys }) => saleKeys),
  ledger: closed("View LedgerEntriesBetweenDates", "ledger-view", ({ looks }) => looks),
  balances: closed("View MemberBalances", "balances-view"),
  items: closed("View RedemptionItemsByMember", "items-view"),
} satisfies Record<string, Operation>;

type OperationName = keyof typeof all;
type Figures = Readonly<Partial<Record<OperationName, OperationFigures>>>;

/** Of a view by business key, on two cores. */
const keyViewsPerSecondMin = 3_000;
const keyViewMsMax = 30;

/** Earlier earnings of each member: enough to redeem from, and more entries than some ledger reads return. */
const entriesPerMember = [5, 35] as const;

export const operations: BenchCommand<OperationsOptions> = {
  name: "operations",
  summary: "sales with a header's key, redemptions, adjustments and data views: throughput and latency",
  options: (command) =>
    command
      .option("--seconds <n>", "seconds of each operation", positiveNumber, 10)
      .option("--connections <n>", "HTTP connections", count, 64)
      .option("--burst <n>", "redemptions of the scarce reward, each over a separate connection", count, 1_000)
      .option("--stock <n>", "stock of the scarce reward", count, 500)
      .option("--members <n>", "members, each with a history", count, 10_000),
  async run(bench, options, progress) {
    const { members, stock, burst } = options;
    progress.begin(Object.keys(all).length + 1);
    progress.step("filling the ledger");
    const prepare = (databaseUrl: string) => fillLedger(databaseUrl, { members, perMember: entriesPerMember });
    const figures = await withSession(bench, { members, prepare }, async (session, ledger) => {
      const records = await prepareRecords(session, ledger, stock);
      const measured: Partial<Record<OperationName, OperationFigures>> = {};
      for (const name of Object.keys(all) as OperationName[]) {
        progress.step(all[name].label);
        measured[name] = await measureOperation(session, name, all[name].spec(options, records));
      }
      return measured;
    });
    return {
      name: "operations",
      title: "Sales with a header's key, redemptions, adjustments and data views",
      tables: [tableOf(figures, options), settledTableOf(figures)],
      bars: [...stockBars(figures.burst, burst, stock), ...keyViewBars(figures.key), booksHold],
      data: { options, figures },
    };
  },
};

function tableOf(figures: Figures, { connections, burst }: OperationsOptions): Table {
  return {
    title: "Operations a second, time to the answer (ms) and CPU (µs an operation)",
    columns: ["", "a second", "p50", "p99", "max", "API", "Worker", "Postgres", "Redis"],
    rows: Object.entries(figures).map(([name, { perSecond, answerMs, cpu }]) => [
      all[name as OperationName].label,
      formatCount(perSecond),
      ...[answerMs.p50, answerMs.p99, answerMs.max].map(formatFigure),
      ...[cpu.api, cpu.worker, cpu.postgres, cpu.redis].map(formatFigure),
    ]),
    notes: [
      `Closed loop over ${connections} connections, the scarce reward over ${formatCount(burst)}. Redemptions count when they are settled.`,
    ],
  };
}

function settledTableOf({ redemption, burst }: Figures): Table {
  const rowOf = (name: OperationName, figures: OperationFigures | undefined) => {
    const { seconds = Number.NaN, lagMs, statuses = {} } = figures?.settled ?? {};
    const lag = lagMs ? [lagMs.p50, lagMs.p99, lagMs.max].map(formatFigure) : [noFigure, noFigure, noFigure];
    const counts = [statuses["Resolved-Completed"] ?? 0, statuses["Resolved-Rejected"] ?? 0].map(formatCount);
    return [all[name].label, ...counts, ...lag, formatFigure(seconds)];
  };
  return {
    title: "From a redemption's row to the commit that settles it (ms)",
    columns: ["", "Completed", "Rejected", "p50", "p99", "max", "All within (s)"],
    rows: [rowOf("redemption", redemption), rowOf("burst", burst)],
    notes: ["The gateway takes redemptions faster than a worker settles them, so under a closed loop they queue up."],
  };
}

function stockBars(figures: OperationFigures | undefined, burst: number, stock: number): Bar[] {
  const statuses = figures?.settled?.statuses ?? {};
  return [
    exactly("redemptions of the scarce reward completed", Math.min(stock, burst), statuses["Resolved-Completed"] ?? 0),
    exactly("and rejected", Math.max(0, burst - stock), statuses["Resolved-Rejected"] ?? 0),
  ];
}

function keyViewBars(figures: OperationFigures | undefined): Bar[] {
  const { perSecond = Number.NaN, answerMs } = figures ?? {};
  return [
    atLeast(`${all.key.label}, a second`, keyViewsPerSecondMin, "", perSecond),
    atMost("and its p99", keyViewMsMax, "ms", answerMs?.p99 ?? Number.NaN),
  ];
}
