import { readFileSync } from "node:fs";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { migrationsFolder as baseFolder } from "@rewards/db";
import { type ActionDefinition, actions, product, sale } from "@rewards/domain";
import postgres from "postgres";
import { describe, expect, onTestFinished, test } from "vitest";
import { createEmpty } from "../../../../test/src/clone.ts";
import { freshKey, newProduct, newSale, times } from "../../../../test/src/records.ts";
import { runAction } from "../../../db/src/action/action.run.ts";
import { holding, insertAll, openTestDatabase, untilWaiting } from "../../../db/src/testing/database.ts";
import { addPartitions } from "../partition/partition.add.ts";
import { migrateDatabase } from "./migrate.ts";

const migrationsFolder = fileURLToPath(new URL("../../../../test/migrations/expand", import.meta.url));

/** The base and then the sample, as one release has them: its last migration is the last that ours knows. */
async function withBase(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "rewards-migrations-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const folders = [baseFolder, migrationsFolder];
  const journals = folders.map((from) => JSON.parse(readFileSync(join(from, "meta/_journal.json"), "utf8")));
  const all: { when: number }[] = journals.flatMap(({ entries }) => entries);
  const lastMs = journals[0].entries.at(-1).when;
  const entries = all.map((entry, idx) => ({ ...entry, idx, when: lastMs + idx + 1 - all.length }));
  for (const from of folders) await cp(from, folder, { recursive: true });
  await writeFile(join(folder, "meta/_journal.json"), JSON.stringify({ ...journals[0], entries }));
  return folder;
}

const saleOf = (externalId: string) => newSale({ externalId, member: "m", store: "s", product: "p" });

