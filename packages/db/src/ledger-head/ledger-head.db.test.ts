import { createHash } from "node:crypto";
import { type EntryType, hashEntry, hashHead, headGraceMs } from "@rewards/domain";
import { describe, expect, test } from "vitest";
import { times } from "../../../../test/src/records.ts";
import { checkBooks, findingsOf, inspectBooks, verifyBooks } from "../books/books.verify.ts";
import type { Sql, Tx } from "../client.ts";
import { holding, openTestDatabase, undone, untilWaiting } from "../testing/database.ts";
import { adjustmentOf, pointsId as currencyId, post, postWithin } from "../testing/ledger.ts";
import { openShop } from "../testing/shop.ts";
import { writeHeads, writeMissing } from "./ledger-head.write.ts";

const dayMs = 86_400_000;
const noon = (day: string) => Date.parse(`${day}T12:00:00Z`);
const afterDay = (day: string) => Date.parse(day) + dayMs + headGraceMs;

/** An adjustment of 5 to each of the members. */
const gifts = (memberIds: readonly string[]) => memberIds.map((memberId) => adjustmentOf(memberId, 5));

interface HeadRow {
  readonly day: string;
  readonly head: string;
  readonly chains: string;
}

const readHeads = (sql: Sql | Tx) =>
  sql<HeadRow[]>`select day::text, encode(head, 'hex') as head, chains from ledger_head order by day`;

/** Three days of entries with a day without any between, on a database of its own; the last entry of each chain on the 5th. */
async function openLedger() {
  const { sql } = await openTestDatabase(6);
  const { memberIds } = await openShop(sql, 3);
  const [first = "", second = "", third = ""] = memberIds;
  await post(sql, gifts([first, second]), noon("2026-05-01"));
  await post(sql, gifts([first]), noon("2026-05-01") + 1);
  await post(sql, gifts([second]), noon("2026-05-02"));
  await post(sql, gifts([third, first]), noon("2026-05-04"));
  await post(sql, gifts(memberIds), noon("2026-05-05"));
  return { sql, memberIds, first };
}

describe("writeHeads", () => {
  test("writes a head for each finished day with entries, over the head before, and each once", async () => {
    const { sql } = await openLedger();
    const written = await writeHeads(sql, { clockMs: afterDay("2026-05-04") });
    expect(written.map(({ day, chains }) => [day, chains])).toEqual([
      ["2026-05-01", 2],
      ["2026-05-02", 1],
      ["2026-05-04", 2],
    ]);
    expect(await writeHeads(sql, { clockMs: afterDay("2026-05-04") })).toEqual([]);
    const rows = [...(await readHeads(sql))];
    expect(rows).toEqual(written.map(({ day, head, chains }) => ({ day, head, chains: String(chains) })));
    await writeHeads(sql, { clockMs: afterDay("2026-05-05") });
    expect((await readHeads(sql)).slice(0, 3)).toEqual(rows);
    expect(await readHeads(sql)).toHaveLength(4);
    expect(await verifyBooks(sql)).toEqual([]);
  });

  test("gives the same heads day by day as all at once, which is how they are verified", async () => {
    const { sql } = await openLedger();
    for (const day of ["2026-05-01", "2026-05-02", "2026-05-03", "2026-05-04", "2026-05-05"])
      await writeHeads(sql, { clockMs: afterDay(day) });
    expect(await readHeads(sql)).toHaveLength(4);
    expect(await verifyBooks(sql)).toEqual([]);
  });

  test("writes no head of a day before its grace is over", async () => {
    const { sql } = await openLedger();
    const days = async (clockMs: number) => (await writeHeads(sql, { clockMs })).map(({ day }) => day);
    await days(afterDay("2026-05-04"));
    expect(await days(afterDay("2026-05-05") - 1)).toEqual([]);
    expect(await days(afterDay("2026-05-05"))).toEqual(["2026-05-05"]);
  });

  test("goes by Postgres' clock: what is posted now has no head today", async () => {
    const { sql, memberIds } = await openLedger();
    await post(sql, gifts(memberIds), Date.now());
    const today = new Date().toISOString().slice(0, 10);
    expect((await writeHeads(sql)).map(({ day }) => day)).not.toContain(today);
    expect(await readHeads(sql)).toHaveLength(4);
  });

  test("run four times at once writes one row a day", async () => {
    const { sql } = await openLedger();
    const clock = { clockMs: afterDay("2026-05-05") };
    let writing: Promise<number[]> = Promise.resolve([]);
    // None of them gets to the entries before all of them are under way.
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
    expect((await inspectBooks(sql)).heads).toEqual({ days: 0, last: null, isBehind: false });
  });

  test("is of this very form, which anyone can compute from the entries", async () => {
    const { sql, memberIds } = await openLedger();
    const [head] = await writeHeads(sql, { clockMs: afterDay("2026-05-02") });
    const lines = new Map<number, string[]>();
    const rows = await sql<{ member: string; sequence: string; hash: string }[]>`
      select member, sequence, encode(hash, 'hex') as hash from ledger_entry
      where create_date_time < '2026-05-02T00:00:00Z' order by member, sequence desc`;
    const lastRows = memberIds.flatMap((id) => rows.find(({ member }) => member === id) ?? []);
    for (const { member, sequence, hash } of lastRows.sort((a, b) => (a.member < b.member ? -1 : 1))) {
      const slice = Number.parseInt(member.slice(0, 2), 16);
      const line = `${member}|${currencyId}|${sequence.padStart(19, "0")}|${hash}`;
      lines.set(slice, [...(lines.get(slice) ?? []), line]);
    }
    const parts = [...lines].sort(([a], [b]) => a - b).map(([, of]) => sha256(of.join("\n")));
    expect(head?.head).toBe(hashHead("", sha256(Buffer.concat(parts)).toString("hex")));
  });
});

