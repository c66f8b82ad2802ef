import type { FieldChange, ObjectDefinition } from "@rewards/domain";
import type postgres from "postgres";
import type { Tx } from "../client.ts";

type Fragment = postgres.PendingQuery<postgres.Row[]>;

/** The only statement that writes history: note, user and time are those of the changed rows `t`. */
const insertion = (tx: Tx, className: string, action: string, changes: Fragment, rows: Fragment): Fragment => tx`
  insert into history (record_id, version, class, action, changes, note, user_id, at)
  select t.id, t.version, ${className}, ${action}, ${changes}, t.confirmation_note, t.update_user_id, t.update_date_time
  from ${rows}`;

interface Change {
  readonly id: string;
  /** By the name of the column; with the new note and user. */
  readonly columns: Readonly<Record<string, unknown>>;
  readonly action: string;
  readonly changes: readonly FieldChange[];
  /** When it was decided, ms since the epoch; by default Postgres' clock. */
  readonly atMs?: number | undefined;
}

/** Changes a locked record, counts its version up, and writes the change to history, in one statement. */
export async function changeRecord(
  tx: Tx,
  { class: className, noun }: ObjectDefinition,
  { id, columns, action, changes, atMs }: Change,
): Promise<void> {
  const at = atMs === undefined ? tx`clock_timestamp()` : tx`to_timestamp(${atMs}::float8 / 1000)`;
  await tx`
    with t as (
      update ${tx(noun)} set ${tx(columns as Record<string, string>)}, version = version + 1, update_date_time = ${at}
      where id = ${id} returning id, version, confirmation_note, update_user_id, update_date_time
    )
    ${insertion(tx, className, action, tx`${JSON.stringify(changes)}::text::jsonb`, tx`t`)}`;
}

interface Move {
  readonly id: string;
  /** The status before the move. */
  readonly from: string;
}

/** Writes moves of records to `history`, unless history is derived from their rows. Call it after the move and in its transaction. */
export async function writeMoves(
  tx: Tx,
  { class: className, noun, historyFromRow }: ObjectDefinition,
  action: string,
  moves: readonly Move[],
): Promise<void> {
  if (historyFromRow || moves.length === 0) return;
  const rows = moves.map(({ id, from }) => ({ id, from }));
  const changes = tx`jsonb_build_array(jsonb_build_object('field', 'Status', 'from', m."from", 'to', t.status))`;
  const moved = tx`jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as m(id uuid, "from" text), ${tx(noun)} t
    where t.id = any(${rows.map(({ id }) => id)}::uuid[]) and t.id = m.id`;
  await insertion(tx, className, action, changes, moved);
}
