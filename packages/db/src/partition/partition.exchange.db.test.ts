import { AppError, sale } from "@rewards/domain";
import { beforeEach, describe, expect, test } from "vitest";
import { newId, newSale, times } from "../../../../test/src/records.ts";
import { verifyBooks } from "../books/books.verify.ts";
import { insertGroup } from "../insert/insert.group.ts";
import { holding, openTestDatabase, type TestDatabase } from "../testing/database.ts";
import { insertSales } from "../testing/shop.ts";
import { cancelPartitions, enablePartitions } from "./partition.enable.ts";
import { readPartitionStatus } from "./partition.read.ts";

const patience = { timeout: 60_000, interval: 20 };
const databases = await Promise.all(times(16, () => openTestDatabase(2)));
let database: TestDatabase;

beforeEach(async () => {
  database = databases.pop() as TestDatabase;
  await insertSales(
    database.sql,
    times(20, () => someSale()),
  );
});

const someSale = (externalId?: string) =>
  newSale({ member: "m", store: "s", product: "p", ...(externalId && { externalId }) });

/** What the change leaves on the table: triggers, constraints, keys. */
async function traces() {
  const [row] = await database.sql`
    select (select count(*)::int from pg_trigger where tgrelid = 'sale'::regclass and not tgisinternal) as triggers,
      (select count(*)::int from pg_constraint where conrelid = 'sale'::regclass and contype = 'c') as checks,
      (select count(*)::int from sale_key) as keys,
      (select count(*)::int from partitioning) as changes`;
  return row;
}

const nothing = { triggers: 0, checks: 0, keys: 0, changes: 0 };

/** Ends the session of the command once it says this. Returns how the command ended. */
async function interruptAt(said: string): Promise<unknown> {
  const progress = async (text: string) => {
    if (text.startsWith(said))
      await database.sql`
        select pg_terminate_backend(pid, 10000) from pg_stat_activity
        where application_name = 'rewards-partitions' and datname = current_database()`;
  };
  return enablePartitions(database.url, { progress }).then(
    () => "done",
    (error: unknown) => error,
  );
}

/** The waits and the locks of the command. */
async function locksOfCommand() {
  const [row] = await database.sql<{ waits: boolean; locks: boolean }[]>`
    select coalesce(bool_or(not granted and relation = 'object_history'::regclass), false) as waits,
      coalesce(bool_or(granted and relation = 'sale'::regclass and mode = 'AccessExclusiveLock'), false) as locks
    from pg_locks l join pg_stat_activity a using (pid)
    where a.application_name = 'rewards-partitions' and a.datname = current_database()`;
  return row;
}

test("a reader of history that waits for its view never waits for a lock that the exchange holds on sale", async () => {
  const run = { ended: Promise.resolve("" as unknown) };
  await holding(
    database.sql,
    (tx) => tx`comment on view object_history is 'x'`,
    async () => {
      // Between two tries its session idles for longer than this server allows.
      run.ended = enablePartitions(`${database.url}?idle_session_timeout=400`);
      await expect.poll(async () => (await locksOfCommand())?.waits, patience).toBe(true);
      const seen = times(2, () => locksOfCommand());
      for (const one of await Promise.all(seen)) expect(one?.locks).toBe(false);
      await expect.poll(async () => (await locksOfCommand())?.waits, patience).toBe(false);
      await expect.poll(async () => (await locksOfCommand())?.waits, patience).toBe(true);
      return "rollback";
    },
  );
  expect(await run.ended).toBe("made");
});

test("callers go on while the command waits for a vacuum of the table", async () => {
  const run = { ended: Promise.resolve("" as unknown) };
  await holding(
    database.sql,
    (tx) => tx`lock table sale in share update exclusive mode`,
    async () => {
      run.ended = enablePartitions(database.url);
      const waits = () => database.sql`
        select from pg_locks l join pg_stat_activity a using (pid)
        where a.application_name = 'rewards-partitions' and a.datname = current_database() and not granted
          and mode = 'ShareUpdateExclusiveLock'`;
      await expect.poll(async () => (await waits()).length, patience).toBe(1);
      const { answers } = await insertGroup(database.sql, sale, [someSale()]);
      expect(answers[0]).not.toBeInstanceOf(AppError);
      return "rollback";
    },
  );
  expect(await run.ended).toBe("made");
});

