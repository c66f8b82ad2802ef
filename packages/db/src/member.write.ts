import {
  type AdjustmentContent,
  type Amount,
  AppError,
  amountOf,
  type Balance,
  type BalanceKey,
  type Book,
  balanceName,
  changeOf,
  decideAdjustment,
  type ExpiryRules,
  refuseErased,
  showAmount,
} from "@rewards/domain";
import { uuidv7 } from "uuidv7";
import { readHeld } from "./awaiting/awaiting.hold.ts";
import { expiryRules } from "./catalogue/catalogue.programmes.ts";
import type { Tx } from "./client.ts";
import { decideEach } from "./effect.decide.ts";
import { expireFirst } from "./expiry/expiry.first.ts";
import { openBooks } from "./ledger/ledger.books.ts";
import { lockBalances, readClock } from "./ledger/ledger.lock.ts";
import { writeBook } from "./ledger/ledger.write.ts";
import { readCards } from "./member.card.ts";
import { type Consentable, type Consents, demandConsent, lockConsents, markConsented } from "./member.consent.ts";
import { markHeldKeys } from "./member.key.ts";
import type { Effect, EffectCall, EffectWriter, InsertHook, NewRecord } from "./object/object.types.ts";
import { lockAdjusted } from "./scope/scope.adjusted.ts";
import { refuseAwaited } from "./scope/scope.records.ts";

/**
 * A member's programme must exist, and its key be no card. A limited caller cannot register a card for which sales of others wait. The member starts
 * with a balance of 0 in each of its currencies.
 */
export const memberInsert: InsertHook = {
  async refuse(tx, records) {
    const named = [...new Set(records.map((record) => String(record.content["ProgramBusinessID"])))];
    const rows = await tx<
      { business_id: string }[]
    >`select business_id from programme where business_id = any(${named}::text[])`;
    const known = new Set(rows.map((row) => row.business_id));
    const unknown = records.filter((record) => !known.has(String(record.content["ProgramBusinessID"])));
    const refusal = () =>
      new AppError("Error_Programme_Unknown", [{ code: "Error_Programme_Unknown", identifier: ".ProgramBusinessID" }]);
    const refused = new Map(unknown.map((record) => [record.id, refusal()]));
    const keyOf = (record: NewRecord) => String(record.content["ExternalID"]);
    const cards = await readCards(tx, records.map(keyOf));
    const code = "Error_Key_Taken";
    const taken = records.flatMap((record) =>
      cards.has(keyOf(record)) ? [[record.id, new AppError(code, [{ code, identifier: ".ExternalID" }])] as const] : [],
    );
    return new Map([...(await refuseAwaited(tx, records)), ...taken, ...refused]);
  },
  async after(tx, inserted) {
    await tx`
      insert into balance (member, currency)
      select m.id, c.id from member m
      join programme p on p.business_id = m.program_business_id
      join currency c on c.program = p.id
      where m.id = any(${inserted.map((record) => record.id)}::uuid[])
      order by m.id, c.id
      on conflict do nothing`;
    await markHeldKeys(
      tx,
      inserted.map(({ id }) => id),
    );
  },
};

/**
 * Creates adjustments and posts their entries, through the ledger's only writer, before the callers get an answer. Locks
 * balances as sales do. Each adjustment has a separate book: if a deduction is refused, the expiry before it is not written either.
 */
