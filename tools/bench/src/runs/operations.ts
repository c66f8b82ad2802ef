import { formatId, member, redemptionItem } from "@rewards/domain";
import { atLeast, atMost, booksHold, exactly, formatCount } from "@rewards/lab/report/report";
import type { WorkloadName } from "../load/workload.ts";
import { awaitSettled } from "../measure/database.ts";
import { figureOf, tableOf } from "../measure/figures.ts";
import { type FilledLedger, fillLedger, pickLooks } from "../measure/ledger.fill.ts";
import { readSettled, settledShare } from "../measure/redemptions.ts";
import { defineRun, inTurn, type OptionValues, positive, whole } from "../run/command.ts";
import { callApi, createReward, expectAllAccepted } from "../run/sales.ts";
import { type Bench, type Session, withSession } from "../run/session.ts";

type Records = Awaited<ReturnType<typeof prepareRecords>>;

interface Operation {
  readonly label: string;
  readonly workload: WorkloadName;
  readonly idsOf?: (records: Records, sql: Session["sql"]) => readonly string[] | Promise<readonly string[]>;
  /** Sent all at once, each over a separate connection; the others are a closed loop. */
  readonly isBurst?: true;
  /** Each ID is for one request. */
  readonly isOnce?: true;
  /** The most CPU that it may take, in CPU of a sale. */
  readonly salesMax?: number;
}

const freeReward = "R-free";
const stockedReward = "R-stocked";
const scarceReward = "R-scarce";
const burstLabel = "Redemptions of one scarce reward, at once";
const saleLabel = "Sale";
const redemption = "redemption";

async function readVouchers(_: Records, sql: Session["sql"]) {
  const rows = await sql<{ code: string }[]>`select voucher_code as code from redemption_item limit ${sampleSize}`;
  return rows.map(({ code }) => code);
}

/** The IDs of vouchers that nobody has locked or used. */
async function readFresh(_: Records, sql: Session["sql"]) {
  const rows = await sql<{ id: string }[]>`
    select id from redemption_item where status = ${redemptionItem.initial} order by id limit ${vouchersOfRun}`;
  return rows.map(({ id }) => formatId(redemptionItem.idPrefix, id));
}

/** In this order: redemptions come before the views of items, so that these have items to show. */
const operationList: readonly Operation[] = [
  { label: saleLabel, workload: "uniform" },
  { label: "Sale with an Idempotency-Key", workload: "keyed" },
  { label: "Redemption, reward without stock", workload: redemption, idsOf: () => [freeReward] },
  { label: "Redemption, reward with stock", workload: redemption, idsOf: () => [stockedReward] },
  { label: burstLabel, workload: redemption, idsOf: () => [scarceReward], isBurst: true },
  { label: "AddBalance", workload: "add-balance", idsOf: ({ memberIds }) => memberIds, salesMax: 1.5 },
  { label: "Lock of a voucher", workload: "lock", idsOf: readFresh, isOnce: true, salesMax: 1.5 },
  { label: "Use of a voucher", workload: "use", idsOf: readFresh, isOnce: true, salesMax: 1.5 },
  { label: "View GetSaleByBusinessKeys", workload: "sale-view", idsOf: ({ saleKeys }) => saleKeys, salesMax: 1 },
  { label: "View LedgerEntriesBetweenDates", workload: "ledger-view", idsOf: ({ looks }) => looks },
  { label: "View MemberBalances", workload: "balances-view", salesMax: 1 },
  { label: "View RedemptionItemsByMember", workload: "items-view", salesMax: 1.3 },
  { label: "View RedemptionItemsByVoucherCode", workload: "voucher-view", idsOf: readVouchers, salesMax: 1 },
  { label: "GET of a member by ID", workload: "object-read", idsOf: ({ memberIds }) => memberIds, salesMax: 1 },
  { label: "View RewardList, 100 rewards", workload: "rewards-view" },
  { label: "View PreviewSale", workload: "preview-view" },
];

/** Earlier earnings of each member: enough to redeem from, and more entries than some ledger reads return. */
const entriesPerMember = [5, 35] as const;
const warmUpSeconds = 2;
const sampleSize = 5_000;
const rewardsCount = 100;
/** Most vouchers that one run locks or uses; two operations do, each with a warm-up. */
const vouchersOfRun = 60_000;
const voucherRedemptions = 1_300;
const lookRows = [100, 100] as const;
/** More than one run redeems. */
const stockOfRun = 10_000_000;
/** Redemptions of the scarce reward, and its stock. */
const [burst, scarceStock] = [1_000, 500];
/** Of what the gateway takes, a worker settles all. Up to a batch is on its way when the load ends. */
const settledMin = 0.98;

const options = {
  seconds: positive("seconds of each operation", 10, 1),
  connections: whole("HTTP connections", 64),
  members: whole("members, each with a history", 10_000, 500),
};

