import {
  type Amount,
  AppError,
  type Book,
  balanceName,
  type CancelPaymentContent,
  cancellationType,
  changeOf,
  type ExpiredAwards,
  type FieldChange,
  fitsCancellations,
  formatAmount,
  formatId,
  paymentCancellation,
  pointsToGiveBack,
  postCancellation,
  showAmount,
} from "@rewards/domain";
import { uuidv7 } from "uuidv7";
import type { Tx } from "../client.ts";
import { decideEach } from "../effect.decide.ts";
import { readGone } from "../expiry/expiry.gone.ts";
import { openBooks } from "../ledger/ledger.books.ts";
import { lockBalances, readClock } from "../ledger/ledger.lock.ts";
import { writeBook } from "../ledger/ledger.write.ts";
import type { Effect, EffectCall, EffectWriter } from "../object/object.types.ts";
import { findPayments, type KnownPayment } from "./payment.find.ts";

interface GivenBack {
  readonly id: string;
  readonly call: EffectCall;
  readonly payment: string;
  readonly points: Amount;
}

/** The balance that paid, and that of the member of the call, which has the points of a merged one. */
const keysOf = (memberId: string, payment: KnownPayment) =>
  [...new Set([payment.memberId, memberId])].map((id) => ({ memberId: id, currencyId: payment.currencyId }));

/** Gives points of payments back to the balances that paid. Those of merged members are passed on. */
export const cancelPayments: EffectWriter = async (tx, calls, locks) => {
  const payments = await findPayments(tx, calls, "cancellation");
  const keys = [...payments].flatMap(([id, payment]) => keysOf(id, payment));
  const [balances, clockMs] = await Promise.all([lockBalances(tx, keys, locks), readClock(tx)]);
  const locked = new Map(balances.map((balance) => [balanceName(balance), balance]));
  const balancesOf = [...payments].flatMap(([id, payment]) => {
    const own = keysOf(id, payment).flatMap((key) => locked.get(balanceName(key)) ?? []);
    return own.length === keysOf(id, payment).length ? [[id, own] as const] : [];
  });
  const books = openBooks(new Map(balancesOf), clockMs);
  const expiring = [...payments.values()].flatMap(({ rules, ...key }) => {
    const balance = locked.get(balanceName(key));
    return balance && rules ? [{ balance, rules }] : [];
  });
  const gone = await readGone(tx, expiring, clockMs);
  const done: GivenBack[] = [];
  const effects = decideEach(calls, (call): Effect | undefined => {
    const payment = payments.get(call.id);
    if (!payment) throw unknownPayment();
    const book = books.of(call.id);
    if (!book) return undefined;
    const one = { id: uuidv7(), call, payment: payment.id, points: pointsOf(call, payment) };
    const changes = giveBack(book, one, payment, gone.get(balanceName(payment)));
    done.push(one);
    return { changes, audit: { cancellation: formatId(paymentCancellation.idPrefix, one.id) } };
  });
  await Promise.all([
    writeCancellations(tx, done, clockMs),
    writeBook(tx, books.written(done.map(({ call }) => call.id))),
  ]);
  return effects;
};

const unknownPayment = () =>
  new AppError("Error_Payment_Unknown", [{ code: "Error_Payment_Unknown", identifier: ".Reference" }]);

const pointsOf = ({ content }: EffectCall, { left }: KnownPayment) =>
  pointsToGiveBack(content as CancelPaymentContent, left);

/** @returns how the balance of the call's member changes: by the entry that gives it points, not by what expires of it. */
function giveBack(
  book: Book,
  { id, call, points }: GivenBack,
  { memberId, currencyId, currencyName }: KnownPayment,
  expired: ExpiredAwards | undefined,
): readonly FieldChange[] {
  const mergedInto = memberId === call.id ? null : call.id;
  const source = { sourceClass: paymentCancellation.class, sourceId: id };
  const posting = { memberId, currencyId, type: cancellationType, amount: points, ...source } as const;
  if (!fitsCancellations(book, [posting], mergedInto)) throw new AppError("Error_Balance_OutOfRange");
  postCancellation(book, posting, mergedInto, expired);
  const entry = book.entries().find((one) => one.memberId === call.id && one.sourceId === id);
  if (!entry) return [];
  const { balanceAfter, amount } = entry;
  return changeOf(`Balance.${currencyName}`, showAmount(balanceAfter - amount), showAmount(balanceAfter));
}

async function writeCancellations(tx: Tx, done: readonly GivenBack[], clockMs: number): Promise<void> {
  if (done.length === 0) return;
  const each = <Value>(of: (one: GivenBack) => Value) => done.map(of);
  await tx`
    insert into payment_cancellation (id, payment, member, points, create_date_time, create_user_id)
    select id, payment, member, points, ${new Date(clockMs).toISOString()}::timestamptz, user_id
    from unnest(${each(({ id }) => id)}::uuid[], ${each(({ payment }) => payment)}::uuid[], ${each(({ call }) => call.id)}::uuid[],
      ${each(({ points }) => formatAmount(points))}::numeric[], ${each(({ call }) => call.user)}::text[])
      as r(id, payment, member, points, user_id)`;
}
