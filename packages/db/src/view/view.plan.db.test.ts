import {
  type Condition,
  type DataViewDefinition,
  dataViewOf,
  dataViews,
  defineDataView,
  member,
  objectOfClass,
  parseQuery,
  recordOf,
  redemptionItem,
  sale,
  textParameter,
  timestampParameter,
} from "@rewards/domain";
import { drizzle } from "drizzle-orm/postgres-js";
import { beforeAll, describe, expect, test } from "vitest";
import { openDatabase, openLanes } from "../client.ts";
import { openTestDatabase } from "../testing/database.ts";
import { explain, fullScans, namingWholes, nodesOf, type PlanNode } from "../testing/plan.ts";
import { collectAnswer, createViewRunner } from "./view.compile.ts";
import { createLanes, isKeyed } from "./view.lane.ts";

const rows = 20_000;
const { sql, url, openRecorder } = await openTestDatabase(2);
const recorder = openRecorder();
const runner = createViewRunner(drizzle(recorder.sql));
const wholeOf = await namingWholes(sql);
const emptyMonths: string[] = [];

/** Sales, members, redemptions, rewards and items, spread evenly over a year. */
beforeAll(async () => {
  const { sql: admin } = openRecorder();
  const at = admin`now() - interval '365 days' * (1 - n::float8 / ${rows})`;
  const settled = admin`'Open-Active', '', ${at}, 'api', 'api'`;
  const record = admin`gen_random_uuid(), ${settled}`;
  const columns = admin`id, status, confirmation_note, create_date_time, create_user_id, update_user_id`;
  const series = admin`generate_series(1, ${rows}) n`;
  await admin`
    insert into sale (${columns}, origin, external_id, sale_channel_code, point_of_sale_id, sale_items, sale_date_time, member_external_id, store_code)
    select overlay(first_id_at((${at}) at time zone 'UTC')::text placing lpad(to_hex(n), 12, '0') from 25)::uuid, ${settled}, 'API', 's' || n, '', '', '[]', ${at}, 'm' || n % 1000, 's' || n % 500 from ${series}`;
  await admin`
    insert into member (${columns}, origin, external_id, email_address, full_name, mobile_number, join_date_time, program_business_id)
    select ${record}, 'API', 'm' || n, 'm' || n || '@example.com', case n % 1000 when 0 then 'Иван ' else 'Ada ' end || md5(n::text), '49' || n, ${at}, 'REWARDS' from ${series}`;
  await admin`
    insert into redemption (${columns}, origin, external_id, member_external_id, redemption_items)
    select md5('r' || n)::uuid, 'Open-Active', '', ${at}, 'api', 'api', 'API', 'r' || n, 'm' || n % 1000, '[]' from ${series}`;
  await admin`
    insert into reward (${columns}, origin, name, external_id, reward_type, reward_cost, days_available)
    select md5('w' || n)::uuid, 'Open-Active', '', ${at}, 'api', 'api', 'API', 'x', 'w' || n, '', '', '' from ${series}`;
  await admin`
    insert into redemption_item (${columns}, name, quantity, reward, redemption, voucher_code, voucher_key, expiration_date_time, member_external_id)
    select ${record}, 'x', 1, md5('w' || n % 500)::uuid, md5('r' || n)::uuid, 'v', 'v' || n, ${at} + interval '30 days', 'm' || n % 1000 from ${series}`;
  await admin`insert into stock (reward_id) select id from reward`;
  await admin`vacuum analyze`;
  const months = await admin<{ name: string }[]>`
    select relname as name from pg_class where relname ~ '^sale_(default|\\d{4}_\\d{2})$' and reltuples = 0`;
  emptyMonths.push(...months.map(({ name }) => name));
});

/** The plan of the statement that the runner sends for a view. */
async function planOf(view: DataViewDefinition): Promise<PlanNode> {
  const parameters = Object.fromEntries(Object.keys(view.parameters).map((name) => [name, "2026-01-01T00:00:00.000Z"]));
  const [text = ""] = await recorder.record(() =>
    collectAnswer(runner, { view, parameters, user: "api", query: parseQuery(view, {}) }),
  );
  return explain(text, sql);
}

/** Of the months that have sales: Postgres reads the others, which are empty, by any index. */
const scansOf = (plan: PlanNode) =>
  fullScans(plan).filter((scan) => !emptyMonths.includes(scan.split(" ").at(-1) ?? ""));
const indexesOf = (plan: PlanNode) =>
  nodesOf(plan).flatMap((node) => (node["Index Name"] === undefined ? [] : wholeOf(node["Index Name"])));
/** Of an index, as it is found in each partition of a table. */
function everywhere(scans: readonly PlanNode[], scan: object): void {
  const named = scans.map((node) => ({ ...node, "Index Name": wholeOf(node["Index Name"] ?? "") }));
  expect(named).toEqual(scans.map(() => expect.objectContaining(scan)));
}

