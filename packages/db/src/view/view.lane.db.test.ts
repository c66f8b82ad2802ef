import {
  type DataViewDefinition,
  dataViewNamed,
  dataViews,
  isPlainQuery,
  objects,
  parseParameters,
  parseQuery,
  type Selection,
  sale,
  segment,
} from "@rewards/domain";
import { beforeAll, expect, test } from "vitest";
import { newId, newOf, newSale, newSegment, times } from "../../../../test/src/records.ts";
import { openLanes } from "../client.ts";
import { noKeys } from "../personal/personal.keys.ts";
import { insertAll, openTestDatabase } from "../testing/database.ts";
import { plantRecords } from "../testing/query-records.ts";
import { createViewRunner } from "./view.compile.ts";
import { createLanes, isKeyed, readLane } from "./view.lane.ts";

const { sql, readDb, url } = await openTestDatabase();
const runner = createViewRunner(readDb);
const lanes = createLanes();
const lanePool = openLanes({ url, name: "db-test", statementMsMax: 10_000, poolMax: 1 });
const client = { sql: lanePool, keys: noKeys };

const keyed = dataViews.filter(isKeyed);
const user = "api";

/** The records of a call that is answered alone, as JSON. */
async function alone(view: DataViewDefinition, parameters: object, fields?: readonly string[]): Promise<string[]> {
  const query = parseQuery(view, fields ? { query: { select: fields.map((field) => ({ field })) } } : {});
  expect(isPlainQuery(query)).toBe(true);
  const records: string[] = [];
  await runner.answer({ view, parameters: parameters as never, query, user }, (json) => records.push(json) > 0);
  return records;
}

async function listed(name: string, field: string): Promise<string[]> {
  return (await alone(dataViewNamed(name), {})).map((json) => String(JSON.parse(json)[field]));
}

/** Values of the parameters of keyed views, with one that nothing has. */
const known = new Map<string, readonly string[]>();

beforeAll(async () => {
  await plantRecords(sql, 1);
  for (const definition of objects.filter(({ path, staged }) => path && !staged))
    await insertAll(
      sql,
      definition,
      times(2, () => newOf(definition)),
    );
  const members = await listed("MemberList", "ExternalID");
  const sales = times(3, (n) => newSale({ member: members[n] as string, store: "S", product: "P" }));
  await insertAll(sql, sale, sales);
  const [one = ""] = await insertAll(sql, segment, [newSegment()]);
  await sql`insert into segment_member (member, segment, since) select id, ${one}, now() from member limit 3`;
  await sql`
    insert into tier_change (id, member, currency, from_tier, to_tier, at)
    select gen_random_uuid(), m.id, c.id, null, 'Gold', now() from (select id from member limit 3) m, (select id from currency limit 1) c`;
  await sql`
    insert into payment (id, member, currency, reference, points, value, member_version, create_date_time, create_user_id)
    select gen_random_uuid(), m.id, c.id, 'T-1', 5, 0.05, 2, now(), 'till' from (select id from member limit 3) m, (select id from currency limit 1) c`;
  await sql`
    insert into payment_cancellation (id, payment, member, points, create_date_time, create_user_id)
    select gen_random_uuid(), id, member, 2, now(), 'till' from payment limit 1`;
  const nothing = "nothing-has-this";
  const ids = await Promise.all(["MemberList", "SaleList", "SegmentList"].map((name) => listed(name, "ID")));
  known.set("MemberExternalID", [...members, nothing]);
  known.set("ObjectID", ids.flat());
  known.set("SaleID", [...(await listed("SaleList", "ID")), `SALE-${"0".repeat(32)}`]);
  known.set("SegmentID", await listed("SegmentList", "ID"));
  known.set("Name", [...(await listed("SegmentList", "Name")), nothing]);
  known.set("ProgramBusinessID", ["REWARDS", nothing]);
  known.set("Voucher Code", await listed("RedemptionItemList", "VoucherCode"));
});

