import type { Earning, NamedEarning } from "../earning/earning.version.ts";
import { AppError } from "../error.ts";
import { cutoffWithin, expiryCutoff } from "../expiry/expiry.cutoff.ts";
import { type ExpiredAwards, expiryPosting, pendingOf, spendableOf } from "../expiry/expiry.due.ts";
import { availableOf } from "../ledger/ledger.available.ts";
import { type Book, balanceName, openBook } from "../ledger/ledger.book.ts";
import { lastExpired, postCancellation } from "../ledger/ledger.cancel.ts";
import { type Balance, type BalanceKey, type Entry, isAward } from "../ledger/ledger.entry.ts";
import { decideAdjustment } from "../member/member.class.ts";
import { decidePayment, pointsToGiveBack } from "../payment/payment.decide.ts";
import type { ExpiryVersion, Programme } from "../programme.ts";
import { decideRedemption } from "../redemption/redemption.decide.ts";
import { decideSale, planSale } from "../sale/sale.decide.ts";
import type { SaleOutcome, WrittenReturn } from "../sale/sale.plan.ts";
import { repricePosting, repriceSale } from "../sale/sale.reprice.ts";
import { heldPoints } from "../sale-return/sale-return.hold.ts";
import {
  type KnownOriginal,
  type OriginalSale,
  soldGoods,
  withRepricing,
} from "../sale-return/sale-return.original.ts";
import type { Returned } from "../sale-return/sale-return.take.ts";
import { emptyBalance } from "./balance.ts";
import { type Call, currencies, type History, members, products, repricingOf } from "./history.ts";

const one = 10_000;
const dayMs = 86_400_000;
type CallOf<Kind extends Call["kind"]> = Extract<Call, { kind: Kind }>;
type Terms = History["terms"];
type Sold = CallOf<"sell">["sold"];

interface Posted {
  readonly entries: readonly Entry[];
  readonly isRefused: boolean;
}

/** What a member can spend now and what is pending, in ten-thousandths. */
interface Spendable {
  readonly balance: number;
  readonly spendable: number;
  readonly pending: number;
}

const itemsOf = ({ lines }: Sold) =>
  lines.map(({ code, quantity, amount, original, originalLine }) => ({
    ...{ ProductCode: code, Quantity: quantity / one, TotalAmount: amount / one },
    ...(original !== undefined && { OriginalSaleExternalID: original }),
    ...(originalLine !== undefined && { OriginalLine: originalLine }),
  }));

const uuidOf = (count: number) => `00000000-0000-0000-0000-${String(count).padStart(12, "0")}`;

const terms = { points: "1", value: "1" };

/** What `work` returns; undefined if it is refused. */
function valueOr<Value>(work: () => Value): Value | undefined {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return undefined;
  }
}

const refusable = (work: () => Posted): Posted => valueOr(work) ?? { entries: [], isRefused: true };

const nothing: Posted = { entries: [], isRefused: false };
const currencyIds = currencies.map((name) => name as string);

const versionOf = (expiry: Terms["expiry"][number], appliedAtMs: number): ExpiryVersion => ({
  months: null,
  until: null,
  inactiveMonths: null,
  ...expiry,
  appliedAtMs,
});

/**
 * The pure decisions of the service over records in memory, one transaction a call. What the service reads by SQL is read
 * here from all entries.
 */
export class PureService {
  readonly #zone: string;
  #terms: Terms;
  #isOutEarning = false;
  #ids = 0;
  readonly #versions: ExpiryVersion[][];
  readonly #balances = new Map<string, Balance>();
  readonly #entries: Entry[] = [];
  readonly #returned: Returned["lines"] = new Map();
  readonly #written: WrittenReturn[] = [];
  readonly #originals = new Map<string, KnownOriginal>();
  /** By sale: the rules of its time. */
  readonly #earnings = new Map<string, NamedEarning>();
  /** The sales and repricings whose award had expired with nothing left when the rules were edited. */
  readonly #spent = new Set<string>();
  /** By the returns that wait: what they hold, and the rules of the time when they were made. */
  /** Redemptions and payments, with what is left of what they took. */
  readonly #redeemed = new Map<string, { readonly member: string; readonly cost: bigint }>();
  readonly #holds = new Map<string, { readonly member: string; readonly points: bigint; readonly earning: Earning }>();