const lists = dataViews.filter(({ record, where }) => where.length === 0 && objectOfClass(record.class));

describe("views never read a whole growing table", () => {
  test.each(lists.map((view) => [view.name, view] as const))(
    "%s is read from the index of its order",
    async (_, view) => {
      const plan = await planOf(view);
      expect(fullScans(plan)).toEqual([]);
      expect(indexesOf(plan)).toContain(`${objectOfClass(view.record.class)?.noun}_time_idx`);
    },
  );
});

describe("a batch of calls reads no whole growing table", () => {
  const lanes = createLanes();
  const session = openLanes({ url, name: "db-test", statementMsMax: 10_000, poolMax: 1 });
  // The table of segments is empty here: Postgres reads it by any index.
  const keyed = dataViews.filter((view) => isKeyed(view) && view.record.class !== "SegmentCase");
  test.each(keyed.map((view) => [view.name, view] as const))("%s, its records and their number", async (_, view) => {
    for (const { text } of [lanes.ofRecords(view, undefined), lanes.ofCount(view)])
      expect(scansOf(await explain(text, session))).toEqual([]);
  });

  test("the first items of a member are read in their order, however many follow", async () => {
    const view = dataViews.find(({ name }) => name === "RedemptionItemsByMember") as DataViewDefinition;
    const plan = await explain(lanes.ofRecords(view, undefined).text, session);
    const ofCards = ["member_pkey", "member_key_pkey"];
    expect(indexesOf(plan)).toEqual([...ofCards, "redemption_item_member_external_id_time_idx"]);
    expect(nodesOf(plan).map((node) => node["Node Type"])).not.toContain("Sort");
  });
});

const key = { parameter: "Key", comparator: "EQ" } as const;
const between = (field: string): Condition[] => [
  { field, comparator: "GTE", parameter: "From" },
  { field, comparator: "LTE", parameter: "To" },
];

/** Typical filters of lists: a class, its conditions, and the index that finds the records. */
const narrowed = [
  ["sales of a member", sale, [{ field: "MemberExternalID", ...key }], "sale_member_external_id_idx"],
  ["sales of a store", sale, [{ field: "StoreCode", ...key }], "sale_store_code_time_idx"],
  [
    "sales of a store between two times",
    sale,
    [{ field: "StoreCode", ...key }, ...between("CreateDateTime")],
    "sale_store_code_time_idx",
  ],
  ["sales received between two times", sale, between("CreateDateTime"), "sale_time_idx"],
  ["sales made between two times", sale, between("SaleDateTime"), "sale_sale_date_time_idx"],
  ["members who joined between two times", member, between("JoinDateTime"), "member_join_date_time_idx"],
  ["vouchers of a reward", redemptionItem, [{ field: "Reward.ExternalID", ...key }], "redemption_item_reward_time_idx"],
  [
    "vouchers of a redemption",
    redemptionItem,
    [{ field: "Redemption.ExternalID", ...key }],
    "redemption_item_redemption_idx",
  ],
  [
    "vouchers of a member that have not expired",
    redemptionItem,
    [
      { field: "MemberExternalID", ...key },
      { field: "Status", comparator: "NEQ", value: "Resolved-Expired" },
    ],
    "redemption_item_member_external_id_time_idx",
  ],
  [
    "expired vouchers of a reward",
    redemptionItem,
    [
      { field: "Reward.ExternalID", ...key },
      { field: "Status", comparator: "EQ", value: "Resolved-Expired" },
    ],
    "redemption_item_reward_time_idx",
  ],
  [
    "vouchers that expire between two times",
    redemptionItem,
    between("ExpirationDateTime"),
    "redemption_item_expiration_date_time_idx",
  ],
] as const;

const doc = { text: "A condition of the test." };
const parameterTypes = {
  Key: textParameter(doc),
  From: timestampParameter(doc),
  To: timestampParameter(doc),
} as const;

describe("lists with typical filters", () => {
  test.each(narrowed)("%s are found by an index", async (name, definition, where, index) => {
    const used = where.flatMap((one) => ("parameter" in one ? [one.parameter as keyof typeof parameterTypes] : []));
    const parameters = Object.fromEntries(used.map((one) => [one, parameterTypes[one]]));
    const view = defineDataView({ name, record: recordOf(definition), parameters, where });
    const plan = await planOf(view);
    expect(scansOf(plan)).toEqual([]);
    expect(indexesOf(plan)).toContain(index);
  });
});

test("a page far down a list skips the rows before it in the index, without reading the table", async () => {
  const { sql: admin } = openRecorder();
  const scans = async () => {
    // Another reader of the table, such as autovacuum's analyze, may have kept `vacuum` from marking its pages.
    await admin`vacuum sale`;
    const [row] = await sql<{ "QUERY PLAN": readonly [{ Plan: PlanNode }] }[]>`
      explain (analyze, format json) select id from sale order by create_date_time, id offset 15000 limit 100`;
    return nodesOf(row?.["QUERY PLAN"][0].Plan as PlanNode).filter((node) => /Scan$/.test(node["Node Type"]));
  };
  await expect
    .poll(
      async () =>
        everywhere(await scans(), { "Node Type": "Index Only Scan", "Index Name": "sale_time_idx", "Heap Fetches": 0 }),
      { timeout: 30_000 },
    )
    .toBeUndefined();
});