test("a sale without its key, made while no session of the command was there, is found before the exchange", async () => {
  await interruptAt("Checking the boundary");
  const earlier = newId().replace(/^......../, "01900000");
  await database.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      insert into sale (id, status, confirmation_note, create_user_id, update_user_id, external_id)
      values (${earlier}, 'Pending-Ready To Process', '', 'api', 'api', 'unseen')`;
  });
  expect(await database.sql`select from sale_key where external_id = 'unseen'`).toHaveLength(0);
  expect(await enablePartitions(database.url)).toBe("made");
  expect(await database.sql`select from sale_key where external_id = 'unseen'`).toHaveLength(1);
});

describe("a change that was interrupted", () => {
  test.each(["Copying", "Checking", "Comparing", "Exchanging"])("at %s is completed by the next run", async (said) => {
    expect(await interruptAt(said)).toBeInstanceOf(Error);
    expect(await readPartitionStatus(database.sql)).toMatchObject({ changingSince: expect.any(String) });
    expect(await enablePartitions(database.url)).toBe("made");
    expect(await readPartitionStatus(database.sql)).toMatchObject({ changingSince: null, isShort: false });
  });

  test("is undone by cancel, and the table is as before", async () => {
    await interruptAt("Comparing");
    expect(await cancelPartitions(database.url)).toBe(true);
    expect(await traces()).toEqual(nothing);
    expect(await cancelPartitions(database.url)).toBe(false);
  });
});

test("a trigger that was made again after the comparison stops the exchange", async () => {
  const progress = async (text: string) => {
    if (text.startsWith("Exchanging"))
      await database.sql.unsafe(`
        drop trigger copy_sale_keys on sale;
        create trigger copy_sale_keys after insert on sale referencing new table as added
          for each statement execute function copy_sale_keys()`);
  };
  await expect(enablePartitions(database.url, { progress })).rejects.toThrow(
    /trigger that copies new rows was changed/,
  );
  expect(await enablePartitions(database.url)).toBe("made");
});

describe("what an operator added to the table", () => {
  test("is kept: an index, which coming months get too, a view, and rights of another role", async () => {
    await database.sql.unsafe(`
      create index by_till on sale (point_of_sale_id);
      create view tills with (security_barrier) as select point_of_sale_id, count(*) as sales from sale group by 1;
      grant select, update (status) on sale to pg_monitor`);
    await enablePartitions(database.url);
    await insertSales(database.sql, [someSale()]);
    const [row] = await database.sql`
      select (select sales::int from tills) as sales, (select reloptions from pg_class where relname = 'tills') as options,
        (select count(*)::int from pg_inherits where inhparent = 'by_till'::regclass) as indexes,
        (select count(*)::int from pg_inherits where inhparent = 'sale'::regclass) as partitions,
        has_table_privilege('pg_monitor', 'sale', 'select') and has_column_privilege('pg_monitor', 'sale', 'status', 'update')
          and not has_table_privilege('pg_monitor', 'sale', 'update') as "isGranted"`;
    expect(row).toEqual({
      ...{ sales: 21, options: ["security_barrier=true"], isGranted: true },
      ...{ indexes: row?.["partitions"], partitions: row?.["partitions"] },
    });
  });

  test.each([
    ["a unique index", "create unique index by_number on sale (number)"],
    [
      "a trigger",
      "create trigger mine before insert on sale for each row execute function suppress_redundant_updates_trigger()",
    ],
    ["a materialized view", "create materialized view totals as select count(*) from sale"],
    ["a foreign key", "create table receipt (sale uuid references sale (id))"],
  ])("is named if partitions cannot keep it: %s", async (what, statement) => {
    await database.sql.unsafe(statement);
    await expect(enablePartitions(database.url)).rejects.toThrow(
      `The table sale has ${what} that partitions cannot keep`,
    );
    expect(await traces()).toMatchObject({ keys: 0, changes: 0 });
  });
});

test("a full disk cancels the change, and sales are accepted as before", async () => {
  await database.sql.unsafe(`
    create function fill_disk() returns trigger language plpgsql as $$begin
      raise exception 'could not extend file' using errcode = 'disk_full'; end$$;
    create trigger fill_disk before insert on sale_key for each row execute function fill_disk()`);
  await expect(enablePartitions(database.url)).rejects.toMatchObject({ code: "53100" });
  expect(await traces()).toEqual(nothing);
  const { answers } = await insertGroup(database.sql, sale, [someSale()]);
  expect(answers[0]).not.toBeInstanceOf(AppError);
  expect(await verifyBooks(database.sql)).toEqual([]);
});
