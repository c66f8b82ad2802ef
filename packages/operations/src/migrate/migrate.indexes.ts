import { advisoryLocks } from "@rewards/db";
import type postgres from "postgres";
import { takeLock } from "../lock.wait.ts";
import { readAppliedMs } from "../schema.read.ts";

/** A table with partitions, and its indexes. */
interface Partitions {
  readonly names: readonly string[];
  readonly indexes: ReadonlySet<string>;
}

/** The tables that have partitions, or may. */
const partitionable = ["sale", "sale_key", "ledger_entry"] as const;

/** By table: those that have partitions now. */
async function readPartitions(sql: postgres.Sql): Promise<Map<string, Partitions>> {
  const rows = await sql<{ table: string; names: string[]; indexes: string[] }[]>`
    select t.relname::text as table,
      array(select c.relname::text from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = t.oid order by 1) as names,
      array(select c.relname::text from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = t.oid) as indexes
    from pg_partitioned_table p join pg_class t on t.oid = p.partrelid
    where t.oid = any(array(select to_regclass(name) from unnest(${[...partitionable]}::text[]) as n(name)))`;
  return new Map(rows.map(({ table, names, indexes }) => [table, { names, indexes: new Set(indexes) }]));
}

const created = new RegExp(
  `^\\s*create (unique )?index concurrently "(\\w+)" on "(${partitionable.join("|")})" (.*?);?\\s*$`,
  "is",
);
const dropped = /^\s*drop index concurrently if exists "(\w+)";?\s*$/is;
/** The statements that lock the whole table wait no longer than other migrations. */
const briefly = (statement: string) => [`set lock_timeout = '1s'`, statement, `set lock_timeout = 0`];
const nameBytesMax = 63;
const attachTriesMax = 600;

/** A reader of the partition may keep its index locked. A failure would build all indexes again, so it tries on. */
const attachIndex = (index: string, part: string) => `
  do $$ begin
    perform set_config('lock_timeout', '500ms', true);
    for tries in 1..${attachTriesMax} loop
      begin
        alter index "${index}" attach partition "${part}";
        return;
      exception when lock_not_available then perform pg_sleep(1);
      end;
    end loop;
    raise lock_not_available using message = 'A session keeps the index ${part} locked: end it, then migrate again.';
  end $$`;

const requireValid = (index: string) => `
  do $$ begin
    if not (select indisvalid from pg_index where indexrelid = '"${index}"'::regclass) then
      raise exception 'The index ${index} lacks that of a partition: migrate again.';
    end if;
  end $$`;

/** Postgres builds and drops no index of a table with partitions concurrently, but those of its partitions. */
function replaceStatement(statement: string, tables: ReadonlyMap<string, Partitions>): string[] {
  const [, unique = "", index = "", table = "", definition = ""] = created.exec(statement) ?? [];
  const partitions = tables.get(table);
  if (partitions)
    return [
      ...briefly(`create ${unique}index "${index}" on only "${table}" ${definition}`),
      ...partitions.names.flatMap((name) => {
        const part = `${name}_${index.replace(new RegExp(`^${table}_`), "")}`.slice(0, nameBytesMax);
        return [
          `drop index concurrently if exists "${part}"`,
          `create ${unique}index concurrently "${part}" on "${name}" ${definition}`,
          attachIndex(index, part),
        ];
      }),
      requireValid(index),
    ];
  const [, former = ""] = dropped.exec(statement) ?? [];
  return [...tables.values()].some(({ indexes }) => indexes.has(former))
    ? briefly(`drop index if exists "${former}"`)
    : [statement];
}

const isReplaced = (statement: string) => created.test(statement) || dropped.test(statement);

/**
 * The statements of migrations as they work on the present form of the tables: with or without partitions. If they build
 * indexes on partitions, the session keeps the lock of partitions until it ends.
 */
export async function suitIndexes<Migration extends { sql: string[]; folderMillis: number }>(
  sql: postgres.Sql,
  migrations: readonly Migration[],
): Promise<Migration[]> {
  if ((await readPartitions(sql)).size === 0) return [...migrations];
  const appliedMs = (await readAppliedMs(sql)) ?? 0;
  const isMissing = ({ sql: statements, folderMillis }: Migration) =>
    folderMillis > appliedMs && statements.some(isReplaced);
  if (!migrations.some(isMissing)) return [...migrations];
  // A month that is added meanwhile would lack the index.
  await takeLock(sql, advisoryLocks.partitions);
  const partitions = await readPartitions(sql);
  return migrations.map((migration) => ({
    ...migration,
    sql: migration.sql.flatMap((statement) => replaceStatement(statement, partitions)),
  }));
}
