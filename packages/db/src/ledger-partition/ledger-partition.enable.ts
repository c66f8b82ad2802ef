import {
  type ChangeOptions,
  cancelChange,
  type Enabled,
  forgetChange,
  isChanged,
  type Progress,
  runChange,
  startCopying,
} from "../partition/partition.change.ts";
import { type Copy, compareRows, fillRows } from "../partition/partition.fill.ts";
import { refuseObstacles } from "../partition/partition.preflight.ts";
import {
  lockQuietly,
  PartitionError,
  type PartitionSession,
  quietWait,
  type Tx,
  withPartitions,
} from "../partition/partition.session.ts";
import { compareEntries } from "./ledger-partition.compare.ts";
import { exchangeLedger } from "./ledger-partition.exchange.ts";
import { makeCopier, makeParts, readColumns } from "./ledger-partition.make.ts";
import { formerLedger, ledgerChange, ledgerDraft, ledgerParts } from "./ledger-partition.table.ts";
import { transactionsEnd } from "./ledger-partition.wait.ts";

export interface LedgerOptions extends ChangeOptions {
  /** The number of partitions, from 4 to 128; by default 16, or that of the run before. */
  readonly partitions?: number | undefined;
}

/**
 * Makes `ledger_entry` a table with partitions by member, while workers post: it copies all entries, in slices, compares
 * them, and then exchanges the two tables in a transaction of milliseconds. It can be ended at any point, and run again.
 * The former table stays until `dropFormerLedger`.
 * @throws PartitionError with the remedy; Postgres' error. A full disk cancels the change, so that callers get the space
 * back.
 */
export async function partitionLedger(
  url: string,
  { partitions, progress = () => undefined }: LedgerOptions = {},
): Promise<Enabled> {
  return withPartitions(url, async (session) => {
    if (await isChanged(session, ledgerChange)) return "already";
    await runChange(session, () => change(session, partitions, progress), undo);
    return "made";
  });
}

/** Undoes what an unfinished change left. Returns whether there was one. */
export async function cancelLedger(url: string): Promise<boolean> {
  return cancelChange(url, ledgerChange, undo);
}

/** Drops the table that the partitioned one has replaced. Returns whether it was there. */
export async function dropFormerLedger(url: string): Promise<boolean> {
  return withPartitions(url, ({ locking }) =>
    locking(async (tx) => {
      const isThere = await hasFormer(tx);
      if (isThere) await tx.unsafe(`drop table ${formerLedger}`);
      return isThere;
    }),
  );
}

async function change(session: PartitionSession, partitions: number | undefined, progress: Progress): Promise<void> {
  const { within, locking } = session;
  const columns = await within(async (tx) => {
    await refuseObstacles(tx, ledgerChange);
    await refuseFormer(tx);
    await makeParts(tx, partitions, ledgerParts.default);
    const found = await readColumns(tx);
    await makeCopier(tx, found);
    return found;
  });
  const list = columns.join(", ");
  const copy: Copy = {
    change: ledgerChange,
    columns: list,
    insert: `insert into ${ledgerDraft} (${list}) select ${list} from slice`,
    compare: () => compareEntries(session, columns, (entries) => progress(`Comparing entries: ${entries} …`)),
  };
  const onEntries = (entries: number) => progress(`Copying entries: ${entries} …`);
  await locking((tx) => startCopying(tx, ledgerChange));
  await fillRows(session, copy, onEntries);
  const trigger = await compareRows(session, copy, onEntries);
  await progress("Reading statistics …");
  await locking(analyzeParts);
  await transactionsEnd(session, progress);
  await progress("Exchanging the table …");
  await locking((tx) => exchangeLedger(tx, trigger));
}

/** Statistics of an empty partition mislead Postgres until there are new ones, so a small ledger gets none. */
async function analyzeParts(tx: Tx): Promise<void> {
  const [row] = await tx<{ isFilled: boolean }[]>`
    select bool_and(pg_relation_size(inhrelid) > 0) as "isFilled" from pg_inherits where inhparent = to_regclass(${ledgerDraft})`;
  if (row?.isFilled) await tx.unsafe(`${quietWait}; analyze ${ledgerDraft}`);
}

async function hasFormer(tx: Tx): Promise<boolean> {
  const [row] = await tx<{ isThere: boolean }[]>`select to_regclass(${formerLedger}) is not null as "isThere"`;
  return row?.isThere === true;
}

async function refuseFormer(tx: Tx): Promise<void> {
  if (await hasFormer(tx))
    throw new PartitionError(`There is a table ${formerLedger} already: rename or drop it first.`);
}

async function undo(tx: Tx): Promise<boolean> {
  const { copier } = ledgerChange;
  await lockQuietly(tx, "ledger_entry");
  await tx.unsafe(`
    drop trigger if exists ${copier} on ledger_entry;
    drop function if exists ${copier}();
    drop table if exists ${ledgerDraft}`);
  return forgetChange(tx, ledgerChange);
}
