import {
  actions,
  compileRules,
  dataViews,
  formatId,
  member,
  objects,
  parseActionContent,
  parseQuery,
  parseRules,
  redemption,
  reward,
  type SalePlan,
  sale,
  segment,
  store,
} from "@rewards/domain";
import { drizzle } from "drizzle-orm/postgres-js";
import { describe, expect, test } from "vitest";
import {
  freshKey,
  keyOf,
  newId,
  newMember,
  newOf,
  newProduct,
  newRedemption,
  newReward,
  newSale,
  newSegment,
  newStore,
  type TestRecord,
  times,
  withKey,
} from "../../../test/src/records.ts";
import { runAction } from "../../db/src/action/action.run.ts";
import { sweepAwaiting } from "../../db/src/awaiting/awaiting.wake.ts";
import { createCatalogueCache } from "../../db/src/catalogue/catalogue.cache.ts";
import { loadProductRecords } from "../../db/src/catalogue/catalogue.codes.ts";
import type { Sql, Tx } from "../../db/src/client.ts";
import { insertGroup } from "../../db/src/insert/insert.group.ts";
import { lockBalances } from "../../db/src/ledger/ledger.lock.ts";
import type { NewRecord } from "../../db/src/object/object.types.ts";
import { postponePending, recordFailing, takeDueFailing } from "../../db/src/pending/pending.failing.ts";
import {
  beforeAllPending,
  readOldestPending,
  readOverdue,
  restampFuture,
} from "../../db/src/pending/pending.recover.ts";
import { fulfilRedemptions } from "../../db/src/redemption/redemption.process.ts";
import { expireItems } from "../../db/src/redemption-item/redemption-item.expire.ts";
import { postSales } from "../../db/src/sale/sale.commit.ts";
import { loadOpenSales } from "../../db/src/sale/sale.load.ts";
import { parkSales } from "../../db/src/sale/sale.park.ts";
import { readRepricings } from "../../db/src/sale-return/sale-return.reprice.ts";
import { openSegments } from "../../db/src/segment.process.ts";
import { loadMemberships } from "../../db/src/segment-member/segment-member.load.ts";
import { insertAll, openTestDatabase } from "../../db/src/testing/database.ts";
import { fill } from "../../db/src/testing/fill.ts";
import { redemptionDeps } from "../../db/src/testing/items.ts";
import { explain, fullScans, listLoops, nodesOf, type PlanNode } from "../../db/src/testing/plan.ts";
import { insertSales, openShop, planSales } from "../../db/src/testing/shop.ts";
import { collectAnswer, createViewRunner } from "../../db/src/view/view.compile.ts";
import { discardDeadLetter } from "./dead-letter/dead-letter.discard.ts";
import { inspectDeadLetter } from "./dead-letter/dead-letter.inspect.ts";
import { replayDeadLetter, replayDeadLetters } from "./dead-letter/dead-letter.replay.ts";
import { writeDays } from "./ledger-day/ledger-day.write.ts";
import { writeHeads } from "./ledger-head/ledger-head.write.ts";
import { addPartitions } from "./partition/partition.add.ts";
import { listPartitions } from "./partition/partition.read.ts";
import { inspectRedemption } from "./record/redemption.inspect.ts";
import { inspectSale } from "./record/sale.inspect.ts";
import { readServiceStatus } from "./status.read.ts";
import { failure, plantDeadLetters } from "./testing/dead-letters.ts";

