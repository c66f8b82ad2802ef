import {
  amountOf,
  type Balance,
  decideSale,
  type Entry,
  formatAmount,
  openBook,
  type ProductFacts,
  planSale,
  type Rounding,
  type SaleItem,
  type SaleOutcome,
  sale,
} from "@rewards/domain";
import { uuidv7 } from "uuidv7";

/** The statuses from which a sale can still be posted. */
export const openStatuses: readonly string[] = sale.transitions.complete.from;

/** What a worker has read of one sale, with its balance locked. Numerics are text, the hash is hex. */
export interface SaleFacts {
  readonly saleId: string;
  readonly items: readonly SaleItem[];
  readonly storeCode: string;
  readonly channel: string;
  readonly soldAt: Date;
  readonly memberId: string;
  readonly isParticipating: boolean;
  readonly programme: {
    readonly id: string;
    readonly businessId: string;
    readonly timeZoneText: string;
    readonly earningRate: string;
    readonly earningRounding: Rounding;
    readonly earningFractionDigits: number;
  };
  readonly currency: { readonly id: string; readonly name: string };
  readonly products: readonly (ProductFacts & { readonly productCode: string })[];
  readonly balance: {
    readonly id: string;
    readonly balance: string;
    readonly awarded: string;
    readonly sequence: number;
    readonly lastAt: Date | null;
    readonly lastHash: string | null;
  };
}

/** What the worker must write. */
export interface SaleDecision {
  readonly outcome: SaleOutcome;
  readonly entries: readonly Entry[];
  /** Undefined if the sale changes no balance. */
  readonly balance: Balance | undefined;
}

/** The product's own rules for one sale: the comparison is about how sales are stored, queued and posted. */
export function decide(facts: SaleFacts): SaleDecision {
  const { programme, currency, memberId } = facts;
  const plan = planSale(
    {
      id: facts.saleId,
      items: facts.items,
      storeCode: facts.storeCode,
      channel: facts.channel,
      soldAtMs: facts.soldAt.getTime(),
    },
    {
      member: {
        id: memberId,
        programme: {
          id: programme.id,
          businessId: programme.businessId,
          timeZone: programme.timeZoneText,
          currencies: [currency],
          earning: {
            rate: amountOf(programme.earningRate),
            rounding: programme.earningRounding,
            fractionDigits: programme.earningFractionDigits,
          },
          // The benchmark never changes the rules.
          earningVersion: 1,
          returnWaitDays: 30,
          returnWindowDays: 0,
        },
      },
      store: { isParticipating: facts.isParticipating },
      products: new Map(facts.products.map((product) => [product.productCode, product])),
    },
  );
  const balance: Balance = {
    id: facts.balance.id,
    memberId,
    currencyId: currency.id,
    balance: amountOf(facts.balance.balance),
    // Wider than an amount, and always with four decimals.
    awarded: BigInt(facts.balance.awarded.replace(".", "")),
    // The benchmark sends no linked returns.
    returned: 0n,
    sequence: facts.balance.sequence,
    lastAtMs: facts.balance.lastAt?.getTime() ?? 0,
    lastHash: facts.balance.lastHash ?? "",
  };
  const book = openBook({ balances: [balance], clockMs: Date.now(), newId: uuidv7 });
  const outcome = decideSale(plan, book);
  return { outcome, entries: book.entries(), balance: book.changedBalances()[0] };
}

/** The distinct product codes of a sale. */
export function codesOf(items: readonly SaleItem[]): string[] {
  return [...new Set(items.map((item) => item.ProductCode))];
}

/** The row of an entry, under the names of the drizzle table. */
export function entryRow(entry: Entry) {
  return {
    id: entry.id,
    member: entry.memberId,
    currency: entry.currencyId,
    sequence: entry.sequence,
    type: entry.type,
    currencyAwarded: formatAmount(entry.amount),
    memberBalance: formatAmount(entry.balanceAfter),
    awardedAfter: formatAmount(entry.awardedAfter),
    sourceClass: entry.sourceClass,
    sourceId: entry.sourceId,
    createDateTime: new Date(entry.postedAtMs),
    hash: entry.hash,
    rules: entry.rules,
    why: entry.why,
  };
}

/** The changed columns of a balance, under the names of the drizzle table. */
export function balanceRow(balance: Balance) {
  return {
    balance: formatAmount(balance.balance),
    awarded: formatAmount(balance.awarded),
    sequence: balance.sequence,
    lastAt: new Date(balance.lastAtMs),
    lastHash: balance.lastHash,
  };
}
