import { adjustment, type Entry, formatAmount, openBook, type Posting, showAmount } from "@rewards/domain";
import { newId } from "../../../../test/src/records.ts";
import type { Sql, Tx } from "../client.ts";
import { lockBalances, readClock } from "../ledger/ledger.lock.ts";
import { writeBook } from "../ledger/ledger.write.ts";

/** The currency that every database starts with. */
export const pointsId = "01900000-0000-7000-8000-000000000002";

/** An adjustment of whole points, with a new source. */
export const adjustmentOf = (memberId: string, points: number, more: Partial<Posting> = {}): Posting => ({
  memberId,
  currencyId: pointsId,
  type: "Adjustment",
  amount: BigInt(points) * 10_000n,
  sourceClass: adjustment.class,
  sourceId: newId(),
  ...more,
});

/** Posts through the ledger's only writer, and writes the adjustments that the postings name as sources. */
export async function postWithin(tx: Tx, postings: readonly Posting[], clockMs?: number): Promise<void> {
  const balances = await lockBalances(tx, postings);
  const book = openBook({ balances, clockMs: clockMs ?? (await readClock(tx)), newId });
  book.post(postings);
  await writeAdjustments(tx, book.entries());
  await writeBook(tx, book);
}

/** Writes the adjustments, and what AddBalance writes about their members, with one statement. */
async function writeAdjustments(tx: Tx, entries: readonly Entry[]): Promise<void> {
  const rows = entries
    .filter(({ type }) => type === "Adjustment")
    .map(({ sourceId, memberId, currencyId, amount, balanceAfter }) => ({
      id: sourceId,
      member: memberId,
      currency: currencyId,
      amount: formatAmount(amount),
      was: showAmount(balanceAfter - amount),
      became: showAmount(balanceAfter),
    }));
  await tx`
    with given as (
      select r.*, row_number() over (partition by member order by n) as nth, count(*) over (partition by member) as count
      from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as (id uuid, member uuid, currency uuid, amount numeric, was text, became text))
        with ordinality as r(id, member, currency, amount, was, became, n)
    ), added as (
      insert into adjustment (id, member, currency, amount, create_user_id)
      select id, member, currency, amount, 'test' from given order by n on conflict do nothing
    ), changed as (
      update member m set version = m.version + g.count, confirmation_note = 'Balance adjusted.', update_user_id = 'test',
        update_date_time = clock_timestamp()
      from given g where g.nth = 1 and m.id = g.member returning m.id, m.version, m.confirmation_note, m.update_user_id, m.update_date_time
    )
    insert into history (record_id, version, class, action, changes, note, user_id, at)
    select m.id, m.version - g.count + g.nth, 'Member', 'AddBalance',
      jsonb_build_array(jsonb_build_object('field', 'Balance.' || c.name, 'from', g.was, 'to', g.became)),
      m.confirmation_note, m.update_user_id, m.update_date_time
    from given g join changed m on m.id = g.member join currency c on c.id = g.currency`;
}

let currencies = 0;

/** Adds a currency to the programme that every database starts with. */
export async function addCurrency(sql: Sql): Promise<string> {
  currencies += 1;
  const [row] = await sql<{ id: string }[]>`
    insert into currency (program, position, name) select program, ${currencies}, ${`Currency ${currencies}`} from currency where id = ${pointsId}
    returning id`;
  return row?.id ?? "";
}

export const post = (sql: Sql, postings: readonly Posting[], clockMs?: number): Promise<void> =>
  sql.begin((tx) => postWithin(tx, postings, clockMs));