  constructor({ zone, startMs, terms }: Pick<History, "zone" | "startMs" | "terms">) {
    this.#zone = zone;
    this.#terms = terms;
    this.#versions = terms.expiry.map((expiry) => [versionOf(expiry, startMs)]);
    for (const memberId of members)
      for (const currencyId of currencyIds) {
        const balance = emptyBalance(memberId, currencyId);
        this.#balances.set(balance.id, balance);
      }
  }

  take(atMs: number, call: Call): Posted {
    if (call.kind === "sell") return this.#sell(atMs, call.sold);
    if (call.kind === "wake") return this.#wake(atMs, call.sold);
    if (call.kind === "wait") this.#wait(call.sold);
    if (call.kind === "adjust") return this.#adjust(atMs, call.adjustment);
    if (call.kind === "redeem") return this.#redeem(atMs, call.by);
    if (call.kind === "pay") return this.#pay(atMs, call.by);
    if (call.kind === "cancel" || call.kind === "giveBack") return this.#cancel(atMs, call);
    if (call.kind === "reprice") return this.#reprice(atMs, call.sale);
    if (call.kind === "sweep")
      return this.#transact(atMs, (book) => this.#expire(book, [...this.#balances.values()], atMs));
    if (call.kind === "edit") this.#edit(atMs, call.terms);
    if (call.kind === "catalogue") this.#isOutEarning = call.isOutEarning;
    return nothing;
  }

  /** The entry that an Expiry names as its source. */
  entry(id: string): Entry | undefined {
    return this.#entries.find((entry) => entry.id === id);
  }

  spendableAt(atMs: number, memberId: string, currency: number): Spendable {
    const balance = this.#balances.get(`${memberId}/${currencyIds[currency]}`) as Balance;
    const expired = this.#expired(balance, atMs)?.points ?? 0n;
    const recent = this.#recent(balance, atMs);
    return {
      balance: Number(balance.balance),
      spendable: Math.max(0, Number(spendableOf(balance, expired, recent) - this.#heldOf(balance))),
      pending: Number(pendingOf(balance, recent)),
    };
  }

  /** What is left of each award, by its source, in ten-thousandths. */
  leftAt(atMs: number, memberId: string, currency: number): ReadonlyMap<string, number> {
    const balance = this.#balances.get(`${memberId}/${currencyIds[currency]}`) as Balance;
    const expired = this.#expired(balance, atMs)?.points ?? 0n;
    let returnedUpTo = 0n;
    return new Map(
      this.#awards(balance).map((award) => {
        const returned = this.#returnedOf(balance, ({ id }) => id === award.sourceId);
        returnedUpTo += returned;
        return [award.sourceId, Number(availableOf(award, balance, { returned, returnedUpTo, expired }))] as const;
      }),
    );
  }

  #programme(earning?: Earning): Programme {
    const { rules, windowDays } = this.#terms;
    const present = { ...rules, rate: BigInt(rules.rate) };
    return {
      ...{ id: "p", businessId: "P", timeZone: this.#zone, returnWaitDays: 30 },
      returnWindowDays: windowDays,
      currencies: currencies.map((name) => ({ id: name, name })) as unknown as Programme["currencies"],
      earning: [{ ...(earning ?? present), version: 1, inForceFromMs: -Infinity }],
    };
  }