describe("an expand migration", () => {
  test("changes nothing for sessions with prepared statements: actions, creates and their repeats keep working", async () => {
    const { url, openPool } = await openTestDatabase();
    // One connection, so that calls after the migration use the statements prepared before it.
    const sql = openPool(1);
    const edit = actions.find(({ target, name }) => target === product && name === "Edit") as ActionDefinition;
    const [id] = (await insertAll(sql, product, [newProduct()])) as [string];
    const use = async (name: string) => {
      await runAction(sql, edit, { id, content: { Description: name }, user: "clerk" });
      const key = freshKey("sale");
      const [first] = await insertAll(sql, sale, [saleOf(key)]);
      expect(await insertAll(sql, sale, [saleOf(key)])).toEqual([first]);
    };
    for (const name of times(3, String)) await use(name);
    await migrateDatabase(url, { migrationsFolder });
    for (const name of times(3, String)) await use(name);
  });

  test("that Postgres refuses fails with Postgres' reason", async () => {
    const { url, sql } = await openTestDatabase();
    await sql`alter table sale add column till_note text`;
    await expect(migrateDatabase(url, { migrationsFolder })).rejects.toThrow(
      /^column "till_note" of relation "sale" already exists$/,
    );
  });

  test("waits for a table in short turns, and no other session waits behind it for longer", async () => {
    const { url, sql, openPool } = await openTestDatabase();
    const noteColumns = () => sql`select from pg_attribute where attrelid = 'sale'::regclass and attname = 'till_note'`;
    let migrated: Promise<unknown> | undefined;
    await holding(
      openPool(1),
      (tx) => tx`lock table sale in access share mode`,
      async () => {
        migrated = migrateDatabase(url, { migrationsFolder });
        const waiting = async () =>
          (
            await sql`select from pg_locks where relation = 'sale'::regclass and mode = 'AccessExclusiveLock' and not granted`
          ).length;
        await expect.poll(waiting, { interval: 5, timeout: 60_000 }).toBe(1);
        // Queues behind the migration, which waits for a reader that does not end.
        await insertAll(sql, sale, [saleOf(freshKey("sale"))]);
        expect(await noteColumns()).toHaveLength(0);
        return "commit";
      },
    );
    await migrated;
    expect(await noteColumns()).toHaveLength(1);
  });

  test("is applied and recorded once by three processes at once, its concurrent index too", async () => {
    const { url, sql } = await openTestDatabase();
    await Promise.all(times(3, () => migrateDatabase(url, { migrationsFolder })));
    expect(await sql`select from drizzle.__drizzle_migrations where created_at >= 4102444800000`).toHaveLength(2);
    expect(
      await sql`select from pg_index where indexrelid = 'sale_till_note_idx'::regclass and indisvalid`,
    ).toHaveLength(1);
  });

  test("is applied to a table with partitions, and its concurrent index to each of them, also to a month that is added meanwhile", async () => {
    const { url, sql, openPool } = await openTestDatabase(10, 4);
    await insertAll(sql, sale, [saleOf(freshKey("sale"))]);
    // What a build that was cut off has left.
    await sql`create index sale_till_note_idx on only sale (point_of_sale_id)`;
    let migrated: Promise<unknown> | undefined;
    await holding(
      openPool(1),
      async (tx) => void (await addPartitions(tx, 6)),
      async () => {
        migrated = migrateDatabase(url, { migrationsFolder });
        const waiting = () => sql`
          select from pg_stat_activity where application_name = 'rewards-migrate' and datname = current_database()
            and query like '%pg_try_advisory_lock%' and exists (select from pg_locks l
              where l.pid = pg_stat_activity.pid and l.locktype = 'advisory' and l.granted)`;
        await expect.poll(async () => (await waiting()).length, { interval: 5, timeout: 60_000 }).toBe(1);
        return "commit";
      },
    );
    await migrated;
    const indexes = await sql<{ valid: boolean; parts: number; partitions: number }[]>`
      select indisvalid as valid, (select count(*)::int from pg_inherits where inhparent = indexrelid) as parts,
        (select count(*)::int from pg_inherits where inhparent = indrelid) as partitions
      from pg_index where indexrelid = 'sale_till_note_idx'::regclass and pg_get_indexdef(indexrelid) like '%(till_note)'`;
    expect(indexes).toEqual([{ valid: true, parts: indexes[0]?.partitions, partitions: indexes[0]?.partitions }]);
    const ofLedger = await sql`
      select indisvalid as valid, (select count(*)::int from pg_inherits where inhparent = indexrelid) as parts,
        (select count(*)::int from pg_inherits i join pg_attribute a on a.attrelid = i.inhrelid and a.attname = 'batch'
          where i.inhparent = indrelid) as columns
      from pg_index where indexrelid = 'ledger_entry_batch_idx'::regclass`;
    expect([...ofLedger]).toEqual([{ valid: true, parts: 4, columns: 4 }]);
    await insertAll(sql, sale, [saleOf(freshKey("sale"))]);
  });

  test.each([1, 4])(
    "is applied to an empty database right after the base, on %d partitions of the ledger",
    async (parts) => {
      const url = await createEmpty();
      await migrateDatabase(url, { migrationsFolder: await withBase(), ledgerPartitions: parts });
      const client = postgres(url, { max: 1, onnotice: () => {} });
      onTestFinished(() => client.end());
      const indexes = await client<{ name: string; valid: boolean; isWhole: boolean }[]>`
      select indexrelid::regclass::text as name, indisvalid as valid,
        (select count(*) from pg_inherits where inhparent = indexrelid)
          = (select count(*) from pg_inherits where inhparent = indrelid) as "isWhole"
      from pg_index
      where indexrelid in ('sale_till_note_idx'::regclass, 'ledger_entry_batch_idx'::regclass) order by 1`;
      expect([...indexes]).toEqual([
        { name: "ledger_entry_batch_idx", valid: true, isWhole: true },
        { name: "sale_till_note_idx", valid: true, isWhole: true },
      ]);
    },
  );

  test("whose concurrent index was cut off and left invalid is completed by the next run", async () => {
    const { url, sql, openPool } = await openTestDatabase();
    const validity = async () => [
      ...(await sql`select i.indisvalid as valid from pg_index i join pg_class c on c.oid = i.indexrelid where c.relname = 'sale_till_note_idx'`),
    ];
    await holding(
      openPool(1),
      async (tx) => {
        await tx`set transaction isolation level repeatable read`;
        await tx`select 1 from pg_class`;
      },
      async () => {
        const cutOff = expect(migrateDatabase(url, { migrationsFolder })).rejects.toThrow();
        await expect.poll(validity, { interval: 5, timeout: 60_000 }).toEqual([{ valid: false }]);
        await untilWaiting(sql);
        await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'rewards-migrate'`;
        await cutOff;
        return "commit";
      },
    );
    expect(await validity()).toEqual([{ valid: false }]);
    await migrateDatabase(url, { migrationsFolder });
    expect(await validity()).toEqual([{ valid: true }]);
  });
});
