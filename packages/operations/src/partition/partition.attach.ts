import type { Tx } from "@rewards/db";
import { type ArchiveFacts, describeDamage, insertLines } from "./partition.archive.ts";
import type { MoveOptions } from "./partition.detach.ts";
import { findPartition, quoted, type SalePart } from "./partition.part.ts";
import { defaultPartition, firstId } from "./partition.read.ts";
import { lockQuietly, PartitionError, type PartitionSession, withPartitions } from "./partition.session.ts";

/**
 * Brings a detached month back into the table of sales: from its table, or from its files if it is archived.
 * @returns since when it was detached, ISO 8601: erasures since then have not reached it.
 * @throws PartitionError with the remedy.
 */
export async function attachPartition(url: string, { name, folder }: MoveOptions): Promise<string> {
  return withPartitions(url, async (session) => {
    const part = await session.within((tx) => findPartition(tx, name));
    if (part.state === "attached") throw new PartitionError(`${name} is attached already.`);
    if (part.state === "archived") await load(session, part, folder);
    await session.within((tx) => addBounds(tx, part));
    return session.locking((tx) => attach(tx, part));
  });
}

/**
 * Loads the files into a table with another name, slice by slice, so that no vacuum waits for it. The table gets its name
 * once it has all sales: a run that was ended after that goes on with the attach.
 */
async function load({ within }: PartitionSession, part: SalePart, folder: string): Promise<void> {
  const facts: ArchiveFacts = { name: part.name, sales: part.sales ?? 0, sha256: part.sha256 ?? "" };
  const draft = quoted(`${part.name}_loading`);
  const isLoaded = await within(async (tx) => {
    const [found] = await tx<{ exists: boolean }[]>`select to_regclass(${quoted(part.name)}) is not null as exists`;
    if (!found?.exists) await createPart(tx, part.name, draft);
    return found?.exists;
  });
  if (isLoaded) return;
  const damage = await describeDamage(folder, facts, (lines) => within((tx) => insertLines(tx, draft, lines)));
  if (damage !== undefined) {
    await within((tx) => tx.unsafe(`drop table ${draft}`));
    throw new PartitionError(`The archive of ${part.name} in ${folder} is damaged: ${damage}.`);
  }
  await within((tx) => tx.unsafe(`alter table ${draft} rename to ${quoted(part.name)}`));
}

/** Makes the empty table, with the indexes of `sale`, so that the attach has none to build. */
async function createPart(tx: Tx, name: string, draft: string): Promise<void> {
  const [row] = await tx<{ options: string | null }[]>`
    select array_to_string(reloptions, ', ') as options from pg_class where oid = 'sale_default'::regclass`;
  await tx.unsafe(`
    drop table if exists ${draft};
    create table ${draft} (like sale including all excluding identity);
    create unique index ${quoted(`${name}_external_id_key`)} on ${draft} (external_id);
    select leave_out_statistics('${draft}');
    ${row?.options ? `alter table ${draft} set (${row.options})` : ""}`);
}

const boundsOf = (name: string) => quoted(`${name}_bounds`);

/** Postgres reads the table for this, and then not again under the locks of the attach. */
async function addBounds(tx: Tx, { name, fromId, toId }: SalePart): Promise<void> {
  await tx.unsafe(`
    alter table ${quoted(name)} drop constraint if exists ${boundsOf(name)};
    alter table ${quoted(name)} add constraint ${boundsOf(name)} check (id >= '${fromId}' and id < '${toId}')`);
}

/**
 * Attaches the table. Sales of the month that arrived while it was detached, from a gateway whose clock is behind, move into
 * it from the default partition.
 */
async function attach(tx: Tx, { name, fromId, toId }: SalePart): Promise<string> {
  await lockQuietly(tx, "sale");
  await tx.unsafe(`
    lock table ${defaultPartition} in access exclusive mode;
    with moved as (delete from ${defaultPartition} where id >= '${fromId}' and id < '${toId}' returning *)
      insert into ${quoted(name)} select * from moved`);
  const from = fromId === firstId ? "minvalue" : `'${fromId}'`;
  await tx.unsafe(`
    alter table sale attach partition ${quoted(name)} for values from (${from}) to ('${toId}');
    alter table ${quoted(name)} drop constraint ${boundsOf(name)}`);
  const [row] = await tx<{ at: Date }[]>`delete from sale_archive where name = ${name} returning detached_at as at`;
  if (!row) throw new PartitionError(`${name} is not listed as detached: run \`rewards partitions list\`.`);
  return row.at.toISOString();
}