  #edit(atMs: number, terms: Terms): void {
    for (const [currency, expiry] of terms.expiry.entries()) {
      if (JSON.stringify(expiry) === JSON.stringify(this.#terms.expiry[currency])) continue;
      const own = [...this.#balances.values()].filter(({ currencyId }) => currencyId === currencyIds[currency]);
      for (const balance of own) this.#noteSpent(balance, atMs);
      this.#versions[currency]?.push(versionOf(expiry, atMs));
    }
    this.#terms = terms;
  }

  /** Notes the awards that have expired with nothing left. */
  #noteSpent(balance: Balance, atMs: number): void {
    const cutoffMs = this.#cutoff(balance, atMs);
    const deducted = balance.awarded - balance.balance - balance.returned;
    for (const { sourceId, awardedAfter, postedAtMs } of this.#awards(balance)) {
      const returned = this.#returnedOf(balance, ({ award }) => award !== undefined && award.postedAtMs <= postedAtMs);
      if (postedAtMs <= cutoffMs && awardedAfter - returned <= deducted) this.#spent.add(sourceId);
    }
  }

  /** What it posts stays only if `run` returns. */
  #transact(clockMs: number, run: (book: Book) => boolean | undefined): Posted {
    const book = openBook({ balances: [...this.#balances.values()], clockMs, newId: () => uuidOf(++this.#ids) });
    const isRefused = run(book) ?? false;
    for (const balance of book.changedBalances()) this.#balances.set(balance.id, balance);
    this.#entries.push(...book.entries());
    return { entries: book.entries(), isRefused };
  }

  #cutoff({ currencyId, lastAtMs }: Balance, atMs: number): number {
    const versions = this.#versions[currencyIds.indexOf(currencyId)] ?? [];
    return cutoffWithin(expiryCutoff({ timeZone: this.#zone, versions }, atMs), lastAtMs);
  }

  #expired(balance: Balance, atMs: number): ExpiredAwards | undefined {
    const cutoffMs = this.#cutoff(balance, atMs);
    const last = this.#awards(balance).findLast(({ postedAtMs }) => postedAtMs <= cutoffMs);
    if (!last) return undefined;
    const returned = this.#returnedOf(balance, ({ award }) => award !== undefined && award.postedAtMs <= cutoffMs);
    return { lastId: last.id, points: last.awardedAfter - returned };
  }

  #awards({ memberId, currencyId }: Balance): Entry[] {
    return this.#entries.filter((one) => isAward(one) && one.memberId === memberId && one.currencyId === currencyId);
  }

  #returnedOf({ memberId, currencyId }: Balance, isMeant: (original: OriginalSale) => boolean): bigint {
    const own = this.#written.filter(
      ({ original }) => original.memberId === memberId && original.currencyId === currencyId && isMeant(original),
    );
    return own.reduce((sum, { points }) => sum + points, 0n);
  }

  #recent(balance: Balance, atMs: number): bigint {
    const sinceMs = atMs - this.#terms.windowDays * dayMs;
    const awards = this.#awards(balance).filter(({ type, postedAtMs }) => type === "Sale" && postedAtMs > sinceMs);
    const awarded = awards.reduce((sum, { amount }) => sum + amount, 0n);
    return awarded - this.#returnedOf(balance, ({ award }) => award !== undefined && award.postedAtMs > sinceMs);
  }

  #expire(book: Book, balances: readonly Balance[], atMs: number): undefined {
    for (const balance of balances) {
      const posting = expiryPosting(balance, this.#expired(balance, atMs));
      if (posting) book.post([posting]);
    }
  }

  #heldOf({ memberId, currencyId }: BalanceKey): bigint {
    const own = [...this.#holds.values()].filter(({ member }) => member === memberId && currencyId === currencyIds[0]);
    return own.reduce((sum, { points }) => sum + points, 0n);
  }

  #wait(sold: Sold): void {
    const [earning] = this.#programme().earning;
    const points = heldPoints(itemsOf(sold), { products: this.#products(), isParticipating: true }, earning);
    this.#holds.set(sold.id, { member: sold.member, points, earning });
  }

  #wake(atMs: number, sold: Sold): Posted {
    const earning = this.#holds.get(sold.id)?.earning;
    this.#holds.delete(sold.id);
    return this.#sell(atMs, sold, earning);
  }

