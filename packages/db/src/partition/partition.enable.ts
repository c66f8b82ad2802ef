import { codeOf } from "../fault.ts";
import { betweenLocks } from "../lock.retry.ts";
import { addPartitions, monthsAhead } from "./partition.add.ts";
import { exchange } from "./partition.exchange.ts";
import { compareKeys, fillKeys, firstId } from "./partition.fill.ts";
import { refuseObstacles } from "./partition.preflight.ts";
import { isPartitioned } from "./partition.read.ts";
import { lockQuietly, type PartitionSession, quietWait, type Tx, withPartitions } from "./partition.session.ts";
import { saleKeyParts } from "./partition.table.ts";

/** Under load, the locks of a busy table may take some tries. */
const lockTriesMax = 240;
const diskFull = "53100";

type Progress = (text: string) => unknown;

export interface EnableOptions {
  /** Says what it does next, for people. It waits for what this returns. */
  readonly progress?: Progress;
}

/** `made`: it is partitioned now. `already`: it was, and nothing was left to do. */
export type Enabled = "made" | "already";

/**
 * Makes `sale` a partitioned table, while sales come in: it copies their keys to `sale_key`, in slices, and then exchanges
 * the table in a transaction of milliseconds. It can be ended at any point, and run again.
 * @throws PartitionError with the remedy; Postgres' error. A full disk cancels the change, so that callers get the space
 * back.
 */
export async function enablePartitions(
  url: string,
  { progress = () => undefined }: EnableOptions = {},
): Promise<Enabled> {
  return withPartitions(url, async (session) => {
    const isMade = await isDone(session);
    if (!isMade) await change(session, progress).catch((error: unknown) => giveUp(session, error));
    await betweenLocks(() => session.within((tx) => addPartitions(tx, monthsAhead)), lockTriesMax);
    return isMade ? "already" : "made";
  });
}

/** Undoes what an unfinished change left. Returns whether there was one. */
export async function cancelPartitions(url: string): Promise<boolean> {
  return withPartitions(url, cancel);
}

async function isDone({ sql }: PartitionSession): Promise<boolean> {
  const [row] = await sql.unsafe<{ isDone: boolean }[]>(`select ${isPartitioned} as "isDone"`);
  return row?.isDone === true;
}

async function change(session: PartitionSession, progress: Progress): Promise<void> {
  const { within } = session;
  const locking = <Result>(run: (tx: Tx) => Promise<Result>) => betweenLocks(() => within(run), lockTriesMax);
  const onSales = (sales: number) => progress(`Copying the keys of sales: ${sales} …`);
  await within(refuseObstacles);
  await locking(startCopying);
  await fillKeys(session, onSales);
  await progress("Checking the boundary …");
  const boundary = await locking(setBoundary);
  await locking((tx) => tx.unsafe(`${quietWait}; alter table sale validate constraint sale_boundary`));
  await progress("Comparing every key with its sale …");
  const trigger = await compareKeys(session, onSales);
  await progress("Exchanging the table …");
  await locking((tx) => exchange(tx, boundary, trigger));
}

/** A trigger copies the keys of new sales from its commit on: its lock waits for all who are writing. */
async function startCopying(tx: Tx): Promise<void> {
  await lockQuietly(tx);
  await tx`
    insert into partitioning (relation, filled_to, started_at) values ('sale', ${firstId}, clock_timestamp()) on conflict do nothing`;
  await tx`
    create or replace trigger copy_sale_keys after insert on sale referencing new table as added
    for each statement execute function copy_sale_keys()`;
}

/**
 * The first ID that will not belong to the partition which the table becomes: that of a month at least four weeks ahead,
 * since the table refuses sales from the boundary on until it is exchanged.
 */
async function setBoundary(tx: Tx): Promise<string> {
  await lockQuietly(tx);
  const [row] = await tx<{ boundary: string; isSet: boolean }[]>`
    select coalesce(boundary, first_id_at(date_trunc('month', clock_timestamp() at time zone 'UTC' + interval '28 days') + interval '1 month')) as boundary,
      exists (select from pg_constraint where conrelid = 'sale'::regclass and conname = 'sale_boundary') as "isSet"
    from partitioning where relation = 'sale'`;
  const boundary = row?.boundary as string;
  if (!row?.isSet)
    await tx.unsafe(`alter table sale add constraint sale_boundary check (id < '${boundary}') not valid`);
  await tx`update partitioning set boundary = ${boundary} where relation = 'sale'`;
  return boundary;
}

async function giveUp(session: PartitionSession, error: unknown): Promise<never> {
  if (codeOf(error) === diskFull) await cancel(session);
  throw error;
}

async function cancel(session: PartitionSession): Promise<boolean> {
  if (await isDone(session)) return false;
  return betweenLocks(() => session.within(undo), lockTriesMax);
}

const turnGuards = (to: "disable" | "enable") =>
  ["sale_key", ...saleKeyParts].map((table) => `alter table ${table} ${to} trigger ${table}_immutable`).join("; ");

async function undo(tx: Tx): Promise<boolean> {
  await lockQuietly(tx);
  await tx.unsafe(`
    drop trigger if exists copy_sale_keys on sale;
    alter table sale drop constraint if exists sale_boundary;
    ${turnGuards("disable")};
    truncate sale_key;
    ${turnGuards("enable")}`);
  const { count } = await tx`delete from partitioning where relation = 'sale'`;
  return count > 0;
}
