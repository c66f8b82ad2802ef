import { type Book, openBook, type SaleOutcome, type SalePlan, sale } from "@rewards/domain";
import { uuidv7 } from "uuidv7";
import type { Sql, Tx } from "../client.ts";
import { lockBalances, readClock } from "../ledger/ledger.lock.ts";
import { writeBook } from "../ledger/ledger.write.ts";
import { settle } from "../object/object.settle.ts";
import { saleOpenStatuses } from "./sale.load.ts";

const settling = { class: sale.class, noun: sale.noun, from: saleOpenStatuses };

/**
 * Posts a batch of planned sales in one transaction: balances are locked, Status is read again under the locks (another
 * worker may have been faster), `decide` posts each plan to the book, and all is written with a constant number of
 * statements.
 * @returns how many sales this batch settled.
 * @throws StatusMovedError where a sale moved after all; then nothing is written.
 */
export async function postSales(
  sql: Sql,
  plans: readonly SalePlan[],
  decide: (plan: SalePlan, book: Book) => SaleOutcome,
): Promise<number> {
  if (plans.length === 0) return 0;
  return sql.begin(async (tx) => {
    // Sent at once and run in order, each with its own snapshot: status and clock are read after the locks are held.
    const [balances, open, clockMs] = await Promise.all([
      lockBalances(
        tx,
        plans.flatMap((plan) => plan.postings),
      ),
      readOpen(tx, plans),
      readClock(tx),
    ]);
    const book = openBook({ balances, clockMs, newId: uuidv7 });
    const outcomes = plans.filter((plan) => open.has(plan.id)).map((plan) => decide(plan, book));
    const woken = outcomes.filter(({ id }) => open.get(id) === sale.transitions.await.to).map(({ id }) => id);
    await Promise.all([writeBook(tx, book), settle(tx, settling, outcomes), endAwaiting(tx, woken)]);
    return outcomes.length;
  });
}

/** The sales that are still open, with their status. */
async function readOpen(tx: Tx, plans: readonly SalePlan[]): Promise<Map<string, string>> {
  const ids = plans.map((plan) => plan.id);
  const rows = await tx<{ id: string; status: string }[]>`
    select id, status from sale where id = any(${ids}::uuid[]) and status = any(${[...saleOpenStatuses]}::text[])`;
  return new Map(rows.map((row) => [row.id, row.status]));
}

/** A wake-up moves a bounded number of sales, so one that is posted may still stand among those that wait. */
async function endAwaiting(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx`delete from awaiting where sale_id = any(${[...ids]}::uuid[])`;
}
