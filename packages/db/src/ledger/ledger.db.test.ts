import { type Balance, type BalanceKey, type EntryType, hashEntry } from "@rewards/domain";
import { describe, expect, test } from "vitest";
import { times } from "../../../../test/src/records.ts";
import { verifyBooks } from "../../../operations/src/books/books.verify.ts";
import type { Tx } from "../client.ts";
import { codeOf } from "../fault.ts";
import { holding, openTestDatabase, undone, untilWaiting } from "../testing/database.ts";
import { addCurrency, adjustmentOf, pointsId as currencyId, post, postWithin } from "../testing/ledger.ts";
import { openShop } from "../testing/shop.ts";
import { lockBalances } from "./ledger.lock.ts";

const database = await openTestDatabase(20);
const { sql } = database;
const { memberIds } = await openShop(sql, 30);
const [first = "", second = ""] = memberIds;

await post(sql, [adjustmentOf(first, 100), adjustmentOf(first, -30), adjustmentOf(second, 5)]);

describe("the database itself", () => {
  test.each([
    ["an update", "update ledger_entry set type = type"],
    ["an update of no row", "update ledger_entry set type = type where false"],
    ["a delete", "delete from ledger_entry"],
    ["a truncate", "truncate ledger_entry"],
    ["an update of an adjustment", "update adjustment set amount = 2"],
    ["a delete of an adjustment", "delete from adjustment"],
    ["a truncate of adjustments", "truncate adjustment"],
  ])("refuses %s, also by a superuser", async (_, text) => {
    await expect(sql.unsafe(text)).rejects.toMatchObject({ code: "23000" });
  });

  test("refuses a second entry of one source, type and currency, with its whole transaction", async () => {
    const once = adjustmentOf(first, 7);
    await post(sql, [once]);
    const before = [...(await sql`select * from balance order by id`)];
    await expect(post(sql, [adjustmentOf(second, 1), once])).rejects.toMatchObject({ code: "23505" });
    expect([...(await sql`select * from balance order by id`)]).toEqual(before);
    const otherType = [{ ...once, type: "Return" as const, amount: -once.amount }];
    await undone(sql, (tx) => postWithin(tx, otherType));
  });

  test("keeps one of ten concurrent postings of one source", async () => {
    const once = adjustmentOf(first, 1);
    const results = await Promise.allSettled(times(10, () => post(sql, [once])));
    const failures = results.flatMap((result) => (result.status === "rejected" ? [codeOf(result.reason)] : []));
    expect(failures).toEqual(times(9, () => "23505"));
    expect(await sql`select from ledger_entry where source_id = ${once.sourceId}`).toHaveLength(1);
  });
});

test("autovacuum summarises new pages of the index on time: else a read of an hour would read all of them", async () => {
  const index = await sql`select reloptions from pg_class where relname = 'ledger_entry_time_idx'`;
  expect(index).toEqual([{ reloptions: ["autosummarize=true"] }]);
});

describe("lockBalances", () => {
  const keysOf = (currency: string): BalanceKey[] => memberIds.map((memberId) => ({ memberId, currencyId: currency }));

  test("returns each balance once, in whatever order and however often it is requested", async () => {
    const keys = [...keysOf(currencyId), ...keysOf(currencyId).toReversed()];
    const locked = await sql.begin((tx) => lockBalances(tx, keys));
    expect(locked.map((one) => one.memberId)).toEqual([...memberIds].sort());
  });

  test("of no balances sends no statement", async () => {
    const recorder = database.openRecorder();
    expect(await recorder.record(() => lockBalances(recorder.sql as unknown as Tx, []))).toEqual([]);
  });

  test("inserts the balances of a new currency as 0", async () => {
    const currency = await addCurrency(sql);
    const locked = await sql.begin((tx) => lockBalances(tx, keysOf(currency)));
    expect(locked).toHaveLength(memberIds.length);
    for (const one of locked)
      expect(one).toMatchObject({
        currencyId: currency,
        balance: 0n,
        awarded: 0n,
        returned: 0n,
        sequence: 0,
        lastAtMs: 0,
        lastHash: "",
      } satisfies Partial<Balance>);
  });

  test("of a new currency by twenty transactions at once inserts each balance once and loses no posting", async () => {
    const currency = await addCurrency(sql);
    await Promise.all(
      times(20, (index) => {
        const order = index % 2 === 0 ? memberIds : memberIds.toReversed();
        return post(
          sql,
          order.map((memberId) => adjustmentOf(memberId, 1, { currencyId: currency })),
        );
      }),
    );
    const rows = await sql`select balance, sequence from balance where currency = ${currency}`;
    expect([...rows]).toEqual(memberIds.map(() => ({ balance: "20.0000", sequence: "20" })));
  });

  test("makes transactions that share members in different orders queue up instead of deadlocking", async () => {
    for (let round = 0; round < 20; round += 1) {
      await Promise.all(
        times(8, (index) => {
          const turned = [...memberIds.slice(index), ...memberIds.slice(0, index)];
          return post(
            sql,
            (index % 2 === 0 ? turned : turned.toReversed()).map((id) => adjustmentOf(id, 1)),
          );
        }),
      );
    }
    const [row] =
      await sql`select min(sequence)::int as least from balance where currency = ${currencyId} and member = any(${memberIds as string[]}::uuid[])`;
    expect(row?.["least"]).toBeGreaterThanOrEqual(160);
  });

  test("locks in the order of member and currency, whatever the order of the rows in the table", async () => {
    const currencies = [await addCurrency(sql), await addCurrency(sql)].sort();
    const [member = "", other = ""] = memberIds.slice(0, 2).sort();
    const key = (memberId: string, currency: number) => ({ memberId, currencyId: currencies[currency] as string });
    const inOrder = [key(member, 0), key(member, 1), key(other, 0), key(other, 1)];
    for (const { memberId, currencyId: currency } of inOrder.toReversed())
      await sql`insert into balance (member, currency) values (${memberId}, ${currency})`;
    // The holder takes the first balance, another transaction waits for all, and then the holder takes the others, in
    // order. The two deadlock if the one that waits holds any of them.
    let all: Promise<unknown> = Promise.resolve();
    await holding(
      sql,
      (tx) => lockBalances(tx, inOrder.slice(0, 1)),
      async (holder) => {
        all = database.openPool(1).begin(async (tx) => {
          // The order must be the statement's, not that of an index that the planner happens to use. In a new session,
          // which has no plan of the statement yet.
          await tx`select set_config(name, value, true) from (values ('enable_indexscan', 'off'), ('enable_bitmapscan', 'off'), ('enable_seqscan', 'on')) as s(name, value)`;
          return lockBalances(tx, inOrder);
        });
        await untilWaiting(sql);
        for (const next of inOrder.slice(1)) expect(await lockBalances(holder, [next])).toMatchObject([next]);
        return "commit";
      },
    );
    expect(await all).toMatchObject(inOrder);
  });
});

