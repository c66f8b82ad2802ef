import { formatId, member } from "@rewards/domain";
import { atLeast, atMost, booksHold, exactly } from "@rewards/lab/report/bars";
import { formatCount } from "@rewards/lab/report/number";
import { closed } from "../load/load.spec.ts";
import type { WorkloadName } from "../load/workload.ts";
import { awaitSettled, expectBooksOk } from "../measure/database.ts";
import { type FilledLedger, fillLedger, pickLooks } from "../measure/ledger.fill.ts";
import { microsecondsEach } from "../measure/processes.ts";
import { nameQuantiles, quantileShares } from "../measure/statistics.ts";
import { callApi, createReward } from "../run/calls.ts";
import { partColumns, quantileColumns, tableOf } from "../run/columns.ts";
import { defineRun } from "../run/define.ts";
import { type OptionValues, positive, whole } from "../run/options.ts";
import { expectAllAccepted } from "../run/sales.ts";
import { type Session, withSession } from "../run/session.ts";

/** Records that the operations need, made through the product's own calls. */
interface Records {
  readonly memberIds: readonly string[];
  /** ExternalIDs of sales from all over the table. */
  readonly saleKeys: readonly string[];
  /** Members with two times, in the form of the ledger view's workload. */
  readonly looks: readonly string[];
}

interface Operation {
  readonly name: string;
  readonly label: string;
  readonly workload: WorkloadName;
  readonly idsOf?: (records: Records) => readonly string[];
  /** Sent all at once, each over a separate connection; the others are a closed loop. */
  readonly isBurst?: true;
}

const freeReward = "R-free";
const scarceReward = "R-scarce";

const burstOperation = { name: "burst", label: "Redemptions of one scarce reward, at once" };

/** In this order: redemptions come before the view of items, so that it has items to show. */
const operationList: readonly Operation[] = [
  { name: "sale", label: "Sale", workload: "uniform" },
  { name: "keyed", label: "Sale with an Idempotency-Key", workload: "keyed" },
  { name: "redemption", label: "Redemption, reward without stock", workload: "redemption", idsOf: () => [freeReward] },
  { ...burstOperation, workload: "redemption", idsOf: () => [scarceReward], isBurst: true },
  { name: "adjustment", label: "AddBalance", workload: "add-balance", idsOf: ({ memberIds }) => memberIds },
  { name: "key", label: "View GetSaleByBusinessKeys", workload: "sale-view", idsOf: ({ saleKeys }) => saleKeys },
  { name: "ledger", label: "View LedgerEntriesBetweenDates", workload: "ledger-view", idsOf: ({ looks }) => looks },
  { name: "balances", label: "View MemberBalances", workload: "balances-view" },
  { name: "items", label: "View RedemptionItemsByMember", workload: "items-view" },
];

/** Of a view by business key, on two cores. */
const keyViewsPerSecondMin = 3_000;
const keyViewMsMax = 30;
/** Earlier earnings of each member: enough to redeem from, and more entries than some ledger reads return. */
const entriesPerMember = [5, 35] as const;
const warmUpSeconds = 2;
const sampleSize = 5_000;
const lookRows = [100, 100] as const;

const options = {
  seconds: positive("seconds of each operation", 10, 1),
  connections: whole("HTTP connections", 64),
  burst: whole("redemptions of the scarce reward, each over a separate connection", 1_000, 200),
  stock: whole("stock of the scarce reward", 500, 100),
  members: whole("members, each with a history", 10_000, 500),
};
type Options = OptionValues<typeof options>;