/** The statements of the service's hot paths, recorded while the real code runs. */
async function recordStatements(): Promise<string[]> {
  const database = await recording;
  const { sql } = database;
  const recorder = database.openRecorder();
  const viewRecorder = database.openRecorder();
  const client = recorder.sql;
  const shop = await openShop(sql, 2);
  const [memberKey = ""] = shop.members;
  const mug = newReward(undefined, { DaysAvailable: "1", RewardCost: "1" });
  await insertAll(sql, reward, [mug]);
  const ids = await insertSales(
    sql,
    times(4, (index) => shop.newSale(index)),
  );
  const away = newSale({ member: "nobody", store: "nowhere", product: "none" });
  const asked = newRedemption(memberKey, [{ reward: keyOf(mug, "ExternalID"), voucherCode: "PLAN-1" }]);
  await sql`
    insert into ledger_day_mark (currency, time_zone, until) select id, 'UTC', date_trunc('hour', clock_timestamp()) from currency`;
  const sent = await recorder.record(async () => {
    await insertTwice(client, { away, asked });
    await loadOpenSales(client, ids);
    await createCatalogueCache(client).read(new Set([shop.store]), new Set([shop.product]));
    const plans = await planSales(sql, ids);
    await postSales(client, plans);
    await parkSales(client, [{ id: away.id, memberExternalId: "nobody", storeCode: "nowhere" }]);
    await insertGroup(client, member, [newMember("nobody")]);
    await insertGroup(client, store, [newStore("nowhere")]);
    await insertWithKeys(client);
    await runActions(client, { mugId: mug.id, memberId: shop.memberIds[0] as string });
    await changeMembers(client, shop.members);
    const rules = [{ id: "FANS", where: { segment: ["Fans"] }, gives: { bonus: "1" } }];
    const purchases = shop.memberIds.map((memberId) => ({ memberId, soldAtMs: Date.now() }));
    await loadMemberships(client, purchases, [compileRules(parseRules(JSON.stringify(rules)))]);
    await fulfilRedemptions(client, [asked.id], { ...(await redemptionDeps(sql)), limits: { hourMax: 9, dayMax: 9 } });
    await expireAndUse(client);
    await openSegments(client, ids);
    await passOver(client, memberKey, plans);
    await recordFailing(client, sale.class, ids, failure);
    await operate(
      client,
      times(3, (index) => shop.newSale(index)),
    );
    await recover(client);
    await sql`insert into awaiting (sale_id, member, store) values (${ids[0] as string}, ${memberKey}, 'nowhere')`;
    await sweepAwaiting(client, null);
    await readServiceStatus(client);
    for (const { external_id: key } of await sql<{ external_id: string }[]>`select external_id from sale`)
      await inspectSale(client, key);
    await inspectSale(client, formatId(sale.idPrefix, ids[0] as string));
    await inspectRedemption(client, asked.id);
    await client.begin((tx) => readRepricings(tx, ids));
    await loadProductRecords(client, [shop.product]);
    // Reads the hours without a head, by the index on time.
    await writeHeads(client, { clockMs: Date.now() + 7_200_000 });
    await writeDays(client, { clockMs: Date.now() + 7_200_000 });
  });
  const viewed = await viewRecorder.record(() => runViews(viewRecorder.sql, ids[0] as string));
  return [...new Set([...sent, ...viewed])].filter((text) => !/^(begin|commit|rollback|set local)/i.test(text)).sort();
}

/** Inserts a record of each class twice: the second time, the statements read the existing records. */
async function insertTwice(client: Sql, { away, asked }: { away: NewRecord; asked: NewRecord }): Promise<void> {
  for (const [definition, record] of [
    [sale, away],
    [redemption, asked],
    [store, newStore("nowhere-else")],
    [member, newMember()],
    [reward, newReward()],
    [objects.find(({ noun }) => noun === "product"), newProduct()],
    [segment, newSegment()],
  ] as const) {
    if (!definition) throw new Error("no such object");
    await insertGroup(client, definition, [record]);
    await insertGroup(client, definition, [record]);
  }
}

/** Expires the vouchers, and then locks and uses one, which is refused. */
async function expireAndUse(client: Sql): Promise<void> {
  const { sql } = await recording;
  const items = await sql<{ id: string }[]>`select id from redemption_item`;
  await sql`update expiring set at = now()`;
  await expireItems(client);
  for (const action of ["Lock", "Use"])
    await act(client, "RedemptionItemCase", action, items[0]?.id as string).catch(() => undefined);
}

/** The statements of recovery. */
async function recover(client: Sql): Promise<void> {
  await takeDueFailing(client, sale.class, 10);
  await readOldestPending(client, sale.class);
  await readOverdue(client, sale.class, beforeAllPending, 10);
  await restampFuture(client, sale.class, 10);
}

async function runViews(client: Sql, id: string): Promise<void> {
  const runner = createViewRunner(drizzle(client));
  for (const view of dataViews.filter(({ computes }) => !computes)) {
    const parameters = Object.fromEntries(
      Object.keys(view.parameters).map((name) => [name, "2026-01-01T00:00:00.000Z"]),
    );
    const given = {
      ...parameters,
      ...view.implied?.({
        ObjectID: formatId("STO", id),
        SegmentID: formatId("SEG", id),
        SaleID: formatId("SALE", id),
      }),
    };
    await collectAnswer(runner, { view, parameters: given, user: "api", query: parseQuery(view, {}) });
  }
  for (const { class: name } of objects) await runner.find(name, id);
}