export const operations = defineRun({
  name: "operations",
  summary: "sales with a header's key, redemptions, adjustments and data views: throughput and latency",
  options,
  async measure(bench: Bench, given) {
    const { members } = given;
    bench.say("filling the ledger");
    const prepare = (databaseUrl: string) => fillLedger(databaseUrl, { members, perMember: entriesPerMember });
    return withSession(bench, { members, prepare }, async (session, ledger) => {
      const records = await prepareRecords(session, ledger);
      return inTurn(operationList, (operation) => {
        bench.say(operation.label);
        return measureOperation(session, operation, records, given);
      });
    });
  },
  tables: (found, { connections }) => [
    tableOf(
      "Operations a second, time to the answer (ms) and CPU (µs an operation)",
      ["", "a second", "POST p50", "POST p99", "POST max", "API", "Worker", "Postgres", "Redis"],
      found.map(({ label, figures }) => [label, figures]),
      [
        `Closed loop over ${connections} connections, the scarce reward over ${formatCount(burst)}. Redemptions count when they are settled.`,
      ],
    ),
    tableOf(
      "From a redemption's row to the commit that settles it (ms)",
      ["", "Completed", "Rejected", "Lag p50", "Lag p99", "Lag max", "All within (s)", settledShare],
      found.flatMap(({ label, settled }) => (settled ? [[label, settled] as const] : [])),
      [`${settledShare}: redemptions settled per redemption accepted, from the first fifth of the load to its end.`],
    ),
  ],
  bars(found) {
    const of = (label: string) => found.find((one) => one.label === label);
    const { Completed: completed = 0, Rejected: rejected = 0 } = of(burstLabel)?.settled ?? {};
    const cpuOf = (label: string) => figureOf(of(label)?.figures ?? {}, "CPU");
    return [
      exactly("redemptions of the scarce reward completed", scarceStock, completed),
      exactly("and rejected", burst - scarceStock, rejected),
      ...operationList.flatMap(({ label, salesMax }) =>
        salesMax ? [atMost(`CPU of ${label}`, salesMax, "sales", cpuOf(label) / cpuOf(saleLabel))] : [],
      ),
      ...found.flatMap(({ label, settled }) => {
        const share = settled?.[settledShare];
        return share === undefined ? [] : [atLeast(`settled per accepted: ${label}`, settledMin, "", share)];
      }),
      booksHold,
    ];
  },
});

async function prepareRecords(session: Session, ledger: FilledLedger) {
  const { sql } = session;
  await createReward(session, freeReward);
  await createStocked(session, stockedReward, stockOfRun);
  await createStocked(session, scarceReward, scarceStock);
  for (let count = 3; count < rewardsCount; count += 1) await createReward(session, `R-${count}`);
  await session.send({
    ...{ workload: "vouchers", ids: [freeReward], prefix: "vouchers", connections: 16 },
    ...{ seconds: 120, countMax: voucherRedemptions },
  });
  await awaitSettled(sql);
  const members = await sql<{ id: string }[]>`select id from member`;
  const sales = await sql<{ key: string }[]>`
    select external_id as key from sale tablesample bernoulli(20) order by random() limit ${sampleSize}`;
  return {
    memberIds: members.map((row) => formatId(member.idPrefix, row.id)),
    saleKeys: sales.map(({ key }) => key),
    /** Members with two times, in the form of the ledger view's workload. */
    looks: pickLooks(ledger, sampleSize, lookRows),
  };
}

async function createStocked(session: Session, externalId: string, stock: number): Promise<void> {
  const id = await createReward(session, externalId, "stock_control");
  await callApi(session, "PATCH", `/objects/${id}/actions/AddRewardStock`, { content: { RewardQuantity: stock } });
}

/** Redemptions count when they are settled. @throws if a request was refused. */
async function measureOperation(
  session: Session,
  { label, workload, idsOf, isBurst, isOnce }: Operation,
  records: Records,
  { seconds, ...given }: OptionValues<typeof options>,
) {
  const settle = () => awaitSettled(session.sql);
  const prefix = label.replace(/\W+/g, "-");
  const connections = isBurst ? burst : given.connections;
  const load = async (of: string, forSeconds: number) => {
    const ids = await idsOf?.(records, session.sql);
    const countMax = isBurst ? burst : isOnce && ids?.length;
    return { workload, connections, ...(ids && { ids }), prefix: of, seconds: forSeconds, countMax };
  };
  // A burst is over at once.
  if (!isBurst) await session.send(await load(`warm-${prefix}`, warmUpSeconds));
  await settle();
  const { result, figures } = await session.measure(await load(prefix, seconds), settle);
  expectAllAccepted(result);
  const settled = workload === redemption ? await readSettled(session.sql, prefix, isBurst) : undefined;
  const perSecond = result.accepted / (settled?.["All within (s)"] ?? result.seconds);
  return { label, figures: { ...figures, "a second": perSecond }, settled };
}
