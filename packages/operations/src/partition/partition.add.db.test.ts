import { AppError, sale } from "@rewards/domain";
import { describe, expect, test } from "vitest";
import { idAt } from "../../../../test/src/months.ts";
import { newId, newSale, type TestRecord, times } from "../../../../test/src/records.ts";
import { faultKind } from "../../../db/src/fault.ts";
import { insertGroup } from "../../../db/src/insert/insert.group.ts";
import { holding, openTestDatabase, undone, untilWaiting } from "../../../db/src/testing/database.ts";
import { wrongStatistics } from "../../../db/src/testing/statistics.ts";
import { checkBooks, findingsOf } from "../books/books.verify.ts";
import { addPartitions } from "./partition.add.ts";
import { listPartitions, readPartitionStatus } from "./partition.read.ts";

const database = await openTestDatabase(4);
const { sql } = database;
const worker = database.openPool(1, database.urlFor("worker"));
const monthMs = 31 * 86_400_000;
const later = (months: number) => new Date(Date.now() + months * monthMs).toISOString();

const create = async (record: TestRecord) => {
  const { answers } = await insertGroup(sql, sale, [record]);
  return answers[0] instanceof AppError ? answers[0].code : answers[0]?.id;
};
const saleAt = (id: string, externalId?: string): TestRecord => ({
  ...newSale({ member: "m", store: "s", product: "p", ...(externalId && { externalId }) }),
  id,
});
const partitionOf = async (id: string) =>
  (await sql<{ name: string }[]>`select tableoid::regclass::text as name from sale where id = ${id}`)[0]?.name;

describe("the partitions of sales", () => {
  test("all of it belongs to the owner, and numbers go on", async () => {
    const owners = await sql`
      select distinct relowner::regrole::text as owner from pg_class
      where relnamespace = current_schema()::regnamespace and (relname like 'sale%' or relname = 'object_history')`;
    expect(owners).toEqual([{ owner: "rewards" }]);
    const [one, two] = [saleAt(newId()), saleAt(newId())];
    await create(one);
    await create(two);
    const rows = await sql`select number::int from sale where id = any(${[one.id, two.id]}::uuid[]) order by id`;
    expect(rows.map(({ number }) => number)).toEqual([1, 2]);
  });

  test("a worker makes the coming months, and sales that came before their month move into it", async () => {
    const early = saleAt(idAt(later(8)), "early");
    expect(await create(early)).toBe(early.id);
    expect(await partitionOf(early.id)).toBe("sale_default");
    const made = await addPartitions(worker, 10);
    expect(made.length).toBeGreaterThan(4);
    expect(made).toContain(await partitionOf(early.id));
    expect(await create(saleAt(newId(), "early"))).toBe(early.id);
    expect(await addPartitions(worker, 10)).toEqual([]);
    expect((await listPartitions(sql)).map(({ name }) => name)).toEqual(expect.arrayContaining(made));
    expect(await wrongStatistics(sql, "sale")).toEqual([]);
  });

  test("many early sales of a month are left to the command, which moves them before it locks out callers", async () => {
    const early = times(3, (day) => saleAt(idAt(new Date(Date.parse(later(12)) + day).toISOString())));
    for (const record of early) await create(record);
    const [{ id } = saleAt("")] = early;
    await sql.unsafe(`
      create table moves (locked boolean);
      create function note_move() returns trigger language plpgsql as $$begin
        insert into moves select exists (select from pg_locks where pid = pg_backend_pid() and granted
          and relation = 'sale_default'::regclass and mode = 'AccessExclusiveLock');
        return null; end$$;
      create trigger note_move after delete on sale_default for each row execute function note_move()`);
    expect(await addPartitions(worker, 14, 2)).not.toHaveLength(0);
    await holding(
      sql,
      (tx) => tx`select from sale_default for share`,
      async () => {
        await expect(addPartitions(worker, 14, 2)).rejects.toThrow(
          /sale_default has more than 2 sales of sale_\d{4}_\d{2}/,
        );
        return "rollback";
      },
    );
    expect(await partitionOf(id)).toBe("sale_default");
    expect(await addPartitions(sql, 14)).toContain(await partitionOf(id));
    expect(await sql`select locked from moves`).toEqual(times(3, () => ({ locked: false })));
    await sql`drop function note_move cascade`;
  });

  test("a sale whose month is made while it is inserted is not refused: the next attempt finds the month", async () => {
    const early = saleAt(idAt(later(18)));
    const attempts: Promise<unknown>[] = [];
    await holding(
      sql,
      (tx) => addPartitions(tx, 20),
      async () => {
        attempts.push(create(early).catch(faultKind));
        await untilWaiting(sql);
        return "commit";
      },
    );
    expect(await Promise.all(attempts)).toEqual(["infrastructure"]);
    expect(await create(early)).toBe(early.id);
    expect(await partitionOf(early.id)).toMatch(/^sale_\d{4}_\d{2}$/);
  });

  test("the status says when the partition of next month is missing", async () => {
    expect(await readPartitionStatus(sql)).toMatchObject({ isShort: false });
    const status = await undone(sql, async (tx) => {
      for (const { name } of await listPartitions(tx))
        if (name !== "sale_default") await tx.unsafe(`alter table sale detach partition ${name}`);
      await tx.unsafe(`
        do $$ declare month timestamp := date_trunc('month', now() at time zone 'UTC'); begin
          execute format('create table only_month partition of sale for values from (%L) to (%L)',
            first_id_at(month), first_id_at(month + interval '1 month'));
        end $$`);
      return readPartitionStatus(tx);
    });
    expect(status.isShort).toBe(true);
    expect(Date.parse(status.until ?? "")).toBeGreaterThan(Date.now());
  });

  test.each([
    ["a missing key", "delete from sale_key where external_id = 'early'", "sale.key"],
    [
      "a key of another sale",
      "update sale_key set sale_id = gen_random_uuid() where external_id = 'early'",
      "sale.key",
    ],
    ["a month that a crash empties", "alter table sale_default set unlogged", "guard.intact"],
  ])("verify finds %s", async (_, damage, check) => {
    const { passes } = await undone(sql, async (tx) => {
      await tx.unsafe(`set local session_replication_role = replica; ${damage}`);
      return checkBooks(tx);
    });
    const found = findingsOf({ passes }).map((one) => one.check);
    expect(found.filter((one) => !one.startsWith("record."))).toEqual([check]);
  });
});