describe("verification", async () => {
  const { sql, first } = await openLedger();
  await writeHeads(sql, { clockMs: afterDay("2026-05-05") });
  const noted = new Map((await readHeads(sql)).map(({ day, head }) => [day, head]));
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

  test("finds the tail of a chain that was cut off, with its balance and its source set back", async () => {
    expect(await damaged((tx) => cutTail(tx, first))).toEqual([
      { check: "head.entries", broken: 1, first: { day: "2026-05-05" } },
    ]);
  });

  test("finds a chain that was hashed anew from its first entry on, its balance too", async () => {
    expect(await damaged((tx) => rehash(tx, first))).toEqual([
      { check: "head.entries", broken: 3, first: { day: "2026-05-01" } },
    ]);
  });

  test("finds a head that was changed, and one that is gone", async () => {
    const change = (tx: Tx) => tx`update ledger_head set head = sha256('x') where day = '2026-05-02'`;
    const loss = (tx: Tx) => tx`delete from ledger_head where day = '2026-05-04'`;
    expect(await damaged(change)).toEqual([{ check: "head.entries", broken: 2, first: { day: "2026-05-02" } }]);
    expect(await damaged(loss)).toEqual([{ check: "head.entries", broken: 2, first: { day: "2026-05-04" } }]);
  });

  test("finds an entry that was put into a finished day", async () => {
    const late = (tx: Tx) => postWithin(tx, gifts([first]), noon("2026-05-05") + 1);
    expect(await damaged(late)).toEqual([{ check: "head.entries", broken: 1, first: { day: "2026-05-05" } }]);
  });

  test("of heads that were all written anew finds what differs from those noted elsewhere, and that alone", async () => {
    const rewrite = async (tx: Tx) => {
      await rehash(tx, first);
      await tx`delete from ledger_head`;
      await writeMissing(tx, afterDay("2026-05-05"));
    };
    expect(await damaged(rewrite)).toEqual([]);
    const [finding] = await damaged(rewrite, noted);
    const stands = expect.stringMatching(/^[0-9a-f]{64}$/);
    expect(finding).toEqual({
      check: "head.noted",
      broken: 4,
      first: { day: "2026-05-01", noted: noted.get("2026-05-01"), stands },
    });
  });

  test("of heads cut off together with their entries finds that a noted one is gone", async () => {
    const cut = (tx: Tx) => tx`delete from ledger_head where day = '2026-05-05'`;
    expect(await damaged(cut)).toEqual([]);
    expect(await damaged(cut, noted)).toEqual([
      {
        check: "head.noted",
        broken: 1,
        first: { day: "2026-05-05", noted: noted.get("2026-05-05"), stands: "none" },
      },
    ]);
  });

  test("agrees with heads noted elsewhere, and counts them", async () => {
    const { isSound, passes } = await inspectBooks(sql, { noted });
    const result = passes.flatMap(({ results }) => results).find(({ check }) => check === "head.noted");
    expect([isSound, result]).toEqual([true, expect.objectContaining({ rows: 4, broken: 0, first: null })]);
  });

  test("tells how far the heads stand, and whether finished days have none yet", async () => {
    const newest = { day: "2026-05-05", head: noted.get("2026-05-05"), chains: 3 };
    expect((await inspectBooks(sql)).heads).toEqual({ days: 4, last: newest, isBehind: false });
    const { sql: behind } = await openLedger();
    expect((await inspectBooks(behind)).heads).toEqual({ days: 0, last: null, isBehind: true });
    await writeHeads(behind, { clockMs: afterDay("2026-05-04") });
    expect((await inspectBooks(behind)).heads).toMatchObject({ days: 3, isBehind: true });
  });
});

/** Takes the last entry of a member away as if it had never been posted, its adjustment and its history too. */
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

/** Raises the first amount of a member by 1, and carries it through everything that follows from it. */
async function rehash(tx: Tx, memberId: string): Promise<void> {
  await tx`update ledger_entry set member_balance = member_balance + 1, awarded_after = awarded_after + 1,
    currency_awarded = currency_awarded + (sequence = 1)::int where member = ${memberId}`;
  await tx`update balance set balance = balance + 1, awarded = awarded + 1 where member = ${memberId}`;
  await tx`update adjustment a set amount = e.currency_awarded from ledger_entry e where e.source_id = a.id`;
  await tx`
    update history h set changes = jsonb_build_array(jsonb_build_object('field', 'Balance.Points',
      'from', trim_scale(e.member_balance - e.currency_awarded)::text, 'to', trim_scale(e.member_balance)::text))
    from ledger_entry e where e.member = ${memberId} and h.record_id = e.member and h.version = e.sequence + 1`;
  const rows = await tx<Record<string, string>[]>`
    select id, sequence, type, source_id, currency_awarded, member_balance, (extract(epoch from create_date_time) * 1000)::bigint as at
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
  };
}

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();
