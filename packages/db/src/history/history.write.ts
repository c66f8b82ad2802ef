import type { ObjectDefinition } from "@rewards/domain";
import type { Tx } from "../client.ts";

interface Move {
  readonly id: string;
  /** The status before the move. */
  readonly from: string;
}

/**
 * Writes moves of records to `history`, unless history is derived from their rows. Call it after the move and in its
 * transaction: user and time are read from the rows.
 */
export async function writeMoves(
  tx: Tx,
  { class: className, noun, historyFromRow }: ObjectDefinition,
  action: string,
  moves: readonly Move[],
): Promise<void> {
  if (historyFromRow || moves.length === 0) return;
  const rows = moves.map(({ id, from }) => ({ id, from }));
  await tx`
    insert into history (record_id, version, class, action, changes, note, user_id, at)
    select t.id, t.version, ${className}, ${action},
      jsonb_build_array(jsonb_build_object('field', 'Status', 'from', m."from", 'to', t.status)),
      t.confirmation_note, t.update_user_id, t.update_date_time
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as m(id uuid, "from" text), ${tx(noun)} t
    where t.id = any(${rows.map(({ id }) => id)}::uuid[]) and t.id = m.id`;
}
