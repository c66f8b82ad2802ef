import { type Change, firstId } from "./partition.change.ts";
import { PartitionError, type PartitionSession, type Tx } from "./partition.session.ts";

/** What a change copies of the rows of its table. */
export interface Copy {
  readonly change: Change;
  /** The columns that it needs. */
  readonly columns: string;
  /** SQL that copies from `slice`, which has these columns and the ID. What was copied before stays. */
  readonly insert: string;
  /** Compares all rows with their copies: rows without a copy, and copies that are not those of a row. */
  readonly compare: (session: PartitionSession) => Promise<Differences>;
}

export interface Differences {
  readonly missing: number;
  readonly foreign: number;
}

/** Gets the number of rows that this run has copied. */
export type OnRows = (rows: number) => unknown;

/** Rows of a transaction: short enough that a vacuum does not wait for it. */
export const sliceRowsMax = 5_000;

interface Slice {
  readonly rows: number;
  readonly last: string | null;
}

/** Copies the next slice, and notes how far it came, in one transaction. */
async function fillSlice(tx: Tx, { change: { table }, columns, insert }: Copy): Promise<Slice> {
  const [slice] = await tx.unsafe<Slice[]>(`
    with slice as (
      select ${columns} from ${table} where id > (select filled_to from partitioning where relation = '${table}')
      order by id limit ${sliceRowsMax}),
    kept as (${insert} on conflict do nothing)
    select (select count(*)::int from slice) as rows, (select id from slice order by id desc limit 1) as last`);
  if (slice?.last) await tx`update partitioning set filled_to = ${slice.last} where relation = ${table}`;
  return slice ?? { rows: 0, last: null };
}

/** Copies all rows slice by slice, from where the last run ended. */
export async function fillRows({ locking }: PartitionSession, copy: Copy, onRows: OnRows): Promise<void> {
  for (let done = 0; ; ) {
    const { rows } = await locking((tx) => fillSlice(tx, copy));
    done += rows;
    await onRows(done);
    if (rows < sliceRowsMax) return;
  }
}

/** Names the trigger that copies for new rows. If it was changed or turned off meanwhile, rows may lack their copy. */
export async function copyingTrigger(tx: Tx, { table, copier }: Change): Promise<string | undefined> {
  const [row] = await tx<{ name: string }[]>`
    select format('%s.%s', oid, xmin) as name from pg_trigger
    where tgrelid = to_regclass(${table}) and tgname = ${copier} and tgenabled in ('O', 'A')`;
  return row?.name;
}

/** Under the lock of the exchange. @throws PartitionError if rows may lack their copy since the comparison. */
export async function requireTrigger(tx: Tx, change: Change, trigger: string): Promise<void> {
  if ((await copyingTrigger(tx, change)) !== trigger)
    throw new PartitionError(
      "The trigger that copies new rows was changed after the comparison: run the command again.",
    );
}

/**
 * Compares every row with its copy. Copies what is missing once more: a session without triggers may have made these rows.
 * @returns the trigger that has copied all later rows.
 * @throws PartitionError if they still differ.
 */
export async function compareRows(session: PartitionSession, copy: Copy, onRows: OnRows): Promise<string> {
  const { table, command } = copy.change;
  for (let tries = 1; ; tries += 1) {
    const trigger = await session.within((tx) => copyingTrigger(tx, copy.change));
    const { missing, foreign } = await copy.compare(session);
    if (trigger !== undefined && missing + foreign === 0) return trigger;
    if (trigger === undefined || foreign > 0 || tries === 2)
      throw new PartitionError(
        `The copy differs from the table ${table} (${missing} missing, ${foreign} of other rows): run \`${command} --cancel\`, then begin again.`,
      );
    await session.within((tx) => tx`update partitioning set filled_to = ${firstId} where relation = ${table}`);
    await fillRows(session, copy, onRows);
  }
}
