import { codeOf } from "../fault.ts";
import { hasPartitions } from "./partition.read.ts";
import { lockQuietly, type PartitionSession, type Tx, withPartitions } from "./partition.session.ts";

/** A table that a command changes into one with partitions, while the service runs. */
export interface Change {
  readonly table: "sale" | "ledger_entry";
  /** The command that makes the change, and undoes it with `--cancel`. */
  readonly command: string;
  /** The section of docs/operations.md. */
  readonly section: string;
  /** The trigger that copies what new rows need, and the function that it calls. */
  readonly copier: string;
  /** The other triggers that the partitioned table will have too. */
  readonly triggers: readonly string[];
  /** The unique indexes, without that of the primary key, for which the partitioned table has others. */
  readonly uniques: readonly string[];
}

/** Says what a command does next, for people. The command waits for what it returns. */
export type Progress = (text: string) => unknown;

export interface ChangeOptions {
  readonly progress?: Progress;
}

/** `made`: the table is partitioned now. `already`: it was. */
export type Enabled = "made" | "already";

export const firstId = "00000000-0000-0000-0000-000000000000";

/** Notes that a change is under way. Its copy begins at the first ID, or goes on where it was interrupted. */
export async function noteChange(tx: Tx, { table }: Change): Promise<void> {
  await tx`
    insert into partitioning (relation, filled_to, started_at) values (${table}, ${firstId}, clock_timestamp()) on conflict do nothing`;
}

/** The trigger copies for new rows from its commit on: its lock waits for all who are writing. */
export async function startCopying(tx: Tx, change: Change): Promise<void> {
  const { table, copier } = change;
  await lockQuietly(tx, table);
  await noteChange(tx, change);
  await tx.unsafe(`
    create or replace trigger ${copier} after insert on ${table} referencing new table as added
    for each statement execute function ${copier}()`);
}

/** Returns whether the change was under way. */
export async function forgetChange(tx: Tx, { table }: Change): Promise<boolean> {
  const { count } = await tx`delete from partitioning where relation = ${table}`;
  return count > 0;
}

/** Whether the table has partitions already. */
export async function isChanged({ sql }: PartitionSession, { table }: Change): Promise<boolean> {
  const [row] = await sql.unsafe<{ isChanged: boolean }[]>(`select ${hasPartitions(table)} as "isChanged"`);
  return row?.isChanged === true;
}

/** Undoes what an unfinished change left. Returns whether there was one. */
export function cancelChange(url: string, change: Change, undo: (tx: Tx) => Promise<boolean>): Promise<boolean> {
  return withPartitions(url, async (session) => !(await isChanged(session, change)) && session.locking(undo));
}

const diskFull = "53100";

/** Runs the steps of a change. A full disk undoes them, so that callers get the space back. */
export async function runChange(
  session: PartitionSession,
  steps: () => Promise<void>,
  undo: (tx: Tx) => Promise<unknown>,
): Promise<void> {
  try {
    await steps();
  } catch (error) {
    if (codeOf(error) === diskFull) await session.locking(undo);
    throw error;
  }
}
