import {
  amountOf,
  type Balance,
  decideSale,
  type Entry,
  formatAmount,
  openBook,
  type ProductFacts,
  planSale,
  type SaleItem,
  sale,
} from "@rewards/domain";
import { uuidv7 } from "uuidv7";
import type * as tables from "./tables.ts";

export const openStatuses: readonly string[] = sale.transitions.complete.from;

type Row<Table extends keyof typeof tables> = (typeof tables)[Table]["$inferSelect"];

/** What a worker has read of one open sale, with its member's balance locked, under the names of the drizzle tables. */
export type SaleFacts = Pick<Row<"sale">, "saleItems" | "storeCode" | "saleChannelCode" | "saleDateTime"> &
  Omit<Row<"programme">, "id"> &
  Pick<Row<"balance">, "balance" | "awarded" | "lastAt" | "lastHash"> &
  Pick<Row<"store">, "isParticipating"> &
  Record<"saleId" | "memberId" | "programmeId" | "currencyId" | "currencyName" | "balanceId", string> & {
    /** Text, where the driver reads it. */
    readonly sequence: string | number;
  };
export type ProductRow = ProductFacts & { readonly productCode: string };

export type SaleDecision = ReturnType<typeof decide>;

/** The product's own rules for one sale: the comparison is about how sales are stored, queued and posted. */
export function decide(facts: SaleFacts, products: readonly ProductRow[]) {
  const { saleId: id, saleItems: items, storeCode, saleChannelCode: channel, memberId, isParticipating } = facts;
  const programme = {
    id: facts.programmeId,
    businessId: facts.businessId,
    timeZone: facts.timeZoneText,
    currencies: [{ id: facts.currencyId, name: facts.currencyName }] as const,
    // The benchmark never changes the rules, and sends no linked returns.
    earning: [
      {
        ...{ version: 1, inForceFromMs: -Infinity },
        rate: amountOf(facts.earningRate),
        rounding: facts.earningRounding,
        fractionDigits: facts.earningFractionDigits,
      },
    ] as const,
    ...{ returnWaitDays: 30, returnWindowDays: 0 },
  };
  const soldAtMs = facts.saleDateTime.getTime();
  const plan = planSale(
    { id, items, storeCode, channel, soldAtMs, acceptedAtMs: soldAtMs },
    {
      member: { id: memberId, programme, joinedAtMs: 0 },
      store: { isParticipating },
      products: new Map(products.map((product) => [product.productCode, product])),
    },
  );
  const balance: Balance = {
    id: facts.balanceId,
    memberId,
    currencyId: facts.currencyId,
    balance: amountOf(facts.balance),
    // Wider than an amount, and always with four decimals.
    awarded: BigInt(facts.awarded.replace(".", "")),
    returned: 0n,
    returnsSum: 0n,
    sequence: Number(facts.sequence),
    lastAtMs: facts.lastAt?.getTime() ?? 0,
    lastHash: facts.lastHash?.toString("hex") ?? "",
  };
  const book = openBook({ balances: [balance], clockMs: Date.now(), newId: uuidv7 });
  const outcome = decideSale(plan, book);
  // No balance if the sale changes none.
  return { outcome, entries: book.entries(), balance: book.changedBalances()[0] };
}

export function codesOf(items: readonly SaleItem[]): string[] {
  return [...new Set(items.map((item) => item.ProductCode))];
}

export const entryRow = ({ memberId, currencyId, amount, postedAtMs, ...entry }: Entry) => ({
  ...{ id: entry.id, member: memberId, currency: currencyId, sequence: entry.sequence, type: entry.type },
  currencyAwarded: formatAmount(amount),
  memberBalance: formatAmount(entry.balanceAfter),
  awardedAfter: formatAmount(entry.awardedAfter),
  ...{ sourceClass: entry.sourceClass, sourceId: entry.sourceId, createDateTime: new Date(postedAtMs) },
  ...{ hash: Buffer.from(entry.hash, "hex"), rules: entry.rules, why: entry.why },
});

export const balanceRow = ({ balance, awarded, sequence, lastAtMs, lastHash }: Balance) => ({
  ...{ balance: formatAmount(balance), awarded: formatAmount(awarded) },
  ...{ sequence, lastAt: new Date(lastAtMs), lastHash: Buffer.from(lastHash, "hex") },
});