test("a book of 300 entries takes as many statements as a book of 1", async () => {
  const recorder = database.openRecorder();
  const counts: number[] = [];
  for (const count of [1, 300]) {
    const postings = times(count, (index) => adjustmentOf(memberIds[index % memberIds.length] as string, 1));
    counts.push((await recorder.record(() => post(recorder.sql, postings))).length);
  }
  // begin, lock, clock, the adjustments of the test, entries, balances, commit.
  expect(counts).toEqual([7, 7]);
});

test("an entry's time is never before that of the previous entry, even if the clock steps back", async () => {
  const ahead = Date.now() + 3_600_000;
  await post(sql, [adjustmentOf(second, 1)], ahead);
  await post(sql, [adjustmentOf(second, 1)]);
  const rows = await sql<{ create_date_time: Date }[]>`
    select create_date_time from ledger_entry where member = ${second} and currency = ${currencyId} order by sequence desc limit 2`;
  expect(rows.map((row) => row.create_date_time.getTime())).toEqual([ahead, ahead]);
});

test("entries and balances that are written together each keep their own time", async () => {
  const [before, ahead, after] = memberIds.slice(2, 5) as [string, string, string];
  const [clockMs, aheadMs] = [Date.now(), Date.now() + 3_600_000];
  await post(sql, [adjustmentOf(ahead, 1)], aheadMs);
  const together = [before, ahead, after].map((memberId) => adjustmentOf(memberId, 1));
  await post(sql, together, clockMs);
  const rows = await sql<{ source_id: string; entry_at: Date; balance_at: Date }[]>`
    select e.source_id, e.create_date_time as entry_at, b.last_at as balance_at
    from ledger_entry e join balance b on b.member = e.member and b.currency = e.currency
    where e.source_id = any(${together.map(({ sourceId }) => sourceId)}::uuid[])`;
  const times = together.map(({ sourceId }) => rows.find((row) => row.source_id === sourceId));
  expect(times.map((row) => row?.entry_at.getTime())).toEqual([clockMs, aheadMs, clockMs]);
  expect(times.map((row) => row?.balance_at.getTime())).toEqual([clockMs, aheadMs, clockMs]);
});

test("stored entries have the hashes that the domain computes", async () => {
  const rows = await sql<Record<string, string>[]>`
    select member, currency, sequence, type, source_class, source_id, currency_awarded, member_balance, awarded_after,
      (extract(epoch from create_date_time) * 1000)::bigint as at, rules, why, encode(hash, 'hex') as hash
    from ledger_entry order by member, currency, sequence`;
  expect(rows.length).toBeGreaterThan(1_000);
  const units = (text: string | undefined) => BigInt(String(text).replace(".", ""));
  let chain = "";
  let before = "";
  for (const row of rows) {
    const of = `${row["member"]}/${row["currency"]}`;
    const hash = hashEntry(
      {
        memberId: row["member"] as string,
        currencyId: row["currency"] as string,
        type: row["type"] as EntryType,
        sourceClass: row["source_class"] as string,
        sourceId: row["source_id"] as string,
        amount: units(row["currency_awarded"]),
        sequence: Number(row["sequence"]),
        balanceAfter: units(row["member_balance"]),
        awardedAfter: units(row["awarded_after"]),
        postedAtMs: Number(row["at"]),
        rules: row["rules"] === null ? null : Number(row["rules"]),
        why: row["why"] as string,
      },
      of === chain ? before : "",
    );
    expect(row["hash"]).toBe(hash);
    [chain, before] = [of, hash];
  }
});

test("after all of this the books add up", async () => expect(await verifyBooks(sql)).toEqual([]));
