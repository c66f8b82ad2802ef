import { createHash } from "node:crypto";
import { type EntryType, hashEntry, hashHead, headGraceMs, type LedgerHead } from "@rewards/domain";
import { describe, expect, test } from "vitest";
import { times } from "../../../../test/src/records.ts";
import type { Sql, Tx } from "../../../db/src/client.ts";
import { holding, openTestDatabase, undone, untilWaiting } from "../../../db/src/testing/database.ts";
import { adjustmentOf, pointsId as currencyId, post, postWithin } from "../../../db/src/testing/ledger.ts";
import { openShop } from "../../../db/src/testing/shop.ts";
import { checkBooks, findingsOf, inspectBooks, verifyBooks } from "../books/books.verify.ts";
import { writeHeads, writeMissing } from "./ledger-head.write.ts";

const hourMs = 3_600_000;
const timeOf = (text: string) => Date.parse(`2026-05-${text}:00Z`);
/** The end of the hour with this beginning. */
const endOf = (text: string) => new Date(timeOf(text) + hourMs).toISOString();
const afterHour = (text: string) => timeOf(text) + hourMs + headGraceMs;

/** An adjustment of 5 to each of the members. */
const gifts = (memberIds: readonly string[]) => memberIds.map((memberId) => adjustmentOf(memberId, 5));

interface HeadRow {
  readonly until: string;
  readonly head: string;
  readonly entries: string;
}

const readHeads = async (sql: Sql | Tx) =>
  (
    await sql<(Omit<HeadRow, "until"> & { until: Date })[]>`
      select until, encode(head, 'hex') as head, entries from ledger_period_head order by until`
  ).map((row) => ({ ...row, until: row.until.toISOString() }));

/** A new database with entries in four hours, and empty hours between. Each chain ends in the last of them. */
async function openLedger() {
  const { sql } = await openTestDatabase(6);
  const { memberIds } = await openShop(sql, 3);
  const [first = "", second = "", third = ""] = memberIds;
  await post(sql, gifts([first, second]), timeOf("01T12:00"));
  await post(sql, gifts([first]), timeOf("01T12:59"));
  await post(sql, gifts([second]), timeOf("01T13:00"));
  await post(sql, gifts([third, first]), timeOf("04T00:30"));
  await post(sql, gifts(memberIds), timeOf("05T23:30"));
  return { sql, memberIds, first };
}

describe("writeHeads", () => {
  test("writes one head for each past hour with entries, chained to the previous head", async () => {
    const { sql } = await openLedger();
    const written = await writeHeads(sql, { clockMs: afterHour("04T00:00") });
    expect(written.map(({ at, count }) => [at, count])).toEqual([
      [endOf("01T12:00"), 3],
      [endOf("01T13:00"), 1],
      [endOf("04T00:00"), 2],
    ]);
    expect(await writeHeads(sql, { clockMs: afterHour("04T00:00") })).toEqual([]);
    const rows = [...(await readHeads(sql))];
    expect(rows).toEqual(written.map(({ at, head, count }) => ({ until: at, head, entries: String(count) })));
    await writeHeads(sql, { clockMs: afterHour("05T23:00") });
    expect((await readHeads(sql)).slice(0, 3)).toEqual(rows);
    expect(await readHeads(sql)).toHaveLength(4);
    expect(await verifyBooks(sql)).toEqual([]);
  });

  test("writes the same heads hour by hour as all at once, which is how they are verified", async () => {
    const [{ sql }, { sql: late }] = [await openLedger(), await openLedger()];
    for (const hour of ["01T12:00", "01T13:00", "01T14:00", "04T00:00", "05T23:00"])
      await writeHeads(sql, { clockMs: afterHour(hour) });
    await writeHeads(late, { clockMs: afterHour("05T23:00") });
    const ends = (await readHeads(sql)).map(({ until }) => until);
    expect(ends).toHaveLength(4);
    expect((await readHeads(late)).map(({ until }) => until)).toEqual(ends);
    expect([await verifyBooks(sql), await verifyBooks(late)]).toEqual([[], []]);
  });

  test("writes no head of an hour before its grace period is over", async () => {
    const { sql } = await openLedger();
    const days = async (clockMs: number) => (await writeHeads(sql, { clockMs })).map(({ at }) => at);
    await days(afterHour("04T00:00"));
    expect(await days(afterHour("05T23:00") - 1)).toEqual([]);
    expect(await days(afterHour("05T23:00"))).toEqual([endOf("05T23:00")]);
  });

  test("uses Postgres' clock: an entry posted now gets no head within this hour", async () => {
    const { sql, memberIds } = await openLedger();
    await post(sql, gifts(memberIds), Date.now());
    expect((await writeHeads(sql)).every(({ at }) => Date.parse(at) <= Date.now())).toBe(true);
    expect(await readHeads(sql)).toHaveLength(4);
  });

  test("run four times at once writes one row per hour", async () => {
    const { sql } = await openLedger();
    const clock = { clockMs: afterHour("05T23:00") };
    let writing: Promise<number[]> = Promise.resolve([]);
    // The lock keeps each of them from the entries until all are under way.
    await holding(
      sql,
      (tx) => tx`lock table ledger_entry`,
      async () => {
        writing = Promise.all(times(4, async () => (await writeHeads(sql, clock)).length));
        await untilWaiting(sql, 4);
        return "commit";
      },
    );
    expect((await writing).sort()).toEqual([0, 0, 0, 4]);
    expect(await readHeads(sql)).toHaveLength(4);
    expect(await verifyBooks(sql)).toEqual([]);
  });

  test("of an empty ledger writes nothing", async () => {
    const { sql } = await openTestDatabase(1);
    expect(await writeHeads(sql)).toEqual([]);
    expect((await inspectBooks(sql)).heads).toEqual({ count: 0, last: null, isBehind: false });
  });

  test("waits for a posting with a time in the hour that is not committed, however old it is", async () => {
    const { sql, first } = await openLedger();
    let writing: Promise<readonly LedgerHead[]> = Promise.resolve([]);
    await holding(
      sql,
      (tx) => postWithin(tx, gifts([first]), timeOf("05T23:59")),
      async () => {
        writing = writeHeads(sql, { clockMs: afterHour("05T23:00") });
        await expect
          .poll(
            () =>
              sql`select from pg_locks where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database())`,
          )
          .toHaveLength(1);
        return "commit";
      },
    );
    expect((await writing).at(-1)).toMatchObject({ at: endOf("05T23:00"), count: 4 });
    expect(await verifyBooks(sql)).toEqual([]);
  });

  test("writes heads in exactly this form, which anyone can compute from the entries", async () => {
    const { sql } = await openLedger();
    const [head] = await writeHeads(sql, { clockMs: afterHour("01T12:00") });
    const rows = await sql<{ hash: string }[]>`
      select encode(hash, 'hex') as hash from ledger_entry where create_date_time < ${endOf("01T12:00")}`;
    const slices = new Map<string, string[]>();
    for (const { hash } of rows.toSorted((a, b) => (a.hash < b.hash ? -1 : 1)))
      slices.set(hash.slice(0, 2), [...(slices.get(hash.slice(0, 2)) ?? []), hash]);
    const parts = [...slices.values()].map((hashes) => sha256(Buffer.from(hashes.join(""), "hex")));
    const fold = sha256(Buffer.concat(parts)).toString("hex");
    expect(head).toMatchObject({ head: hashHead("", { at: endOf("01T12:00"), fold }), count: 3 });
  });
});

