import { allowScans } from "../scan.ts";
import { addPartitions, monthsAhead } from "./partition.add.ts";
import {
  type ChangeOptions,
  cancelChange,
  type Enabled,
  forgetChange,
  isChanged,
  type Progress,
  runChange,
  startCopying,
} from "./partition.change.ts";
import { exchange } from "./partition.exchange.ts";
import { type Copy, compareRows, type Differences, fillRows } from "./partition.fill.ts";
import { refuseObstacles } from "./partition.preflight.ts";
import { lockQuietly, type PartitionSession, quietWait, type Tx, withPartitions } from "./partition.session.ts";
import { saleChange, saleKeyParts } from "./partition.table.ts";

/** The keys of sales. */
const keys: Copy = {
  change: saleChange,
  columns: "id, external_id",
  insert: "insert into sale_key (external_id, sale_id) select external_id, id from slice order by external_id",
  compare: ({ within }) => within(countDifferences),
};

/** Compares all sales with all keys, in one snapshot. */
async function countDifferences(tx: Tx): Promise<Differences> {
  await allowScans(tx);
  const [row] = await tx<{ missing: string; foreign: string }[]>`
    select
      (select count(*) from sale s left join sale_key k on k.external_id = s.external_id where k.sale_id is distinct from s.id) as missing,
      (select count(*) from sale_key k left join sale s on s.id = k.sale_id where s.external_id is distinct from k.external_id) as foreign`;
  return { missing: Number(row?.missing), foreign: Number(row?.foreign) };
}

/**
 * Makes `sale` a partitioned table, while sales come in: it copies their keys to `sale_key`, in slices, and then exchanges
 * the table in a transaction of milliseconds. It can be ended at any point, and run again.
 * @throws PartitionError with the remedy; Postgres' error. A full disk cancels the change, so that callers get the space
 * back.
 */
export async function enablePartitions(
  url: string,
  { progress = () => undefined }: ChangeOptions = {},
): Promise<Enabled> {
  return withPartitions(url, async (session) => {
    const isMade = await isChanged(session, saleChange);
    if (!isMade) await runChange(session, () => change(session, progress), undo);
    await session.locking((tx) => addPartitions(tx, monthsAhead));
    return isMade ? "already" : "made";
  });
}

/** Undoes what an unfinished change left. Returns whether there was one. */
export async function cancelPartitions(url: string): Promise<boolean> {
  return cancelChange(url, saleChange, undo);
}

async function change(session: PartitionSession, progress: Progress): Promise<void> {
  const { within, locking } = session;
  const onSales = (sales: number) => progress(`Copying the keys of sales: ${sales} …`);
  await within((tx) => refuseObstacles(tx, saleChange));
  await locking((tx) => startCopying(tx, saleChange));
  await fillRows(session, keys, onSales);
  await progress("Checking the boundary …");
  const boundary = await locking(setBoundary);
  await locking((tx) => tx.unsafe(`${quietWait}; alter table sale validate constraint sale_boundary`));
  await progress("Comparing every key with its sale …");
  const trigger = await compareRows(session, keys, onSales);
  await progress("Exchanging the table …");
  await locking((tx) => exchange(tx, boundary, trigger));
}

/**
 * The first ID that will not belong to the partition which the table becomes: that of a month at least four weeks ahead,
 * since the table refuses sales from the boundary on until it is exchanged.
 */
async function setBoundary(tx: Tx): Promise<string> {
  await lockQuietly(tx, "sale");
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

const turnGuards = (to: "disable" | "enable") =>
  ["sale_key", ...saleKeyParts].map((table) => `alter table ${table} ${to} trigger ${table}_immutable`).join("; ");

async function undo(tx: Tx): Promise<boolean> {
  await lockQuietly(tx, "sale");
  await tx.unsafe(`
    drop trigger if exists ${saleChange.copier} on sale;
    alter table sale drop constraint if exists sale_boundary;
    ${turnGuards("disable")};
    truncate sale_key;
    ${turnGuards("enable")}`);
  return forgetChange(tx, saleChange);
}