/** Calls of a view: two thirds of them find something. */
async function callsOf(view: DataViewDefinition) {
  const [name = ""] = Object.keys(view.parameters);
  const list = dataViews.find(
    ({ record, where, computes }) => record.class === view.record.class && where.length === 0 && !computes,
  );
  const ownClass = view.name === "ReturnsBySale" ? "SaleList" : list?.name;
  const own = known.has(name) ? [] : (await listed(ownClass ?? "", name)).filter((key) => key !== "");
  const values = known.get(name) ?? [...own, "nothing-has-this"];
  const between = { FromDateTime: "2000-01-01T00:00:00.000Z", ToDateTime: "2100-01-01T00:00:00.000Z" };
  return values.slice(0, 40).map((value) => {
    const given = { [name]: value, ...("FromDateTime" in view.parameters && between) };
    return parseParameters(view, given);
  });
}

test.each(keyed.map((view) => [view.name, view] as const))(
  "%s: a batch has the records that each call has alone, byte by byte",
  async (_, view) => {
    const calls = await callsOf(view);
    const names = Object.entries(view.record.fields).flatMap(([name, { store }]) => (store === "hidden" ? [] : [name]));
    for (const fields of [undefined, names.filter((_name, index) => index % 2 === 0), names.slice(-1)]) {
      const select: Selection | undefined = fields && { names: new Set(fields), paths: [] };
      const answers = await readLane(client, lanes.ofRecords(view, select), calls);
      expect(answers).toEqual(await Promise.all(calls.map((parameters) => alone(view, parameters, fields))));
    }
    const counts = await readLane(client, lanes.ofCount(view), calls);
    const query = parseQuery(view, {});
    const each = calls.map((parameters) => runner.count({ view, parameters, query, user }));
    expect(counts).toEqual((await Promise.all(each)).map((count) => [String(count)]));
    if (!unfilled.includes(view.name)) expect(answersFound(counts)).toBeGreaterThan(0);
  },
);

/** Views whose records the test does not make. */
const unfilled = ["ReturnsBySale", "ExpiringPoints", "MemberCards"];
const answersFound = (counts: readonly (readonly string[] | undefined)[]) =>
  counts.filter((count) => Number(count?.[0]) > 0).length;

test.each(objects.map((definition) => [definition.class, definition] as const))(
  "%s: a batch of reads by ID has the records that each call has alone",
  async (className, { noun }) => {
    const rows = await sql<{ id: string }[]>`select id from ${sql(noun)} limit 20`;
    const ids = [...rows.map(({ id }) => id), newId()];
    const answers = await readLane(
      client,
      lanes.ofObject(className),
      ids.map((id) => ({ id })),
    );
    const found = await Promise.all(ids.map((id) => runner.find(className, id)));
    expect(answers.map((records) => records?.map((json) => JSON.parse(json)))).toEqual(
      found.map((record) => (record ? [record] : [])),
    );
  },
);

test("callers that invent sets of fields add a bounded number of statements, and get their fields", async () => {
  const view = dataViewNamed("GetMemberByBusinessKeys");
  const names = Object.keys(view.record.fields).filter((name) => view.record.fields[name]?.store !== "hidden");
  const invented = createLanes();
  const sets = times(1_000, (n) => names.filter((_, index) => (n >> index) & 1));
  const texts = new Set(sets.map((fields) => invented.ofRecords(view, { names: new Set(fields), paths: [] }).text));
  expect(texts.size).toBe(101);
  const [key = ""] = known.get("MemberExternalID") ?? [];
  for (const fields of [sets[1], sets[999]]) {
    const one = invented.ofRecords(view, { names: new Set(fields), paths: [] });
    expect(await readLane(client, one, [{ ExternalID: key }])).toEqual([
      await alone(view, { ExternalID: key }, fields),
    ]);
  }
});
