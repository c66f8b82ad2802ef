import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { migrationsFolder } from "@rewards/db";
import postgres from "postgres";
import { describe, expect, test } from "vitest";
import { createEmpty } from "../../../../test/src/clone.ts";
import { openTestDatabase } from "../../../db/src/testing/database.ts";
import { wrongStatistics } from "../../../db/src/testing/statistics.ts";
import { verifyBooks } from "../books/books.verify.ts";
import { migrateDatabase } from "./migrate.ts";

const { sql } = await openTestDatabase();

async function query<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return [...(await client.unsafe<Row[]>(text))];
  } finally {
    await client.end();
  }
}

const schemaText = `
  select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns
  where table_schema = 'public' order by 1, 2`;
const indexText = "select indexdef from pg_indexes where schemaname = 'public' order by 1";

describe("migrating", () => {
  test("four processes at once and one more later migrate the database once", async () => {
    const url = await createEmpty();
    await Promise.all(Array.from({ length: 4 }, () => migrateDatabase(url)));
    await migrateDatabase(url);
    const journal = JSON.parse(await readFile(join(migrationsFolder, "meta/_journal.json"), "utf8"));
    const applied = await query<{ count: number }>(url, "select count(*)::int from drizzle.__drizzle_migrations");
    expect(applied).toEqual([{ count: journal.entries.length }]);
    expect(await query(url, "select version::int from catalogue")).toEqual([{ version: 1 }]);
    expect(await query(url, schemaText)).toEqual([...(await sql.unsafe(schemaText))]);
    expect(await query(url, indexText)).toEqual([...(await sql.unsafe(indexText))]);
  });

  test("the first run chooses the number of the ledger's partitions, and another number is refused later", async () => {
    const url = await createEmpty();
    await migrateDatabase(url, { ledgerPartitions: 8 });
    const parts = () => query(url, "select from pg_inherits where inhparent = 'ledger_entry'::regclass");
    expect(await parts()).toHaveLength(8);
    await migrateDatabase(url);
    await migrateDatabase(url, { ledgerPartitions: 8 });
    await expect(migrateDatabase(url, { ledgerPartitions: 16 })).rejects.toThrow(
      "The ledger has 8 partitions, not 16: the first migrate of a database chooses their number. Set LEDGER_PARTITIONS to 8",
    );
    expect(await parts()).toHaveLength(8);
  });

  test("fails if tables or columns of the definitions are missing afterwards, and names them and the remedy", async () => {
    const changed = await openTestDatabase();
    await changed.sql.unsafe("drop table segment cascade; alter table store drop column description cascade");
    await expect(migrateDatabase(changed.url)).rejects.toThrow(
      /lacks the column store\.description, the table segment\. .*`npm run generate`/,
    );
  });

  test("a database begins with the programme REWARDS and its currency Points", async () => {
    const programmes = await sql`
      select p.business_id, p.name, p.status, p.earning_rate, p.earning_rounding, p.earning_fraction_digits, c.name as currency, c.position
      from programme p left join currency c on c.program = p.id`;
    expect([...programmes]).toEqual([
      {
        business_id: "REWARDS",
        name: "Rewards",
        status: "Open-Active",
        earning_rate: "1.0000",
        earning_rounding: "toward-zero",
        earning_fraction_digits: 0,
        currency: "Points",
        position: 0,
      },
    ]);
  });

  test("of sales and ledger entries, ANALYZE reads the columns of indexes, and what an operator wants it to", async () => {
    for (const table of ["sale", "ledger_entry"]) expect(await wrongStatistics(sql, table)).toEqual([]);
    await sql`alter table sale_default alter column origin set statistics 50`;
    await sql`select leave_out_statistics('sale')`;
    expect(await wrongStatistics(sql, "sale")).toEqual(["sale_default.origin"]);
  });

  test("of the keys of sales, ANALYZE reads no column", async () => {
    const rows = await sql`
      select attrelid::regclass, attname from pg_attribute join pg_partition_tree('sale_key') on relid = attrelid
      where isleaf and attnum > 0 and not attisdropped and attstattarget is distinct from 0`;
    expect(rows).toEqual([]);
  });

  test("a new database's books add up", async () => expect(await verifyBooks(sql)).toEqual([]));
});
