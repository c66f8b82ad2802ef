import { stat } from "node:fs/promises";
import { contentDigest, type Tx } from "@rewards/db";
import { sale } from "@rewards/domain";
import { type ArchiveFacts, describeDamage, writeArchive } from "./partition.archive.ts";
import { findPartition, quoted, type SalePart } from "./partition.part.ts";
import { firstId } from "./partition.read.ts";
import { lockQuietly, PartitionError, type PartitionSession, withPartitions } from "./partition.session.ts";

/** Digests of a transaction: short enough that a vacuum does not wait for it. */
const digestRowsMax = 5_000;

/**
 * Writes the digests of all sales in a partition, in slices: what is written already costs no write. Once the partition is
 * detached, nothing changes its sales.
 */
async function writeDigests({ within }: PartitionSession, name: string): Promise<void> {
  for (let last: string | null = firstId; last !== null; ) last = await within((tx) => writeSlice(tx, name, last));
}

/** Returns the last ID of the slice; null after the last one. */
async function writeSlice(tx: Tx, name: string, after: string | null): Promise<string | null> {
  const [slice] = await tx.unsafe<{ last: string | null }[]>(
    `with slice as (select * from ${quoted(name)} where id > $1 order by id limit ${digestRowsMax}),
    kept as (
      insert into sale_digest as kept (sale_id, digest, erased)
      select id, ${contentDigest()}, case when starts_with(member_external_id, 'erased-') then member_external_id end from slice
      on conflict (sale_id) do update set digest = excluded.digest, erased = excluded.erased
      where (kept.digest, kept.erased) is distinct from (excluded.digest, excluded.erased))
    select (select id from slice order by id desc limit 1) as last`,
    [after],
  );
  return slice?.last ?? null;
}

/** Few, since a sale may be as large as a request. */
const sliceRowsMax = 100;

export interface MoveOptions {
  /** The partition, as `listPartitions` names it. */
  readonly name: string;
  /** The folder of the files. */
  readonly folder: string;
}

/**
 * Takes a closed month out of the table of sales, writes it to files, reads them again, and drops it. `sale_key` keeps
 * its keys, and `sale_digest` digests of their content. It can be ended at any point, and run again.
 * @throws PartitionError with the remedy.
 */
export async function detachPartition(url: string, { name, folder }: MoveOptions): Promise<ArchiveFacts> {
  await requireFolder(folder);
  return withPartitions(url, async (session) => {
    const part = await session.within((tx) => findPartition(tx, name));
    if (part.state === "archived") throw new PartitionError(`${name} is archived already.`);
    if (part.state === "attached") await detach(session, part);
    // Again, for sales that arrived or changed after the first time.
    await writeDigests(session, name);
    const facts = await writeArchive(folder, name, linesOf(session, name));
    const damage = await describeDamage(folder, facts);
    if (damage !== undefined) throw new PartitionError(`The archive in ${folder} cannot be read again: ${damage}.`);
    await session.locking((tx) => drop(tx, facts));
    return facts;
  });
}

/** Does not make the folder: it could be in a container that is removed after the command, with the only copy of the month. */
async function requireFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory() !== true)
    throw new PartitionError(
      `There is no folder ${folder}: make it on storage that you keep, then run the command again.`,
    );
}

async function detach(session: PartitionSession, part: SalePart): Promise<void> {
  const { within, locking } = session;
  const { name, fromId, toId, isClosed } = part;
  if (!isClosed || toId === null)
    throw new PartitionError(`${name} takes new sales, or may: only a month that is over can be detached.`);
  await within((tx) => refuseOpen(tx, part));
  await writeDigests(session, name);
  await within((tx) => refuseReturned(tx, part));
  await locking(async (tx) => {
    await lockQuietly(tx, "sale");
    await tx.unsafe(`alter table sale detach partition ${quoted(name)}`);
    await refuseListed(tx, part);
    await tx`
      insert into sale_archive (name, from_id, to_id, detached_at) values (${name}, ${fromId}, ${toId}, clock_timestamp())`;
  });
}

const refuse = (name: string, id: string) =>
  new PartitionError(
    `${name} has sales that are not settled, such as ${id}: a sale that waits, fails or is a dead letter. Settle or discard them first.`,
  );

async function refuseOpen(tx: Tx, part: SalePart): Promise<void> {
  const [open] = await tx.unsafe<{ id: string }[]>(
    `select id from ${quoted(part.name)} where status = any($1::text[]) limit 1`,
    [[...sale.transitions.complete.from]],
  );
  if (open) throw refuse(part.name, open.id);
}

/** Each open sale is on one of these lists. */
const listed = (tx: Tx) => tx`(
  select id from pending where class = ${sale.class}
  union all select id from failing where class = ${sale.class}
  union all select id from dead_letter where class = ${sale.class}
  union all select sale_id from awaiting) as listed`;

/** Under the lock, by indexes alone. */
async function refuseListed(tx: Tx, { name, fromId, toId }: SalePart): Promise<void> {
  const [open] = await tx<{ id: string }[]>`
    select id from ${listed(tx)} where id >= ${fromId} and id < ${toId} limit 1`;
  if (open) throw refuse(name, open.id);
}

/**
 * Before the lock, since it reads all open sales. A return that comes after it is treated as one that comes after the
 * detach.
 */
async function refuseReturned(tx: Tx, { name, fromId, toId }: SalePart): Promise<void> {
  const [open] = await tx<{ id: string; original: string }[]>`
    select s.id, k.external_id as original from ${listed(tx)} join sale s on s.id = listed.id
    cross join lateral jsonb_path_query(s.sale_items, '$[*].OriginalSaleExternalID') o(key)
    join sale_key k on k.external_id = o.key #>> '{}'
    where k.sale_id >= ${fromId} and k.sale_id < ${toId} limit 1`;
  if (open)
    throw new PartitionError(
      `${name} has sales that come back in returns that are not settled: ${open.id} names ${open.original}. Settle or discard these returns first.`,
    );
}

/** A transaction for each slice, so that no vacuum waits for the whole month. Nobody writes the detached table. */
async function* linesOf({ within }: PartitionSession, name: string): AsyncIterable<string> {
  for (let last = firstId; ; ) {
    const rows = await within((tx) =>
      tx.unsafe<{ id: string; line: string }[]>(
        `select id, row_to_json(s)::text as line from ${quoted(name)} s where id > $1 order by id limit ${sliceRowsMax}`,
        [last],
      ),
    );
    for (const { id, line } of rows) {
      yield line;
      last = id;
    }
    if (rows.length < sliceRowsMax) return;
  }
}

async function drop(tx: Tx, { name, sales, sha256 }: ArchiveFacts): Promise<void> {
  const [row] = await tx.unsafe<{ count: string }[]>(`select count(*) as count from ${quoted(name)}`);
  if (Number(row?.count) !== sales)
    throw new PartitionError(`${name} changed while it was archived: run the command again.`);
  await tx.unsafe(`drop table ${quoted(name)}`);
  await tx`
    update sale_archive set archived_at = clock_timestamp(), sales = ${sales}, sha256 = ${sha256} where name = ${name}`;
}
