import { adjustment, formatAmount, openBook, type Posting } from "@rewards/domain";
import { newId } from "../../../../test/src/records.ts";
import type { Sql, Tx } from "../client.ts";
import { lockBalances, readClock } from "../ledger/ledger.lock.ts";
import { writeBook } from "../ledger/ledger.write.ts";

/** The currency that every database begins with. */
export const pointsId = "01900000-0000-7000-8000-000000000002";

/** An adjustment of whole points, of a source of its own. */
export const adjustmentOf = (memberId: string, points: number, more: Partial<Posting> = {}): Posting => ({
  memberId,
  currencyId: pointsId,
  type: "Adjustment",
  amount: BigInt(points) * 10_000n,
  sourceClass: adjustment.class,
  sourceId: newId(),
  ...more,
});

/** Posts through the one writer of the ledger, the adjustments that are named as sources too. */
export async function postWithin(tx: Tx, postings: readonly Posting[], clockMs?: number): Promise<void> {
  const balances = await lockBalances(tx, postings);
  const book = openBook({ balances, clockMs: clockMs ?? (await readClock(tx)), newId });
  book.post(postings);
  const rows = postings
    .filter(({ sourceClass }) => sourceClass === adjustment.class)
    .map(({ sourceId, memberId, currencyId, amount }) => ({
      id: sourceId,
      member: memberId,
      currency: currencyId,
      amount: formatAmount(amount),
    }));
  await tx`
    insert into adjustment (id, member, currency, amount, create_user_id)
    select id, member, currency, amount, 'test'
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r(id uuid, member uuid, currency uuid, amount numeric)
    on conflict do nothing`;
  await writeBook(tx, book);
}

export const post = (sql: Sql, postings: readonly Posting[], clockMs?: number): Promise<void> =>
  sql.begin((tx) => postWithin(tx, postings, clockMs));
