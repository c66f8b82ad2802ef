import {
  type Amount,
  amountOf,
  balanceName,
  changeOf,
  decidePayment,
  type ExpiryRules,
  formatAmount,
  formatId,
  type PaymentContent,
  type PaymentTerms,
  payment,
  showAmount,
} from "@rewards/domain";
import { uuidv7 } from "uuidv7";
import { readHeld } from "../awaiting/awaiting.hold.ts";
import { expiryRules, paymentTerms } from "../catalogue/catalogue.programmes.ts";
import type { Tx } from "../client.ts";
import { decideEach } from "../effect.decide.ts";
import { preparePoints, type Spender, spentBalance } from "../expiry/expiry.waiting.ts";
import { openBooks } from "../ledger/ledger.books.ts";
import { lockBalances, readClock } from "../ledger/ledger.lock.ts";
import { writeBook } from "../ledger/ledger.write.ts";
import type { Effect, EffectCall, EffectWriter } from "../object/object.types.ts";

interface Payer extends Spender {
  readonly terms: PaymentTerms | undefined;
}

interface Paid {
  readonly id: string;
  readonly call: EffectCall;
  readonly currencyId: string;
  readonly value: Amount;
}

/** Takes points as payment, through the ledger's only writer. Locks balances as sales do. */
export const postPayments: EffectWriter = async (tx, calls, locks) => {
  const payers = await readPayers(tx, calls);
  const keys = [...payers.values()].map(spentBalance);
  const [balances, clockMs] = await Promise.all([lockBalances(tx, keys, locks), readClock(tx)]);
  const locked = new Map(balances.map((balance) => [balanceName(balance), balance]));
  const free = [...payers.values()].filter((payer) => locked.has(balanceName(spentBalance(payer))));
  const balancesOf = free.map((payer) => [payer.id, balances.filter(({ memberId }) => memberId === payer.id)] as const);
  const books = openBooks(new Map(balancesOf), clockMs);
  const waiting = await preparePoints(tx, books.all, free, balances, clockMs);
  const held = await readHeld(tx, keys);
  const paid: Paid[] = [];
  const effects = decideEach(calls, (call): Effect | undefined => {
    const [payer, book] = [payers.get(call.id), books.of(call.id)];
    if (!payer || !book) return undefined;
    const [currency] = payer.programme.currencies;
    const id = uuidv7();
    const content = call.content as PaymentContent;
    const value = decidePayment(content, { ...payer, id, memberId: call.id, currency }, { book, waiting, held });
    paid.push({ id, call, currencyId: currency.id, value });
    const after = book.balanceOf(call.id, currency.id);
    const before = after + amountOf(content.Points);
    return {
      changes: changeOf(`Balance.${currency.name}`, showAmount(before), showAmount(after)),
      audit: { payment: formatId(payment.idPrefix, id), value: showAmount(value) },
    };
  });
  await Promise.all([writePayments(tx, paid, clockMs), writeBook(tx, books.written(paid.map(({ call }) => call.id)))]);
  return effects;
};

interface PayerRow {
  readonly programme: string;
  readonly id: string;
  readonly name: string;
  readonly rules: ExpiryRules | null;
  readonly window_days: number;
  readonly terms: PaymentTerms | null;
}

/** Who pays, by the IDs of the members. */
async function readPayers(tx: Tx, calls: readonly EffectCall[]): Promise<ReadonlyMap<string, Payer>> {
  const programmes = calls.map(({ record }) => String(record["ProgramBusinessID"]));
  const rows = await tx<PayerRow[]>`
    select p.business_id as programme, c.id, c.name, ${expiryRules(tx)} as rules, p.return_window_days as window_days, ${paymentTerms(tx)} as terms
    from programme p join currency c on c.program = p.id and c.position = 0
    where p.business_id = any(${[...new Set(programmes)]}::text[])`;
  const byProgramme = new Map(rows.map((row) => [row.programme, row]));
  return new Map(
    calls.flatMap(({ id }, index) => {
      const row = byProgramme.get(programmes[index] as string);
      return row ? [[id, payerOf(id, row)] as const] : [];
    }),
  );
}

const payerOf = (id: string, row: PayerRow): Payer => ({
  id,
  programme: {
    currencies: [{ id: row.id, name: row.name, ...(row.rules && { expiry: row.rules }) }],
    returnWindowDays: row.window_days,
  },
  terms: row.terms ?? undefined,
});

async function writePayments(tx: Tx, paid: readonly Paid[], clockMs: number): Promise<void> {
  if (paid.length === 0) return;
  const each = <Value>(of: (one: Paid) => Value) => paid.map(of);
  const contentOf = ({ call }: Paid) => call.content as PaymentContent;
  await tx`
    insert into payment (id, member, currency, reference, points, value, member_version, create_date_time, create_user_id)
    select id, member, currency, reference, points, value, version, ${new Date(clockMs).toISOString()}::timestamptz, user_id
    from unnest(${each(({ id }) => id)}::uuid[], ${each(({ call }) => call.id)}::uuid[], ${each((one) => one.currencyId)}::uuid[],
      ${each((one) => contentOf(one).Reference)}::text[], ${each((one) => String(contentOf(one).Points))}::numeric[],
      ${each(({ value }) => formatAmount(value))}::numeric[], ${each(({ call }) => Number(call.record["version"]) + 1)}::int[],
      ${each(({ call }) => call.user)}::text[]) as r(id, member, currency, reference, points, value, version, user_id)`;
}
