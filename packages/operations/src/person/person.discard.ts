import { type Author, saleOpenStatuses, settle, type Tx, writeAudits } from "@rewards/db";
import { discardedStatus, discardNote, erasedNote, operatorUser, sale } from "@rewards/domain";

/**
 * Discards the open sales of an erased person who was never registered, as an operator discards a sale that waits:
 * nobody can register under the surrogate, so they would wait forever. The caller has locked them.
 */
export async function discardSales(tx: Tx, ids: readonly string[], author: Author): Promise<void> {
  const open = await tx<{ id: string; status: string }[]>`
    select id, status from sale where id = any(${[...ids]}::uuid[]) and status = any(${[...saleOpenStatuses]}::text[])`;
  const outcomes = open.flatMap(({ id, status }) => {
    const to = discardedStatus(sale, status);
    return to === undefined ? [] : [{ id, status: to, note: discardNote(erasedNote) }];
  });
  if (outcomes.length === 0) return;
  const discarded = outcomes.map(({ id }) => id);
  await settle(tx, { class: sale.class, noun: sale.noun, from: saleOpenStatuses, user: operatorUser }, outcomes);
  await tx`delete from awaiting where sale_id = any(${discarded}::uuid[])`;
  const entries = discarded.map((id) => ({
    author,
    operation: "dead-letter.discard" as const,
    record: { class: sale.class, id },
    reason: erasedNote,
  }));
  await writeAudits(tx, entries);
}