/** The plan that a session of the query pool makes for the text and values that the runner sends to that pool. */
async function planOfQuery(query: object, list = "SaleList"): Promise<string> {
  const view = dataViewOf(list) as DataViewDefinition;
  const asked = { view, parameters: {}, user: "api", query: parseQuery(view, { query, paging: {} }) };
  const queryRecorder = openRecorder();
  const sent = await queryRecorder.recordCalls(() =>
    collectAnswer(createViewRunner(drizzle(recorder.sql), drizzle(queryRecorder.sql)), asked),
  );
  const { text, parameters: values } = sent[0] ?? { text: "", parameters: [] };
  const { queries, close } = openDatabase({ url, name: "plans", poolMax: 1, viewPoolMax: 1 });
  try {
    await queries.execute(`prepare asked as ${text}`);
    const rows = await queries.execute(`explain execute asked (${values.map((value) => `'${value}'`).join(", ")})`);
    return wholeOf(rows.map((row) => row["QUERY PLAN"]).join("\n"));
  } finally {
    await close();
  }
}

test("sales by SaleDateTime: the page after a token starts at its place in the index, in both directions", async () => {
  const view = dataViewOf("SaleList") as DataViewDefinition;
  for (const type of ["ASC", "DESC"]) {
    const ask = (paging: object) =>
      collectAnswer(runner, {
        view,
        parameters: {},
        user: "api",
        query: parseQuery(view, { query: { sortBy: [{ field: "SaleDateTime", type }] }, paging }),
      });
    const { nextPageToken } = await ask({ pageSize: 50 });
    const sent = await recorder.record(() => ask({ pageSize: 50, nextPageToken }));
    const scans = nodesOf(await explain(sent.at(-1) ?? "", sql)).filter((node) => /Scan$/.test(node["Node Type"]));
    everywhere(scans, {
      "Index Name": "sale_sale_date_time_idx",
      "Index Cond": expect.stringMatching(/^\(sale_date_time [<>]= \$1\)$/),
    });
  }
});

test("a query's plan depends on its values: one day uses its field's index, a whole year the index of the list's order", async () => {
  const since = (days: number) => ({
    filter: {
      filterConditions: {
        F1: {
          lhs: { field: "SaleDateTime" },
          comparator: "GTE",
          rhs: { value: new Date(Date.now() - days * 86_400_000).toISOString() },
        },
      },
    },
  });
  expect(await planOfQuery(since(1))).toMatch(/sale_sale_date_time_idx/);
  expect(await planOfQuery(since(400))).toMatch(/using sale_time_idx/);
});

const lookUps = [
  ["EmailAddress", "EQ", "m7@example.com"],
  ["EmailAddress", "IN", ["m7@example.com", "m8@example.com"]],
  ["MobileNumber", "EQ", "497"],
  ["MobileNumber", "IN", ["497", "498"]],
] as const;
const indexOfLookUp = { EmailAddress: "member_email_address_idx", MobileNumber: "member_mobile_number_idx" };

describe.each(lookUps)("a look-up by %s with %s", (field, comparator, value) => {
  test.each([false, true])("is served by its index, with ignoreCase %s", async (ignoreCase) => {
    const filterOf = (path: string) => ({
      filter: { filterConditions: { F1: { lhs: { field: path }, comparator, rhs: { value }, ignoreCase } } },
    });
    const plan = await planOfQuery(filterOf(field), "MemberList");
    expect(plan).toMatch(new RegExp(`${indexOfLookUp[field]}[^]*Index Cond: \\(lower`));
    expect(plan).not.toMatch(/Seq Scan|member_time_idx|Disabled/);
  });
});

const parts = [
  ["STARTS_WITH", "Ada c4ca"],
  ["CONTAINS", "c4ca42"],
  // A script that Postgres knows only by the system's locale.
  ["CONTAINS", "Иван"],
  ["ENDS_WITH", "75849b"],
] as const;

describe.each(parts)("members whose name %s a text", (comparator, value) => {
  test.each([false, true])("are found by the index of trigrams, with ignoreCase %s", async (ignoreCase) => {
    const filterConditions = { F1: { lhs: { field: "FullName" }, comparator, rhs: { value }, ignoreCase } };
    const plan = await planOfQuery({ filter: { filterConditions } }, "MemberList");
    expect(plan).toMatch(/member_full_name_trigram_idx[\s\S]*Index Cond: \(lower/);
    expect(plan).not.toMatch(/Seq Scan|member_time_idx|Disabled/);
  });
});