describe("verification", async () => {
  const { sql, first } = await openLedger();
  await writeHeads(sql, { clockMs: afterHour("05T23:00") });
  const noted = new Map((await readHeads(sql)).map(({ until, head }) => [until, head]));
  const damaged = (damage: (tx: Tx) => Promise<unknown>, of = new Map<string, string>()) =>
    undone(sql, async (tx) => {
      await tx`set local session_replication_role = replica`;
      await damage(tx);
      return findingsOf(await checkBooks(tx, { noted: of })).map(({ check, broken, first: row }) => ({
        check,
        broken,
        first: row,
      }));
    });

  test("finds that the tail of a chain was cut off, with its balance and its source reset", async () => {
    expect(await damaged((tx) => cutTail(tx, first))).toEqual([
      { check: "head.entries", broken: 1, first: { head: endOf("05T23:00") } },
    ]);
  });

  test("finds a chain that was rehashed from its first entry on, with its balance", async () => {
    expect(await damaged((tx) => rehash(tx, first))).toEqual([
      { check: "head.entries", broken: 3, first: { head: endOf("01T12:00") } },
    ]);
  });

  test("finds a changed head, and a missing one", async () => {
    const change = (tx: Tx) => tx`update ledger_period_head set head = sha256('x') where until = ${endOf("01T13:00")}`;
    const loss = (tx: Tx) => tx`delete from ledger_period_head where until = ${endOf("04T00:00")}`;
    expect(await damaged(change)).toEqual([{ check: "head.entries", broken: 2, first: { head: endOf("01T13:00") } }]);
    // Its period then belongs to the next head.
    expect(await damaged(loss)).toEqual([{ check: "head.entries", broken: 1, first: { head: endOf("05T23:00") } }]);
  });

  test("finds an entry that was inserted into an hour with a head", async () => {
    const late = (tx: Tx) => postWithin(tx, gifts([first]), timeOf("05T23:30") + 1);
    expect(await damaged(late)).toEqual([{ check: "head.entries", broken: 1, first: { head: endOf("05T23:00") } }]);
  });

  test("of heads that were all rewritten finds only the difference from those noted elsewhere", async () => {
    const rewrite = async (tx: Tx) => {
      await rehash(tx, first);
      await tx`delete from ledger_period_head`;
      await writeMissing(tx, afterHour("05T23:00"));
    };
    expect(await damaged(rewrite)).toEqual([]);
    const [finding] = await damaged(rewrite, noted);
    const found = expect.stringMatching(/^[0-9a-f]{64}$/);
    expect(finding).toEqual({
      check: "head.noted",
      broken: 4,
      first: { head: endOf("01T12:00"), noted: noted.get(endOf("01T12:00")), found },
    });
  });

  test("of heads cut off together with their entries finds that a noted one is missing", async () => {
    const cut = (tx: Tx) => tx`delete from ledger_period_head where until = ${endOf("05T23:00")}`;
    expect(await damaged(cut)).toEqual([]);
    expect(await damaged(cut, noted)).toEqual([
      {
        check: "head.noted",
        broken: 1,
        first: { head: endOf("05T23:00"), noted: noted.get(endOf("05T23:00")), found: "none" },
      },
    ]);
  });

  test("agrees with heads noted elsewhere, and counts them", async () => {
    const { isSound, passes } = await inspectBooks(sql, { noted });
    const result = passes.flatMap(({ results }) => results).find(({ check }) => check === "head.noted");
    expect([isSound, result]).toEqual([true, expect.objectContaining({ rows: 4, broken: 0, first: null })]);
  });

  test("reports the last head, and whether past hours have none yet", async () => {
    const newest = { at: endOf("05T23:00"), head: noted.get(endOf("05T23:00")), count: 3 };
    expect((await inspectBooks(sql)).heads).toEqual({ count: 4, last: newest, isBehind: false });
    const { sql: behind } = await openLedger();
    expect((await inspectBooks(behind)).heads).toEqual({ count: 0, last: null, isBehind: true });
    await writeHeads(behind, { clockMs: afterHour("04T00:00") });
    expect((await inspectBooks(behind)).heads).toMatchObject({ count: 3, isBehind: true });
  });
});