export const postAdjustments: EffectWriter = async (tx, calls, locks) => {
  const named = await readCurrencies(tx, calls);
  const locking = lockBalances(tx, [...named.values()], locks);
  const adjusted = await lockAdjusted(tx, calls, locks, locking);
  // Pipelined, as for sales: the clock is read after the locks, but for that of a member's first balance in a currency.
  const [locked, clockMs] = await Promise.all([locking, readClock(tx)]);
  const balances = new Map(locked.map((balance) => [balanceName(balance), balance]));
  const adjusting = [...named.values()].flatMap((one): Adjusting[] => {
    const balance = balances.get(balanceName(one));
    return balance ? [{ ...one, balance }] : [];
  });
  const books = openBooks(new Map(adjusting.map(({ memberId, balance }) => [memberId, [balance]])), clockMs);
  const deducting = adjusting.filter(({ content }) => content.AdjustBalances.Amount < 0);
  const expiring = deducting.flatMap(({ balance, rules }) => (rules ? [{ balance, rules }] : []));
  await expireFirst(tx, books.all, expiring, clockMs);
  const consents = await lockConsents(tx, adjusting);
  const held = deducting.length > 0 ? await readHeld(tx, deducting) : new Map<string, Amount>();
  const ofMember = new Map(adjusting.map((one) => [one.memberId, one]));
  const effects = decideEach(calls, (call) => {
    const erased = refuseErased(call.record["ExternalID"]);
    if (erased) throw new AppError(erased);
    if (!named.has(call.id)) throw currencyUnknown();
    const [one, book] = [ofMember.get(call.id), books.of(call.id)];
    if (!one || !book || adjusted.isHeld(call)) return undefined;
    const amount = amountOf(one.content.AdjustBalances.Amount);
    return adjusted.count(call, amount, clockMs, () => adjust(one, book, held.get(balanceName(one)) ?? 0n, consents));
  });
  const isPosted = ({ memberId }: Adjusting) => effects.has(memberId) && !(effects.get(memberId) instanceof AppError);
  const posted = adjusting.filter(isPosted);
  const written = books.written(posted.map(({ memberId }) => memberId));
  await Promise.all([
    writeAdjustments(tx, posted),
    writeBook(tx, written),
    markConsented(tx, posted, consents),
    adjusted.write(),
  ]);
  return effects;
};

interface Named extends BalanceKey, Consentable {
  /** Of the adjustment. */
  readonly id: string;
  /** How the points of the currency expire; null if they do not. */
  readonly rules: ExpiryRules | null;
}

interface Adjusting extends Named {
  readonly balance: Balance;
}

/** The balances that calls name, by the IDs of the members. A call that names an unknown currency has none. */
async function readCurrencies(tx: Tx, calls: readonly EffectCall[]): Promise<ReadonlyMap<string, Named>> {
  const asked = calls.map((call) => {
    const content = call.content as AdjustmentContent;
    return { call, content, programme: String(call.record["ProgramBusinessID"]), name: content.AdjustBalances.Name };
  });
  const rows = await tx<CurrencyRow[]>`
    select c.id, p.business_id as programme, c.name, p.consent_above as "consentAbove", ${expiryRules(tx)} as rules
    from currency c join programme p on p.id = c.program
    where p.business_id = any(${[...new Set(asked.map(({ programme }) => programme))]}::text[])
      and c.name = any(${[...new Set(asked.map(({ name }) => name))]}::text[])`;
  return new Map(
    asked.flatMap(({ programme, name, ...more }) => {
      const currency = rows.find((row) => row.programme === programme && row.name === name);
      if (!currency) return [];
      const memberId = more.call.id;
      const { id: currencyId, consentAbove, rules } = currency;
      return [[memberId, { ...more, id: uuidv7(), memberId, currencyId, consentAbove, rules }] as const];
    }),
  );
}

interface CurrencyRow extends Pick<Named, "rules" | "consentAbove"> {
  readonly id: string;
  readonly programme: string;
  readonly name: string;
}

const currencyUnknown = () =>
  new AppError("Error_Currency_Unknown", [
    { code: "Error_Currency_Unknown", page: ".AdjustBalances", identifier: ".Name" },
  ]);

/** What is wrong with the adjustment itself comes before what it lacks. */
function adjust(one: Adjusting, book: Book, held: Amount, consents: Consents): Effect {
  const { content } = one;
  const { Amount: amount, Name: name } = content.AdjustBalances;
  decideAdjustment(content, one, book, held);
  const consent = demandConsent(one, consents);
  const balance = book.balanceOf(one.memberId, one.currencyId);
  return {
    changes: changeOf(`Balance.${name}`, showAmount(balance - amountOf(amount)), showAmount(balance)),
    ...(consent && { audit: { request: consent.id, askedBy: consent.askedBy } }),
  };
}

async function writeAdjustments(tx: Tx, posted: readonly Adjusting[]): Promise<void> {
  if (posted.length === 0) return;
  const each = <Value>(of: (one: Adjusting) => Value) => posted.map(of);
  await tx`
      insert into adjustment (id, member, currency, amount, create_user_id, reason)
      select * from unnest(${each(({ id }) => id)}::uuid[], ${each(({ memberId }) => memberId)}::uuid[],
        ${each(({ currencyId }) => currencyId)}::uuid[],
        ${each(({ content }) => String(content.AdjustBalances.Amount))}::numeric[], ${each(({ call }) => call.user)}::text[],
        ${each(({ content }) => content.AdjustBalances.Reason ?? "")}::text[])`;
}
