import { amountOf, formatAmount, lineKey, type TakenBefore, type WrittenReturn } from "@rewards/domain";
import { uuidv7 } from "uuidv7";
import type { Tx } from "../client.ts";

/**
 * What was returned of each line of these originals. Send it after the locks of their members' balances: the next
 * statement sees what the last holder of the lock committed.
 */
export async function readReturnedLines(tx: Tx, originalIds: readonly string[]): Promise<Map<string, TakenBefore>> {
  const rows = await tx<{ original_id: string; original_line: number; quantity: string; amount: string }[]>`
    select original_id, original_line, quantity, amount from returned_line where original_id = any(${[...originalIds]}::uuid[])`;
  return new Map(
    rows.map((row) => [
      lineKey(row.original_id, row.original_line),
      { quantity: amountOf(row.quantity), amount: amountOf(row.amount) },
    ]),
  );
}

/** The only writer of `sale_return`, whose trigger counts `returned_line`, and of `returned` of balances: in two statements. */
export async function writeReturns(tx: Tx, written: readonly WrittenReturn[]): Promise<void> {
  if (written.length === 0) return;
  const rows = written.map(
    ({ returnId, line, original, originalLine, quantity, amount, points, isExpired, postedAtMs }) => ({
      ...{ id: uuidv7(), return_id: returnId, line, original_id: original.id, original_line: originalLine },
      ...{ member: original.memberId, currency: original.currencyId },
      ...{
        quantity: formatAmount(quantity),
        amount: formatAmount(amount),
        points: formatAmount(points),
        expired: isExpired,
      },
      original_posted_at: original.award ? new Date(original.award.postedAtMs).toISOString() : null,
      posted_at: new Date(postedAtMs).toISOString(),
    }),
  );
  const json = JSON.stringify(rows);
  await Promise.all([
    tx`
      insert into sale_return (id, return_id, line, original_id, original_line, member, currency, quantity, amount, points,
        original_posted_at, posted_at, expired)
      select id, return_id, line, original_id, original_line, member, currency, quantity, amount, points, original_posted_at, posted_at, expired
      from jsonb_to_recordset(${json}::text::jsonb) as r(id uuid, return_id uuid, line int, original_id uuid, original_line int,
        member uuid, currency uuid, quantity numeric, amount numeric, points numeric, original_posted_at timestamptz, posted_at timestamptz, expired boolean)`,
    tx`
      update balance b set returned = b.returned + r.points
      from (
        select member, currency, sum(points) as points
        from jsonb_to_recordset(${json}::text::jsonb) as j(member uuid, currency uuid, points numeric) group by member, currency
      ) r where b.member = r.member and b.currency = r.currency`,
  ]);
}
