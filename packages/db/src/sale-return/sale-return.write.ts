import {
  amountOf,
  formatAmount,
  formatProduct,
  type OriginalSale,
  type Returned,
  type SaleOutcome,
  type TakenBefore,
  type WrittenReturn,
} from "@rewards/domain";
import { uuidv7 } from "uuidv7";
import type { Tx } from "../client.ts";

interface ReturnedRow {
  readonly original_id: string;
  readonly original_line: number;
  readonly quantity: string;
  readonly amount: string;
  readonly lowered: string;
  readonly points: string;
}

/**
 * What was returned of each line of these originals. Send it after the locks of their members' balances: the next
 * statement sees what the last holder of the lock committed.
 */
export async function readReturnedLines(tx: Tx, originalIds: readonly string[]): Promise<Returned["lines"]> {
  const rows = await tx<ReturnedRow[]>`
    select original_id, original_line, quantity, amount, lowered, points from returned_line where original_id = any(${[...originalIds]}::uuid[])`;
  const lines = new Map<string, Map<number, TakenBefore>>();
  for (const row of rows) {
    const ofOriginal = lines.get(row.original_id) ?? new Map<number, TakenBefore>();
    lines.set(row.original_id, ofOriginal);
    ofOriginal.set(row.original_line, {
      quantity: amountOf(row.quantity),
      amount: amountOf(row.amount),
      lowered: amountOf(row.lowered),
      points: amountOf(row.points),
    });
  }
  return lines;
}

/**
 * The only writer of `sale_return`, whose trigger counts `returned_line`, and of `returned` and `returns_sum` of
 * balances: in two statements, or none if nothing came back.
 */
export async function writeReturns(tx: Tx, outcomes: readonly SaleOutcome[]): Promise<void> {
  const returns = outcomes.flatMap((outcome) => outcome.returns);
  const sums = [
    ...returns.map(({ original, points }) => ({ ...original, points, value: 0n })),
    ...outcomes.flatMap(({ sum }) => (sum ? [{ ...sum, points: 0n }] : [])),
  ];
  if (sums.length === 0) return;
  const json = JSON.stringify(
    sums.map(({ memberId: member, currencyId: currency, points, value }) => ({
      ...{ member, currency, points: formatAmount(points), value: formatProduct(value) },
    })),
  );
  await Promise.all([
    writeRows(tx, returns),
    tx`
      update balance b set returned = b.returned + r.points, returns_sum = b.returns_sum + r.value
      from (
        select member, currency, sum(points) as points, sum(value) as value
        from jsonb_to_recordset(${json}::text::jsonb) as j(member uuid, currency uuid, points numeric, value numeric) group by member, currency
      ) r where b.member = r.member and b.currency = r.currency`,
  ]);
}

async function writeRows(tx: Tx, returns: readonly WrittenReturn[]): Promise<void> {
  if (returns.length === 0) return;
  const rows = returns.map(
    ({ returnId, line, original, originalLine, quantity, amount, points, beyond, isExpired, postedAtMs }) => ({
      ...{ id: uuidv7(), return_id: returnId, line, original_id: original.id, original_line: originalLine },
      ...{ member: original.memberId, currency: original.currencyId },
      ...{
        quantity: formatAmount(quantity),
        amount: formatAmount(amount),
        points: formatAmount(points),
        beyond: formatAmount(beyond),
        expired: isExpired,
      },
      original_posted_at: ownPostedAt(original),
      posted_at: new Date(postedAtMs).toISOString(),
    }),
  );
  await tx`
    insert into sale_return (id, return_id, line, original_id, original_line, member, currency, quantity, amount, points,
      beyond, original_posted_at, posted_at, expired)
    select id, return_id, line, original_id, original_line, member, currency, quantity, amount, points, beyond, original_posted_at, posted_at, expired
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r(id uuid, return_id uuid, line int, original_id uuid, original_line int,
      member uuid, currency uuid, quantity numeric, amount numeric, points numeric, beyond numeric, original_posted_at timestamptz, posted_at timestamptz, expired boolean)`;
}

/** When the original's own entry was posted; null if it has none. */
const ownPostedAt = ({ award }: OriginalSale) =>
  award && award.points > 0n ? new Date(award.postedAtMs).toISOString() : null;
