import { advisoryLocks } from "../lock.ts";
import type { Change } from "./partition.change.ts";
import { quoted } from "./partition.part.ts";
import { lockQuietly, PartitionError, type Tx } from "./partition.session.ts";

/** A view that an exchange of tables carries over, as it does indexes and rights. */
export interface View {
  readonly name: string;
  readonly owner: string;
  readonly query: string;
  readonly options: string | null;
}

/**
 * Views that read the table, also those of operators: they are bound to the table, and not to its name. A view that reads
 * others of them comes before these, as its readers lock them.
 */
const readViews = (tx: Tx, table: string) => tx<View[]>`
  with recursive reading(view, depth) as (
    select to_regclass(${table})::oid, 0
    union
    select r.ev_class, depth + 1
    from reading join pg_depend d on d.refobjid = view and d.refclassid = 'pg_class'::regclass and d.classid = 'pg_rewrite'::regclass
      join pg_rewrite r on r.oid = d.objid join pg_class c on c.oid = r.ev_class
    where c.relkind = 'v' and c.oid <> view)
  select c.oid::regclass::text as name, quote_ident(pg_get_userbyid(c.relowner)) as owner, pg_get_viewdef(c.oid) as query,
    array_to_string(c.reloptions, ', ') as options
  from (select view, max(depth) as depth from reading group by view having bool_or(depth = 1)) v join pg_class c on c.oid = v.view
  order by v.depth desc, c.relname`;

/**
 * Locks the views, and only then the table, in the order of a reader: otherwise the two could wait for each other. The
 * statement LOCK would lock all tables of a view too, so this locks a view by giving it the owner that it has already.
 */
export async function lockTable(tx: Tx, { table }: Change): Promise<readonly View[]> {
  const [turn] = await tx<{ taken: boolean }[]>`select pg_try_advisory_xact_lock(${advisoryLocks.migration}) as taken`;
  if (!turn?.taken) throw new PartitionError("The database is being migrated: run the command again after that.");
  await lockQuietly(tx, table);
  const views = await readViews(tx, table);
  for (const { name, owner } of views) await tx.unsafe(`alter view ${name} owner to ${owner}`);
  await tx.unsafe(`lock table ${table} in access exclusive mode`);
  return views;
}

/** Lets the views read the table that has the name now. */
export async function replaceViews(tx: Tx, views: readonly View[]): Promise<void> {
  for (const { name, query, options } of views)
    await tx.unsafe(`create or replace view ${name}${options ? ` with (${options})` : ""} as ${query}`);
}

interface Described {
  readonly name: string;
  readonly statement: string;
}

/** The indexes that partitions share: all but the unique ones. */
export const readIndexes = (tx: Tx, { table }: Change) => tx<Described[]>`
  select c.relname::text as name, pg_get_indexdef(i.indexrelid) as statement
  from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = to_regclass(${table}) and not i.indisunique order by 1`;

/** The rights that anyone has on the table or its columns, as statements. */
export const readGrants = (tx: Tx, { table }: Change) => tx<{ statement: string }[]>`
  select format('grant %s on %I to %s%s', right_, ${table}::text, case grantee when 0 then 'public' else quote_ident(pg_get_userbyid(grantee)) end,
    case when grantable then ' with grant option' else '' end) as statement
  from (
    select a.privilege_type as right_, a.grantee, a.is_grantable as grantable, c.relowner
    from pg_class c, aclexplode(c.relacl) a where c.oid = to_regclass(${table})
    union all
    select format('%s (%I)', a.privilege_type, t.attname), a.grantee, a.is_grantable, c.relowner
    from pg_class c join pg_attribute t on t.attrelid = c.oid, aclexplode(t.attacl) a where c.oid = to_regclass(${table})
  ) g where grantee <> relowner`;

const nameBytesMax = 63;

/** The name of an index once its table has another name. */
export const indexNameFor = (table: string, name: string, former: string) =>
  `${table}_${name.startsWith(`${former}_`) ? name.slice(former.length + 1) : name}`.slice(0, nameBytesMax);

/**
 * Gives a table another name, and its indexes names after it.
 * @returns the names that the indexes had.
 */
export async function renameTable(tx: Tx, { table }: Change, to: string): Promise<readonly string[]> {
  const indexes = await tx<{ name: string }[]>`
    select c.relname::text as name from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = to_regclass(${table})`;
  for (const { name } of indexes)
    await tx.unsafe(`alter index ${quoted(name)} rename to ${quoted(indexNameFor(to, name, table))}`);
  await tx.unsafe(`alter table ${table} rename to ${quoted(to)}`);
  return indexes.map(({ name }) => name);
}