  #sell(atMs: number, sold: Sold, earning?: Earning): Posted {
    const { id, member, lines } = sold;
    const items = itemsOf(sold);
    const named = new Map(
      lines.flatMap(({ original: key }) => (key === undefined ? [] : [[key, this.#originals.get(key) ?? "rejected"]])),
    ) as Map<string, KnownOriginal>;
    const programme = this.#programme(earning);
    const plan = planSale(
      { id, items, storeCode: "S", channel: "", soldAtMs: atMs, acceptedAtMs: atMs },
      {
        ...{ member: { id: member, programme, joinedAtMs: 0 }, store: { isParticipating: true } },
        products: this.#products(),
        ...(named.size > 0 && { originals: named }),
      },
    );
    const originals = [...named.values()].filter((known) => typeof known === "object");
    const returned = {
      lines: this.#returned,
      expired: new Set(originals.filter((original) => this.#isExpired(original, atMs)).map((original) => original.id)),
    };
    const owners = new Set(originals.map(({ memberId, currencyId }) => `${memberId}/${currencyId}`));
    let outcome: SaleOutcome | undefined;
    const posted = this.#transact(atMs, (book) => {
      this.#expire(
        book,
        [...owners].map((owner) => this.#balances.get(owner) as Balance),
        atMs,
      );
      outcome = decideSale(plan, book, returned);
      return outcome.status === "Resolved-Rejected";
    });
    this.#note(outcome);
    const award = posted.entries.find(({ type }) => type === "Sale");
    const counted = award ? (JSON.parse(award.why) as { lines: number[] }).lines : [];
    const earned = award && { points: award.amount, postedAtMs: award.postedAtMs, earning: programme.earning[0] };
    const known: OriginalSale = {
      ...{ id, externalId: id, goods: soldGoods(items), settledAtMs: atMs, soldAtMs: atMs },
      ...{ memberId: member, currencyId: programme.currencies[0].id },
      award: earned && { ...earned, lines: counted },
    };
    if (!posted.isRefused) this.#originals.set(id, known);
    this.#earnings.set(id, programme.earning[0]);
    return posted;
  }

  #products() {
    const facts = { category: "", brand: "" };
    return new Map(
      products.map((code) => [code, { ...facts, isIncentivizable: code !== "out" || this.#isOutEarning }]),
    );
  }

  #reprice(atMs: number, sale: string): Posted {
    const original = this.#originals.get(sale);
    if (typeof original !== "object" || original.award?.repriced || this.#isExpired(original, atMs)) return nothing;
    const earning = this.#earnings.get(sale) as NamedEarning;
    const worth = repriceSale(original, this.#products(), earning, this.#returned.get(sale));
    if (worth.after === worth.before) return nothing;
    this.#originals.set(sale, withRepricing(original, { postedAtMs: atMs, lines: worth.lines, earning }));
    const posting = repricePosting(original, worth, { id: repricingOf(sale), rules: 1 });
    return this.#transact(atMs, (book) => {
      book.post([posting]);
      return false;
    });
  }

  #note({ returns = [], sum }: Partial<SaleOutcome> = {}): void {
    this.#written.push(...returns);
    const change = ({ memberId, currencyId }: BalanceKey, points: bigint, value: bigint) => {
      const balance = this.#balances.get(`${memberId}/${currencyId}`) as Balance;
      const { returned, returnsSum } = balance;
      this.#balances.set(balance.id, { ...balance, returned: returned + points, returnsSum: returnsSum + value });
    };
    for (const { original, points } of returns) change(original, points, 0n);
    if (sum) change(sum, 0n, sum.value);
  }

  /** By the clock, by an Expiry entry since, with nothing left before an edit, or as an earlier return found. */
  #isExpired({ id, memberId, currencyId, award }: OriginalSale, atMs: number): boolean {
    if (!award) return false;
    const balance = this.#balances.get(`${memberId}/${currencyId}`) as Balance;
    const first = award.points > 0n ? id : repricingOf(id);
    if (award.postedAtMs <= this.#cutoff(balance, atMs) || this.#spent.has(first)) return true;
    const isOver = (entry: Entry) =>
      entry.type === "Expiry" &&
      entry.memberId === memberId &&
      entry.currencyId === currencyId &&
      (this.entry(lastExpired(entry))?.postedAtMs ?? 0) >= award.postedAtMs;
    return this.#entries.some(isOver) || this.#written.some((row) => row.original.id === id && row.isExpired);
  }

  #adjust(atMs: number, call: CallOf<"adjust">["adjustment"]): Posted {
    const name = currencies[call.currency] as string;
    const target = { id: call.id, memberId: call.member, currencyId: name };
    const held = this.#heldOf(target);
    return refusable(() =>
      this.#transact(atMs, (book) => {
        if (call.points < 0) this.#expire(book, [this.#balances.get(`${call.member}/${name}`) as Balance], atMs);
        decideAdjustment({ AdjustBalances: { Amount: call.points / one, Name: name } }, target, book, held);
        return false;
      }),
    );
  }