/** The statements of a worker that skips locked rows. A missing row has the same effect as a locked one. */
async function passOver(client: Sql, memberKey: string, plans: readonly SalePlan[]): Promise<void> {
  const { sql } = await recording;
  const asked = newRedemption(memberKey, [{ reward: "none" }]);
  await insertAll(sql, redemption, [asked]);
  const ids = plans.map(({ id }) => id);
  await postSales(client, plans, "skip");
  await lockBalances(client as unknown as Tx, [{ memberId: newId(), currencyId: newId() }], "skip");
  await fulfilRedemptions(client, [asked.id], await redemptionDeps(sql), "skip");
  await openSegments(client, ids, "skip");
  await postponePending(client, sale.class, ids);
}

/** The operations on dead letters. Not the listing: it counts all of them, and so reads all of them. */
async function operate(client: Sql, records: readonly TestRecord[]): Promise<void> {
  const { sql, readDb } = await recording;
  const [id = "", other = "", another = ""] = await plantDeadLetters(sql, sale, records);
  await inspectDeadLetter({ sql: client, readDb: createViewRunner(readDb) }, sale, id, { actor: "ann" });
  await replayDeadLetter(client, sale, id, { author: { actor: "ann" }, isEnqueued: true });
  await replayDeadLetters(client, { reason: failure.reason, class: sale.class, perSecond: 1 }, { actor: "ann" }, 1);
  for (const one of [other, another])
    await discardDeadLetter(client, sale, one, { author: { actor: "ann" }, reason: "x" }).catch(() => undefined);
}

/** With new keys, with existing keys, and with keys whose record is refused or already exists. */
async function insertWithKeys(client: Sql): Promise<void> {
  for (const definition of [sale, store]) {
    const record = withKey(newOf(definition), freshKey("key"));
    await insertGroup(client, definition, [record]);
    await insertGroup(client, definition, [record]);
    await insertGroup(client, definition, [withKey({ ...record, id: newId() }, freshKey("key"))]);
  }
}

async function act(client: Sql, className: string, name: string, id: string, content?: unknown): Promise<void> {
  const action = actions.find((one) => one.target.class === className && one.name === name);
  if (!action) throw new Error("no such action");
  await runAction(client, action, { id, content: parseActionContent(action, content), user: "api" });
}

async function runActions(client: Sql, { mugId, memberId }: { mugId: string; memberId: string }): Promise<void> {
  await act(client, "Reward", "AddRewardStock", mugId, { RewardQuantity: 5 });
  for (const Amount of [5, -1])
    await act(client, "Member", "AddBalance", memberId, { AdjustBalances: { Amount, Name: "Points" } });
  const [existing] = await client<{ id: string }[]>`select id from store limit 1`;
  await act(client, "Store", "Edit", existing?.id as string, { StoreCode: freshKey("plan") });
}

async function changeMembers(client: Sql, MemberExternalIDs: readonly string[]): Promise<void> {
  const [{ id } = newSegment()] = await client<{ id: string }[]>`select id from segment limit 1`;
  for (const name of ["AddMembers", "RemoveMembers", "MarkAsInactive"])
    await act(client, "SegmentCase", name, id, { MemberExternalIDs });
}

const testDatabase = openTestDatabase(4);
const recording = openTestDatabase(4);
const partitioned = await openTestDatabase(4, 16);
const { sql, openRecorder } = await testDatabase;
const statements = (await recordStatements()).filter((text) => !/^select id from (store|segment) limit 1$/.test(text));

async function findFaults(on = sql, faultsIn = (plan: PlanNode) => [...fullScans(plan), ...listLoops(plan)]) {
  const found = new Set<string>();
  for (const text of statements) {
    const plan = await explain(text, on);
    for (const fault of faultsIn(plan)) found.add(`${fault}: ${text.replace(/\s+/g, " ").slice(0, 500)}`);
  }
  return [...found];
}

