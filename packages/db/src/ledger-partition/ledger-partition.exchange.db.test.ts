import { beforeEach, describe, expect, test } from "vitest";
import { newId, times } from "../../../../test/src/records.ts";
import type { Tx } from "../client.ts";
import { holding, openTestDatabase, type TestDatabase } from "../testing/database.ts";
import { adjustmentOf, post } from "../testing/ledger.ts";
import { cancelLedger, dropFormerLedger, type LedgerOptions, partitionLedger } from "./ledger-partition.enable.ts";
import { readLedgerPartitions } from "./ledger-partition.read.ts";

const patience = { timeout: 60_000, interval: 20 };
const databases = await Promise.all(times(26, () => openTestDatabase(2)));
const existingEntries = 20;
let database: TestDatabase;

beforeEach(async () => {
  database = databases.pop() as TestDatabase;
  await postSome(existingEntries);
});

const postSome = (entries: number) =>
  post(
    database.sql,
    times(entries, () => adjustmentOf(newId(), 5)),
  );

const parts = { partitions: 4 };

/** Runs the command, and `meanwhile` once it says this for the first time. */
function changeWith(said: string, meanwhile: () => unknown): Promise<unknown> {
  let isOver = false;
  const progress: LedgerOptions["progress"] = async (text) => {
    if (isOver || !text.startsWith(said)) return;
    isOver = true;
    await meanwhile();
  };
  return partitionLedger(database.url, { ...parts, progress });
}

/** Ends the session of the command once it says this. Returns how the command ended. */
const interruptAt = (said: string) =>
  changeWith(
    said,
    () => database.sql`
      select pg_terminate_backend(pid, 10000) from pg_stat_activity
      where application_name = 'rewards-partitions' and datname = current_database()`,
  ).then(
    () => "done",
    (error: unknown) => error,
  );

/** Changes entries without the triggers. */
const plant = (statement: string) => () =>
  database.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    const { count } = await tx.unsafe(statement);
    expect(count).toBe(1);
  });

/** What the change leaves: triggers, tables, functions. */
async function traces() {
  const [row] = await database.sql`
    select (select count(*)::int from pg_trigger where tgrelid = 'ledger_entry'::regclass and not tgisinternal) as triggers,
      (select count(*)::int from pg_class where relname like 'ledger\\_entry\\_%' and relkind in ('r', 'p')) as tables,
      (select count(*)::int from pg_proc where proname = 'copy_ledger_entries') as functions,
      (select count(*)::int from partitioning) as changes`;
  return row;
}

const nothing = { triggers: 1, tables: 0, functions: 0, changes: 0 };

const countEntries = async () =>
  (await database.sql<{ entries: number }[]>`select count(*)::int as entries from ledger_entry`)[0]?.entries;

const oneEntry = "(select id from ledger_entry limit 1)";

describe("a change that was interrupted", () => {
  test.each(["Copying", "Comparing", "Reading", "Exchanging"])("at %s is completed by the next run", async (said) => {
    expect(await interruptAt(said)).toBeInstanceOf(Error);
    expect(await readLedgerPartitions(database.sql)).toMatchObject({
      partitions: 0,
      changingSince: expect.any(String),
    });
    await postSome(5);
    expect(await partitionLedger(database.url)).toBe("made");
    await postSome(5);
    expect(await readLedgerPartitions(database.sql)).toMatchObject({ partitions: 4, changingSince: null });
    expect(await countEntries()).toBe(existingEntries + 10);
  });

  test("is undone by cancel, and the ledger is as before", async () => {
    await interruptAt("Exchanging");
    expect(await cancelLedger(database.url)).toBe(true);
    expect(await traces()).toEqual(nothing);
    expect(await cancelLedger(database.url)).toBe(false);
    await postSome(5);
    expect(await countEntries()).toBe(existingEntries + 5);
    expect(await partitionLedger(database.url, { partitions: 5 })).toBe("made");
  });

  test("goes on with its number of partitions only", async () => {
    await interruptAt("Comparing");
    await expect(partitionLedger(database.url, { partitions: 5 })).rejects.toThrow(
      "The change was begun with 4 partitions: run `rewards partitions ledger --partitions 4`, or first with --cancel.",
    );
    expect(await partitionLedger(database.url, parts)).toBe("made");
  });
});

test("once the table is exchanged, cancel changes nothing, and another change is refused until the former table is gone", async () => {
  expect(await partitionLedger(database.url, parts)).toBe("made");
  expect(await cancelLedger(database.url)).toBe(false);
  expect(await countEntries()).toBe(existingEntries);
  expect(await database.sql`select from ledger_entry_former`).toHaveLength(existingEntries);
  expect(await dropFormerLedger(database.url)).toBe(true);
  expect(await traces()).toMatchObject({ triggers: 1, tables: 4, functions: 0, changes: 0 });
});