/** Removes the last entry of a member as if it had never been posted, with its adjustment and its history. */
async function cutTail(tx: Tx, memberId: string): Promise<void> {
  const [entry] = await tx<{ source_id: string }[]>`
    delete from ledger_entry where member = ${memberId}
      and sequence = (select max(sequence) from ledger_entry where member = ${memberId}) returning source_id`;
  await tx`delete from adjustment where id = ${entry?.source_id ?? null}`;
  await tx`delete from history h using member m where m.id = ${memberId} and h.record_id = m.id and h.version = m.version`;
  await tx`
    update member m set version = h.version, update_date_time = h.at
    from history h where m.id = ${memberId} and h.record_id = m.id and h.version = m.version - 1`;
  await tx`
    update balance b set balance = e.member_balance, awarded = e.awarded_after, sequence = e.sequence,
      last_at = e.create_date_time, last_hash = e.hash
    from ledger_entry e where e.member = ${memberId} and b.member = e.member and e.sequence = b.sequence - 1`;
}

/** Raises the first amount of a member by 1, and updates everything that follows from it. */
async function rehash(tx: Tx, memberId: string): Promise<void> {
  await tx`update ledger_entry set member_balance = member_balance + 1, awarded_after = awarded_after + 1,
    currency_awarded = currency_awarded + (sequence = 1)::int,
    why = format('{"base":%s,"lines":[],"rules":[]}', currency_awarded + (sequence = 1)::int) where member = ${memberId}`;
  await tx`update balance set balance = balance + 1, awarded = awarded + 1 where member = ${memberId}`;
  await tx`update adjustment a set amount = e.currency_awarded from ledger_entry e where e.source_id = a.id`;
  await tx`
    update history h set changes = jsonb_build_array(jsonb_build_object('field', 'Balance.Points',
      'from', trim_scale(e.member_balance - e.currency_awarded)::text, 'to', trim_scale(e.member_balance)::text))
    from ledger_entry e where e.member = ${memberId} and h.record_id = e.member and h.version = e.sequence + 1`;
  const rows = await tx<Record<string, string>[]>`
    select id, sequence, type, source_id, why, currency_awarded, member_balance, (extract(epoch from create_date_time) * 1000)::bigint as at
    from ledger_entry where member = ${memberId} order by sequence`;
  let hash = "";
  for (const row of rows) {
    hash = hashEntry(entryOf(memberId, row), hash);
    await tx`update ledger_entry set hash = decode(${hash}, 'hex') where id = ${row["id"] as string}`;
  }
  await tx`update balance set last_hash = decode(${hash}, 'hex') where member = ${memberId}`;
}

const unitsOf = (text: string | undefined) => BigInt(String(text).replace(".", ""));

function entryOf(memberId: string, row: Record<string, string>): Parameters<typeof hashEntry>[0] {
  return {
    memberId,
    currencyId,
    type: row["type"] as EntryType,
    sourceClass: "Adjustment",
    sourceId: row["source_id"] as string,
    amount: unitsOf(row["currency_awarded"]),
    sequence: Number(row["sequence"]),
    balanceAfter: unitsOf(row["member_balance"]),
    awardedAfter: 0n,
    postedAtMs: Number(row["at"]),
    rules: null,
    why: row["why"] as string,
  };
}

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();