  #pay(atMs: number, { id, member: memberId, cost }: CallOf<"pay">["by"]): Posted {
    const [currency] = this.#programme().currencies;
    const balance = this.#balances.get(`${memberId}/${currency.id}`) as Balance;
    const posted = refusable(() =>
      this.#transact(atMs, (book) => {
        this.#expire(book, [balance], atMs);
        const content = { Reference: id, Points: cost / one };
        decidePayment(content, { id, memberId, currency, terms }, { book, ...this.#waiting(balance, atMs) });
        return false;
      }),
    );
    if (!posted.isRefused) this.#redeemed.set(id, { member: memberId, cost: BigInt(cost) });
    return posted;
  }

  #waiting(balance: Balance, atMs: number) {
    return {
      waiting: new Map([[balance.memberId, { points: this.#recent(balance, atMs), untilMs: atMs }]]),
      held: new Map([[balanceName(balance), this.#heldOf(balance)]]),
    };
  }

  #redeem(clockMs: number, { id, member, cost }: CallOf<"redeem">["by"]): Posted {
    const balance = this.#balances.get(`${member}/${currencyIds[0]}`) as Balance;
    const reward = { id: "w", name: "Gift", type: "digital", cost: String(cost / one) };
    const desk = {
      ...{ clockMs, members: new Map([[member, { id: member, externalId: member, programme: this.#programme() }]]) },
      rewards: new Map([["gift", { ...reward, daysAvailable: "", expiresAtMs: null, available: 0n }]]),
      ...{
        takenVoucherKeys: new Set<string>(),
        stockTaken: new Map<string, bigint>(),
        mintCode: () => `c${++this.#ids}`,
      },
      ...this.#waiting(balance, clockMs),
    };
    const lines = [{ RewardExternalID: "gift", Quantity: "1", VoucherCode: "" }];
    const asked = { id, memberExternalId: member, lines };
    const posted = this.#transact(clockMs, (book) => {
      this.#expire(book, [balance], clockMs);
      return decideRedemption(asked, { ...desk, book }).status === "Resolved-Rejected";
    });
    if (!posted.isRefused) this.#redeemed.set(id, { member, cost: BigInt(cost) });
    return posted;
  }

  /** A redemption is cancelled once; a payment in parts. */
  #cancel(atMs: number, { kind, by }: CallOf<"cancel" | "giveBack">): Posted {
    const { id, redemption } = by;
    const spent = this.#redeemed.get(redemption);
    if (!spent) return { entries: [], isRefused: true };
    const { member: memberId, cost: left } = spent;
    const part = kind === "giveBack" && by.cost !== undefined ? { Points: by.cost / one } : {};
    const amount = valueOr(() => pointsToGiveBack({ Reference: "", Points: undefined, ...part }, left));
    if (amount === undefined) return { entries: [], isRefused: true };
    this.#redeemed.set(redemption, { member: memberId, cost: left - amount });
    const currencyId = currencyIds[0] as string;
    const gone = this.#gone(this.#balances.get(`${memberId}/${currencyId}`) as Balance, atMs);
    const source = { sourceClass: "RedemptionItemCase", sourceId: id };
    return this.#transact(atMs, (book) => {
      postCancellation(book, { memberId, currencyId, type: "Cancellation", amount, ...source }, null, gone);
      return false;
    });
  }

  /** What has expired by the clock, was taken by an Expiry entry, or had expired with nothing left when the rules were edited. */
  #gone(balance: Balance, atMs: number): ExpiredAwards | undefined {
    const cutoffMs = this.#cutoff(balance, atMs);
    const { memberId, currencyId } = balance;
    const taken = this.#entries.filter(
      (one) => one.type === "Expiry" && one.memberId === memberId && one.currencyId === currencyId,
    );
    const takenTo = Math.max(0, ...taken.map((one) => this.entry(lastExpired(one))?.sequence ?? 0));
    const isGone = (award: Entry) =>
      award.postedAtMs <= cutoffMs || award.sequence <= takenTo || this.#spent.has(award.sourceId);
    const last = this.#awards(balance).findLast(isGone);
    if (!last) return undefined;
    const isUpTo = ({ award }: OriginalSale) => award !== undefined && award.postedAtMs <= last.postedAtMs;
    return { lastId: last.id, points: last.awardedAfter - this.#returnedOf(balance, isUpTo) };
  }
}