describe("the comparison before the exchange", () => {
  test.each([
    [
      "a copy that was changed",
      `update ledger_entry_parts set currency_awarded = currency_awarded + 1 where id = ${oneEntry}`,
      "0 missing, 1 of other rows",
    ],
    [
      "a copy of no entry",
      `insert into ledger_entry_parts select gen_random_uuid(), member, currency, 7, type, currency_awarded, member_balance, awarded_after,
         source_class, gen_random_uuid(), create_date_time, hash from ledger_entry limit 1`,
      "0 missing, 1 of other rows",
    ],
    [
      "a copy that went to another member",
      `update ledger_entry_parts set member = gen_random_uuid() where id = ${oneEntry}`,
      "1 missing, 1 of other rows",
    ],
  ])("finds %s", async (_, statement, finding) => {
    await expect(changeWith("Copying", plant(statement))).rejects.toThrow(
      `The copy differs from the table ledger_entry (${finding}): run \`rewards partitions ledger --cancel\`, then begin again.`,
    );
    expect(await countEntries()).toBe(existingEntries);
    expect(await cancelLedger(database.url)).toBe(true);
  });

  test("finds an entry that a session without triggers wrote, and copies it", async () => {
    const written = `insert into ledger_entry select '01900000-0000-7000-8000-00000000dead', member, currency, 7, type, currency_awarded,
      member_balance, awarded_after, source_class, gen_random_uuid(), create_date_time, hash from ledger_entry limit 1`;
    expect(await changeWith("Copying", plant(written))).toBe("made");
    expect(await countEntries()).toBe(existingEntries + 1);
  });
});

test.each([
  [
    "made again",
    "drop trigger copy_ledger_entries on ledger_entry; create trigger copy_ledger_entries after insert on ledger_entry referencing new table as added for each statement execute function copy_ledger_entries()",
  ],
  [
    "turned off for a time",
    "alter table ledger_entry disable trigger copy_ledger_entries; alter table ledger_entry enable trigger copy_ledger_entries",
  ],
])("a copying trigger that was %s after the comparison stops the exchange", async (_, statement) => {
  await expect(changeWith("Exchanging", () => database.sql.unsafe(statement))).rejects.toThrow(
    /trigger that copies new rows was changed/,
  );
  expect(await partitionLedger(database.url)).toBe("made");
});

test.each([
  ["the column batch uuid", "alter table ledger_entry add column batch uuid"],
  ["an index  USING btree (type)", "create index by_type on ledger_entry (type)"],
])("a ledger that was migrated meanwhile is not exchanged: %s", async (what, statement) => {
  const migrate = async () => {
    await database.sql.unsafe(statement);
    await postSome(5);
  };
  await expect(changeWith("Exchanging", migrate)).rejects.toThrow(
    `The ledger was changed since the copy was begun (${what}`,
  );
  expect(await cancelLedger(database.url)).toBe(true);
  expect(await partitionLedger(database.url, parts)).toBe("made");
  expect(await countEntries()).toBe(existingEntries + 5);
});

/** The locks of the command's session, by the relation. */
async function locksOfCommand(): Promise<readonly { name: string; mode: string; granted: boolean }[]> {
  return database.sql`
    select l.relation::regclass::text as name, mode, granted from pg_locks l join pg_stat_activity a using (pid)
    where a.application_name = 'rewards-partitions' and a.datname = current_database() and locktype = 'relation'
      and mode = 'AccessExclusiveLock'`;
}

/** The command, and a session that takes a lock before the exchange and keeps it during `meanwhile`. */
async function changeDespite(lock: string, meanwhile: () => Promise<void>): Promise<unknown> {
  let held: Promise<void> = Promise.resolve();
  const take = () =>
    new Promise<void>((resolve) => {
      const inside = async (tx: Tx) => {
        await tx.unsafe(lock);
        resolve();
      };
      held = holding(database.openPool(1), inside, async () => {
        await meanwhile();
        return "rollback";
      });
    });
  const made = await changeWith("Exchanging", take);
  await held;
  return made;
}