export const operations = defineRun({
  name: "operations",
  summary: "sales with a header's key, redemptions, adjustments and data views: throughput and latency",
  title: "Sales with a header's key, redemptions, adjustments and data views",
  options,
  steps: () => operationList.length + 1,
  async measure(bench, given, progress) {
    const { members, stock } = given;
    progress.step("filling the ledger");
    const prepare = (databaseUrl: string) => fillLedger(databaseUrl, { members, perMember: entriesPerMember });
    const figures = await withSession(bench, { members, prepare }, async (session, ledger) => {
      const records = await prepareRecords(session, ledger, stock);
      const found: Figures[] = [];
      for (const operation of operationList) {
        progress.step(operation.label);
        found.push(await measureOperation(session, operation, records, given));
      }
      return found;
    });
    return { figures };
  },
  tables: ({ figures }, { connections, burst }) => [
    tableOf(
      "Operations a second, time to the answer (ms) and CPU (µs an operation)",
      figures,
      [
        ["", ({ label }) => label],
        ["a second", ({ perSecond }) => formatCount(perSecond)],
        ...quantileColumns<Figures>("", ({ answerMs }) => answerMs),
        ...partColumns<Figures>(({ cpu }) => cpu),
      ],
      [
        `Closed loop over ${connections} connections, the scarce reward over ${formatCount(burst)}. Redemptions count when they are settled.`,
      ],
    ),
    tableOf(
      "From a redemption's row to the commit that settles it (ms)",
      figures.flatMap(({ label, settled }) => (settled ? [{ label, ...settled }] : [])),
      [
        ["", ({ label }) => label],
        ["Completed", ({ statuses }) => formatCount(statuses["Resolved-Completed"] ?? 0)],
        ["Rejected", ({ statuses }) => formatCount(statuses["Resolved-Rejected"] ?? 0)],
        ...quantileColumns<Settled>("", ({ lagMs }) => lagMs),
        ["All within (s)", ({ seconds }) => seconds],
      ],
      ["The gateway takes redemptions faster than a worker settles them, so under a closed loop they queue up."],
    ),
  ],
  bars({ figures }, { burst, stock }) {
    const of = (name: string) => figures.find((one) => one.name === name) as Figures;
    const { statuses = {} } = of("burst").settled ?? {};
    const completed = statuses["Resolved-Completed"] ?? 0;
    const key = of("key");
    return [
      exactly("redemptions of the scarce reward completed", Math.min(stock, burst), completed),
      exactly("and rejected", Math.max(0, burst - stock), statuses["Resolved-Rejected"] ?? 0),
      atLeast(`${key.label}, a second`, keyViewsPerSecondMin, "", key.perSecond),
      atMost("and its p99", keyViewMsMax, "ms", key.answerMs.p99),
      booksHold,
    ];
  },
});

async function prepareRecords(session: Session, ledger: FilledLedger, stock: number): Promise<Records> {
  const { sql } = session;
  await createReward(session, freeReward, "unlimited");
  const id = await createReward(session, scarceReward, "stock_control");
  await callApi(session, "PATCH", `/objects/${id}/actions/AddRewardStock`, { content: { RewardQuantity: stock } });
  const members = await sql<{ id: string }[]>`select id from member`;
  const sales = await sql<{ key: string }[]>`
    select external_id as key from sale tablesample bernoulli(20) order by random() limit ${sampleSize}`;
  return {
    memberIds: members.map((row) => formatId(member.idPrefix, row.id)),
    saleKeys: sales.map(({ key }) => key),
    looks: pickLooks(ledger, sampleSize, lookRows),
  };
}

/** CPU in microseconds an operation. */
type Figures = Awaited<ReturnType<typeof measureOperation>>;
/** From a redemption's row to the commit that settles it. */
type Settled = Awaited<ReturnType<typeof readSettled>>;

/**
 * A burst has no warm-up, since it is over at once. Redemptions count when they are settled.
 * @throws if a request was refused or the books are broken.
 */
async function measureOperation(
  session: Session,
  { name, label, workload, idsOf, isBurst }: Operation,
  records: Records,
  { seconds, burst, ...given }: Options,
) {
  const { sql } = session;
  const connections = isBurst ? burst : given.connections;
  const load = { workload, connections, ...(idsOf && { ids: idsOf(records) }) };
  if (!isBurst) await session.send({ ...load, prefix: `warm-${name}`, pace: closed(warmUpSeconds) });
  await awaitSettled(sql);
  const pace = closed(seconds, isBurst && burst);
  const { result, cpuSeconds } = await session.measure({ ...load, prefix: name, pace }, () => awaitSettled(sql));
  expectAllAccepted(result);
  await expectBooksOk(session.databaseUrl);
  const settled = workload === "redemption" ? await readSettled(session, name) : undefined;
  return {
    ...{ name, label, count: result.accepted },
    perSecond: result.accepted / (settled?.seconds ?? result.seconds),
    answerMs: result.latencyMs,
    cpu: microsecondsEach(cpuSeconds, result.accepted),
    settled,
  };
}

/** Of the redemptions of one run, by the commits that last wrote their rows. */
async function readSettled({ sql }: Session, prefix: string) {
  const pattern = `${prefix}-%`;
  const [row] = await sql<{ seconds: number; at: number[] }[]>`
    select extract(epoch from max(settled) - min(created))::float8 as seconds,
      percentile_disc(${quantileShares}::float8[]) within group (order by (extract(epoch from settled - created) * 1000)::float8) as at
    from (select create_date_time as created, pg_xact_commit_timestamp(xmin) as settled from redemption
      where external_id like ${pattern} and external_id <> '') r`;
  const counts = await sql<{ status: string; count: number }[]>`
    select status, count(*)::int as count from redemption where external_id like ${pattern} group by status`;
  return {
    seconds: row?.seconds ?? 0,
    lagMs: nameQuantiles(row?.at ?? []),
    statuses: Object.fromEntries(counts.map(({ status, count }): [string, number] => [status, count])),
  };
}