describe("no statement of the hot paths, as sessions plan it, reads all of a growing table", () => {
  test("the recorded statements are those of the hot paths", () => {
    const texts = statements.join("\n");
    for (const part of [
      "from sale where id = any",
      "from sale s left join member m",
      "from member where external_id = any",
      "from balance",
      "from segment_member m cross join lateral",
      "for update",
      "for update skip locked",
      "select member, currency from balance",
      "from reward where external_id = any",
      "from stock where reward_id = any",
      'update "sale" t',
      "delete from pending",
      'insert into "sale"',
      "insert into ledger_entry",
      "from pending p",
      "insert into dead_letter",
      "delete from dead_letter",
      "insert into idempotency_key",
      "from idempotency_key where hashed_key(key) = any",
      "delete from idempotency_key",
      "update idempotency_key",
      "from ledger_entry where create_date_time >=",
      "from pg_stat_activity",
      "where e.source_id =",
      "and sequence >",
      "from redemption_item where redemption = any",
    ])
      expect(texts.toLowerCase().replace(/\s+/g, " ")).toContain(part);
    expect(statements.length).toBeGreaterThan(50);
  });

  test.each([
    { name: "on empty tables", rows: 0 },
    { name: "on tables of 300 rows", rows: 300 },
    { name: "on tables of 20,000 rows", rows: 20_000 },
  ])("$name", { timeout: 600_000 }, async ({ rows }) => {
    // Runs without the time limit of the service's sessions.
    if (rows > 0) await fill(openRecorder().sql, rows);
    expect(await findFaults()).toEqual([]);
  });

  test("on 24 partitions of 1,000 sales and 16 of the ledger", async () => {
    await addPartitions(partitioned.sql, 24);
    expect((await listPartitions(partitioned.sql)).length).toBeGreaterThanOrEqual(24);
    expect(await findFaults(partitioned.sql, fullScans)).toEqual([]);
    await fill(partitioned.openRecorder().sql, 24_000);
    expect(await findFaults(partitioned.sql)).toEqual([]);
    const scan = "select s.id from sale s where lower(s.external_id) = $1";
    expect(fullScans(await explain(scan, partitioned.sql))).not.toEqual([]);
    const wholeLedger = "select e.id from ledger_entry e where lower(e.type) = $1";
    expect(fullScans(await explain(wholeLedger, partitioned.sql))).not.toEqual([]);
  });

  test("on an empty ledger in 16 partitions, but for loops over the entries of one source", async () => {
    const { sql: empty } = await openTestDatabase(1, 16);
    expect(await findFaults(empty, fullScans)).toEqual([]);
  });

  test("a read of a member's entries opens one partition of the ledger, by a plan for all members", async () => {
    const text = `select id from ledger_entry where member = $1 and create_date_time > $2 order by create_date_time, sequence limit 10`;
    const plan = await partitioned.sql.begin(async (tx) => {
      await tx`set local plan_cache_mode = force_generic_plan`;
      await tx.unsafe(`prepare of_member (uuid, timestamptz) as ${text}`);
      const [row] = await tx.unsafe<{ "QUERY PLAN": readonly [{ Plan: PlanNode }] }[]>(
        `explain (format json) execute of_member ('${newId()}', now())`,
      );
      await tx`deallocate of_member`;
      return row?.["QUERY PLAN"][0].Plan as PlanNode;
    });
    const read = nodesOf(plan).flatMap((node) => node["Relation Name"] ?? []);
    expect(read).toEqual([expect.stringMatching(/^ledger_entry_\d+$/)]);
  });

  test("a statement that compares an expression instead of an indexed column is found", async () => {
    expect(fullScans(await explain("select s.id from sale s where lower(s.external_id) = $1", sql))).not.toEqual([]);
  });

  test("a statement that filters or counts a whole list is found, despite a limit", async () => {
    const inOrder = "order by create_date_time, id limit 10";
    expect(fullScans(await explain(`select id from sale where lower(status) = $1 ${inOrder}`, sql))).not.toEqual([]);
    expect(fullScans(await explain("select count(*) from sale limit 10", sql))).not.toEqual([]);
    expect(fullScans(await explain(`select id from sale ${inOrder}`, sql))).toEqual([]);
  });

  test("a nested loop over a list for each row is found", async () => {
    const { sql: fresh } = await openTestDatabase(1);
    const text = `update sale t set status = r.status from unnest($1::uuid[], $2::text[]) as r(id, status)
      where t.id = any($1::uuid[]) and t.id = r.id and t.status = any($3::text[])`;
    expect(listLoops(await explain(text, fresh))).not.toEqual([]);
  });
});