test("the exchange waits in short turns for a session that reads the ledger, and postings go on", async () => {
  const waits = async () => (await locksOfCommand()).some(({ name, granted }) => name === "ledger_entry" && !granted);
  const made = await changeDespite("lock table ledger_entry in access share mode", async () => {
    for (const turn of [1, 2]) {
      await expect.poll(waits, patience).toBe(true);
      await postSome(1);
      expect(await countEntries()).toBe(existingEntries + turn);
    }
  });
  expect(made).toBe("made");
  expect(await countEntries()).toBe(existingEntries + 2);
});

test("the exchange locks a view before those that it reads, as the readers of the view do", async () => {
  const made = await changeDespite("comment on view member_balance is 'x'", async () => {
    const waits = async () => (await locksOfCommand()).some(({ granted }) => !granted);
    await expect.poll(waits, patience).toBe(true);
    const names = (await locksOfCommand()).map(({ name }) => name);
    expect(names).not.toContain("balance_standing");
    expect(names).not.toContain("ledger_entry");
  });
  expect(made).toBe("made");
});

test("a transaction of repeatable read that began before the copy was complete still reads every entry", async () => {
  let run: Promise<unknown> = Promise.resolve();
  await holding(
    database.openPool(1),
    async (tx) => {
      await tx`set transaction isolation level repeatable read`;
      await tx`select now()`;
      let wait = () => {};
      const waits = new Promise<void>((resolve) => {
        wait = resolve;
      });
      run = changeWith("Waiting for earlier transactions: 1", wait);
      await Promise.race([waits, run]);
      expect(await tx`select from ledger_entry`).toHaveLength(existingEntries);
    },
    async () => "commit",
  );
  expect(await run).toBe("made");
});

describe("what an operator added to the ledger", () => {
  test("is kept: an index, views that read each other, and rights of another role", async () => {
    await database.sql.unsafe(`
      create index by_type on ledger_entry (type) with (fillfactor = 70);
      create view a_sum with (security_barrier) as select type, count(*) as entries from ledger_entry group by 1;
      create view b_sum as select s.entries from a_sum s where exists (select from ledger_entry);
      alter table ledger_entry set (autovacuum_vacuum_insert_scale_factor = 0.1);
      grant select, insert (id) on ledger_entry to pg_monitor`);
    expect(await partitionLedger(database.url, parts)).toBe("made");
    await postSome(2);
    const [row] = await database.sql`
      select (select entries::int from b_sum) as entries, (select reloptions from pg_class where relname = 'a_sum') as options,
        (select count(*)::int from pg_inherits where inhparent = 'by_type'::regclass) as indexes,
        (select count(*)::int from pg_class where relname like 'ledger\\_entry\\__' and reloptions = '{autovacuum_vacuum_insert_scale_factor=0.1}') as tables,
        (select reloptions from pg_class where oid = 'ledger_entry_time_idx'::regclass) as brin,
        has_table_privilege('pg_monitor', 'ledger_entry', 'select') and has_column_privilege('pg_monitor', 'ledger_entry', 'id', 'insert')
          and not has_table_privilege('pg_monitor', 'ledger_entry', 'insert') as "isGranted"`;
    expect(row).toEqual({
      ...{ entries: existingEntries + 2, options: ["security_barrier=true"], isGranted: true },
      ...{ indexes: 4, tables: 4, brin: ["autosummarize=on"] },
    });
  });

  test.each([
    ["a unique index", "create unique index by_hash on ledger_entry (hash)"],
    ["a foreign key", "create table receipt (entry uuid references ledger_entry (id))"],
    ["a materialized view", "create materialized view totals as select count(*) from ledger_entry"],
    ["a publication", "create publication everything for all tables"],
    ["a publication", "create publication everything for tables in schema public"],
    [
      "a view of another owner",
      `create view theirs as select count(*) from ledger_entry; alter view theirs owner to pg_signal_backend;
       alter table sale owner to pg_monitor`,
    ],
  ])("is named if partitions cannot keep it: %s", async (what, statement) => {
    await database.sql.unsafe(statement);
    await expect(partitionLedger(database.url)).rejects.toThrow(
      `The table ledger_entry has ${what} that partitions cannot keep`,
    );
    expect(await traces()).toEqual(nothing);
  });
});

test("a full disk cancels the change, and postings go on as before", async () => {
  await database.sql.unsafe(`
    create function fill_disk() returns trigger language plpgsql as $$begin
      raise exception 'could not extend file' using errcode = 'disk_full'; end$$;
    create trigger fill_disk before update on partitioning for each row execute function fill_disk()`);
  await expect(partitionLedger(database.url)).rejects.toMatchObject({ code: "53100" });
  expect(await traces()).toEqual(nothing);
  await postSome(1);
  expect(await countEntries()).toBe(existingEntries + 1);
});
