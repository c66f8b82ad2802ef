import { expect, test } from "vitest";
import { openTestDatabase } from "../../../db/src/testing/database.ts";
import { verifyBooks } from "../books/books.verify.ts";
import { fillBooks } from "../testing/books.ts";
import { type Damage, findDamage } from "../testing/damage.ts";

const { sql } = await openTestDatabase(4, 4);
const { buyer, idle, currency, completed, middle, last, lastSequence, headed } = await fillBooks(sql);
const [used] = await sql<
  { part: string }[]
>`select tableoid::regclass::text as part from ledger_entry where id = ${middle}`;
const part = used?.part ?? "";

const source = "(source_id, type, currency, member)";
const remade = (how: string) => [
  "drop index ledger_entry_source_key",
  `create unique index ledger_entry_source_key on ${how}`,
];
const index = { kind: "unique index", table: "ledger_entry", name: "ledger_entry_source_key" };
const trigger = { kind: "trigger", table: "ledger_entry_2", name: "ledger_entry_2_immutable" };

const damages: Damage[] = [
  [
    "guard.intact",
    "a missing trigger of a partition",
    "drop trigger ledger_entry_2_immutable on ledger_entry_2",
    trigger,
  ],
  [
    "guard.intact",
    "a trigger of a partition that is turned off",
    "alter table ledger_entry_2 disable trigger ledger_entry_2_immutable",
    trigger,
  ],
  [
    "guard.intact",
    "a missing trigger of the whole",
    "drop trigger ledger_entry_immutable on ledger_entry",
    { kind: "trigger", table: "ledger_entry" },
  ],
  ["guard.intact", "a missing index", "drop index ledger_entry_source_key", index],
  ["guard.intact", "an index that the partitions lack", remade(`only ledger_entry ${source}`), index],
  [
    "guard.intact",
    "an index that one partition lacks",
    [
      ...remade(`only ledger_entry ${source}`),
      ...[0, 1, 2].flatMap((n) => [
        `create unique index part_${n} on ledger_entry_${n} ${source}`,
        `alter index ledger_entry_source_key attach partition part_${n}`,
      ]),
    ],
    index,
  ],
  [
    "guard.intact",
    "an index over one more column",
    remade("ledger_entry (source_id, type, currency, member, id)"),
    index,
  ],
  [
    "guard.intact",
    "a missing primary key",
    "alter table ledger_entry drop constraint ledger_entry_pkey",
    { kind: "primary key", table: "ledger_entry" },
  ],
  [
    "guard.intact",
    "a partition that was taken away",
    "alter table ledger_entry detach partition ledger_entry_2",
    { kind: "partitions", table: "ledger_entry" },
  ],
  [
    "guard.intact",
    "an unlogged partition, which a crash empties",
    "alter table ledger_entry_2 set unlogged",
    { kind: "table", table: "ledger_entry" },
  ],
  [
    "posting.once",
    "a sale posted for two members",
    `insert into ledger_entry select gen_random_uuid(), '${idle}', currency, 1, type, currency_awarded, currency_awarded, currency_awarded,
      source_class, source_id, create_date_time, hash, rules, why from ledger_entry where id = '${middle}'`,
    { source: completed, type: "Sale", currency },
  ],
  [
    "entry.hash",
    "an entry of a partition that was changed",
    `update ${part} set currency_awarded = currency_awarded + 1 where id = '${middle}'`,
    { member: buyer, currency, sequence: "2", entry: middle },
  ],
  [
    "balance.sum",
    "an entry taken from a partition",
    `delete from ${part} where id = '${last}'`,
    { member: buyer, currency },
  ],
  ["head.entries", "an entry taken from a partition", `delete from ${part} where id = '${last}'`, { head: headed }],
];

test("verifyBooks finds nothing in a sound ledger with partitions", async () => {
  expect(Number(lastSequence)).toBeGreaterThan(2);
  expect(await verifyBooks(sql)).toEqual([]);
});

test.each(damages)("finds by %s: %s, and names the first", async (check, _, damage, first) => {
  const found = (await findDamage(sql, damage)).find((finding) => finding.check === check);
  expect(found).toMatchObject({ broken: expect.any(Number), first });
});

test.each(["update", "delete", "truncate"] as const)(
  "a partition refuses %s of entries, by itself and as part of the whole",
  async (what) => {
    const statementFor = { update: "update % set type = type", delete: "delete from %", truncate: "truncate %" }[what];
    for (const table of ["ledger_entry", part])
      await expect(sql.unsafe(statementFor.replace("%", table))).rejects.toThrow("are never changed");
  },
);

test("a source is posted once for its member, by an index of the partition", async () => {
  const again = sql`
    insert into ledger_entry (id, member, currency, sequence, type, currency_awarded, member_balance, awarded_after, source_class, source_id, create_date_time, hash, why)
    select gen_random_uuid(), member, currency, 1000, type, currency_awarded, member_balance, awarded_after, source_class, source_id, create_date_time, hash, why
    from ledger_entry where id = ${middle}`;
  await expect(again).rejects.toMatchObject({ code: "23505" });
});
