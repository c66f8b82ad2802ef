import { advisoryLocks } from "../lock.ts";
import { copyingTrigger } from "./partition.fill.ts";
import { quoted } from "./partition.part.ts";
import { refuseObstacles } from "./partition.preflight.ts";
import { defaultPartition } from "./partition.read.ts";
import { lockQuietly, PartitionError, type Tx } from "./partition.session.ts";

interface View {
  readonly name: string;
  readonly owner: string;
  readonly query: string;
  readonly options: string | null;
}

/** Views that read `sale`, also those of operators: they are bound to the table, and not to its name. */
const readViews = (tx: Tx) => tx<View[]>`
  select distinct c.oid::regclass::text as name, quote_ident(pg_get_userbyid(c.relowner)) as owner, pg_get_viewdef(c.oid) as query, array_to_string(c.reloptions, ', ') as options
  from pg_depend d join pg_rewrite r on r.oid = d.objid and d.classid = 'pg_rewrite'::regclass join pg_class c on c.oid = r.ev_class
  where d.refobjid = 'sale'::regclass and d.refclassid = 'pg_class'::regclass and c.relkind = 'v' order by 1`;

/**
 * Locks the views, and only then the table, in the order of a reader: otherwise the two could wait for each other. The
 * statement LOCK would lock all tables of a view too, so this gives each view the owner that it has.
 */
async function lockTable(tx: Tx): Promise<readonly View[]> {
  const [turn] = await tx<{ taken: boolean }[]>`select pg_try_advisory_xact_lock(${advisoryLocks.migration}) as taken`;
  if (!turn?.taken) throw new PartitionError("The database is being migrated: run the command again after that.");
  await lockQuietly(tx);
  const views = await readViews(tx);
  for (const { name, owner } of views) await tx.unsafe(`alter view ${name} owner to ${owner}`);
  await tx`lock table sale in access exclusive mode`;
  return views;
}

interface Described {
  readonly name: string;
  readonly statement: string;
}

/** The indexes that partitions share: all but the unique ones. Each partition has its own index of its keys. */
const readIndexes = (tx: Tx) => tx<Described[]>`
  select c.relname::text as name, pg_get_indexdef(i.indexrelid) as statement
  from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = 'sale'::regclass and not i.indisunique order by 1`;

/** The rights that anyone has on the table or its columns, as statements. */
const readGrants = (tx: Tx) => tx<{ statement: string }[]>`
  select format('grant %s on sale to %s%s', right_, case grantee when 0 then 'public' else quote_ident(pg_get_userbyid(grantee)) end,
    case when grantable then ' with grant option' else '' end) as statement
  from (
    select a.privilege_type as right_, a.grantee, a.is_grantable as grantable, c.relowner
    from pg_class c, aclexplode(c.relacl) a where c.oid = 'sale'::regclass
    union all
    select format('%s (%I)', a.privilege_type, t.attname), a.grantee, a.is_grantable, c.relowner
    from pg_class c join pg_attribute t on t.attrelid = c.oid, aclexplode(t.attacl) a where c.oid = 'sale'::regclass
  ) g where grantee <> relowner`;

const nameBytesMax = 63;

/** The table gets another name, its indexes too, so that the partitioned table can have them. */
async function renameTable(tx: Tx, former: string): Promise<void> {
  const indexes = await tx<{ name: string }[]>`
    select c.relname::text as name from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = 'sale'::regclass`;
  for (const { name } of indexes) {
    const renamed = `${former}_${name.replace(/^sale_/, "")}`.slice(0, nameBytesMax);
    await tx.unsafe(`alter index ${quoted(name)} rename to ${quoted(renamed)}`);
  }
  await tx.unsafe(`
    drop trigger copy_sale_keys on sale;
    alter table sale alter column number drop identity;
    alter table sale rename to ${quoted(former)}`);
}

/** Numbers go on where they are: the sequence goes with the identity of the column. */
async function readNextNumber(tx: Tx): Promise<string> {
  const [row] = await tx<{ next: string }[]>`
    select coalesce(last_value + increment_by, start_value)::text as next from pg_sequences
    where format('%I.%I', schemaname, sequencename)::regclass = pg_get_serial_sequence('sale', 'number')::regclass`;
  if (!row) throw new PartitionError("The column sale.number has no sequence.");
  return row.next;
}

/**
 * Makes the partitioned table, with the present one as its first partition. Nothing is copied or read, so callers wait
 * for milliseconds: the former table keeps `sale_boundary`, which proves its bound, until it is attached. If the locks are not free, it gives up soon: the caller tries again.
 * @param trigger the one that has copied the keys since they were compared.
 */
export async function exchange(tx: Tx, boundary: string, trigger: string): Promise<void> {
  const views = await lockTable(tx);
  if ((await copyingTrigger(tx)) !== trigger)
    throw new PartitionError("The trigger that copies keys was changed after the comparison: run the command again.");
  await refuseObstacles(tx);
  const [indexes, grants, next] = [await readIndexes(tx), await readGrants(tx), await readNextNumber(tx)];
  const [named] = await tx<{ former: string; options: string | null }[]>`
    select to_char(instant_of_id(${boundary}::uuid), '"sale_before_"YYYY_MM') as former, array_to_string(reloptions, ', ') as options
    from pg_class where oid = 'sale'::regclass`;
  const former = named?.former as string;
  await renameTable(tx, former);
  await tx.unsafe(`
    create table sale (like ${quoted(former)} including all excluding indexes excluding identity) partition by range (id);
    alter table sale drop constraint sale_boundary;
    alter table sale add constraint sale_pkey primary key (id);
    alter table sale alter column number add generated by default as identity (sequence name sale_number_seq start with ${next});
    ${indexes.map(({ statement }) => `${statement};`).join("\n")}
    alter table sale attach partition ${quoted(former)} for values from (minvalue) to ('${boundary}');
    alter table ${quoted(former)} drop constraint sale_boundary;
    create table ${defaultPartition} partition of sale default${named?.options ? ` with (${named.options})` : ""};
    create unique index ${defaultPartition}_external_id_key on ${defaultPartition} (external_id);
    create trigger write_sale_key before insert on sale for each row
      when (current_setting('rewards.sale_keys', true) is distinct from 'written') execute function write_sale_key();
    ${grants.map(({ statement }) => `${statement};`).join("\n")}`);
  for (const { name, query, options } of views)
    await tx.unsafe(`create or replace view ${name}${options ? ` with (${options})` : ""} as ${query}`);
  await tx`delete from partitioning where relation = 'sale'`;
}
