import * as domain from "@rewards/domain";
import { uuidv7 } from "uuidv7";
import type * as tables from "./tables.ts";

export const openStatuses: readonly string[] = domain.sale.transitions.complete.from;

type Row<Table extends keyof typeof tables> = (typeof tables)[Table]["$inferSelect"];

/** What a worker has read of one open sale, with its member's balance locked, under the names of the drizzle tables. */
export type SaleFacts = Pick<Row<"sale">, "saleItems" | "storeCode" | "saleChannelCode" | "saleDateTime"> &
  Pick<Row<"programme">, "businessId" | "timeZoneText"> &
  Omit<Row<"earningVersion">, "program"> &
  Pick<Row<"balance">, "balance" | "awarded" | "lastAt" | "lastHash"> &
  Pick<Row<"store">, "isParticipating"> &
  Record<"saleId" | "memberId" | "programmeId" | "currencyId" | "currencyName" | "balanceId", string> & {
    /** Text, where the driver reads it. */
    readonly sequence: string | number;
  };
export type ProductRow = domain.ProductFacts & { readonly productCode: string };
/** A running sum of the member, which capped rules and stamp cards count. */
export type SumRow = Omit<Row<"tally">, "member">;

/** By their text: a worker parses the rules of a programme once. */
const sets = new Map<string, domain.RuleSet>();

function rulesOf(text: string): domain.RuleSet {
  const known = sets.get(text) ?? domain.compileRules(domain.parseRules(text));
  sets.set(text, known);
  return known;
}

/** The product's own rules for one sale: the comparison is about how sales are stored, queued and posted. */
export function plan(facts: SaleFacts, products: readonly ProductRow[]): domain.SalePlan {
  const { saleId: id, saleItems: items, storeCode, saleChannelCode: channel, memberId, isParticipating } = facts;
  const programme = {
    id: facts.programmeId,
    businessId: facts.businessId,
    timeZone: facts.timeZoneText,
    currencies: [{ id: facts.currencyId, name: facts.currencyName }] as const,
    // The benchmark never changes the rules while it sells, and sends no linked returns.
    earning: [
      {
        ...{ version: facts.version, inForceFromMs: -Infinity, rate: domain.amountOf(facts.rate) },
        ...{ rounding: facts.rounding, fractionDigits: facts.fractionDigits },
      },
    ] as const,
    ...{ returnWaitDays: 30, returnWindowDays: 0 },
  };
  const soldAtMs = facts.saleDateTime.getTime();
  return domain.planSale(
    { id, items, storeCode, channel, soldAtMs, acceptedAtMs: soldAtMs },
    {
      member: { id: memberId, programme, joinedAtMs: 0 },
      store: { isParticipating },
      products: new Map(products.map((product) => [product.productCode, product])),
      rules: rulesOf(facts.rules),
    },
  );
}

/** The keys of the running sums that a plan moves: to read under the lock of the member's balance. */
export const sumKeysOf = ({ sumKeys }: domain.SalePlan): string[] => [...sumKeys];

/** The rows to write. No balance if the sale changes none. */
export function decide(facts: SaleFacts, planned: domain.SalePlan, sums: readonly SumRow[]) {
  const { memberId } = facts;
  const balance: domain.Balance = {
    id: facts.balanceId,
    memberId,
    currencyId: facts.currencyId,
    balance: domain.amountOf(facts.balance),
    awarded: domain.productOf(facts.awarded),
    returned: 0n,
    returnsSum: 0n,
    sequence: Number(facts.sequence),
    lastAtMs: facts.lastAt?.getTime() ?? 0,
    lastHash: facts.lastHash?.toString("hex") ?? "",
  };
  const book = domain.openBook({ balances: [balance], clockMs: Date.now(), newId: uuidv7 });
  const tally = domain.openTally(
    new Map(sums.map(({ key, value }) => [domain.sumName(memberId, key), domain.productOf(value)])),
  );
  const outcome = domain.decideSale(planned, book, undefined, tally);
  const [after] = book.changedBalances().map(balanceRow);
  const changed = tally
    .changed()
    .map(({ key, value }) => ({ member: memberId, key, value: domain.formatAmount(value) }));
  return { outcome, entries: book.entries().map(entryRow), balance: after, sums: changed };
}

export function codesOf(items: readonly domain.SaleItem[]): string[] {
  return [...new Set(items.map((item) => item.ProductCode))];
}

const entryRow = ({ memberId, currencyId, amount, postedAtMs, ...entry }: domain.Entry) => ({
  ...{ id: entry.id, member: memberId, currency: currencyId, sequence: entry.sequence, type: entry.type },
  currencyAwarded: domain.formatAmount(amount),
  memberBalance: domain.formatAmount(entry.balanceAfter),
  awardedAfter: domain.formatAmount(entry.awardedAfter),
  ...{ sourceClass: entry.sourceClass, sourceId: entry.sourceId, createDateTime: new Date(postedAtMs) },
  ...{ hash: Buffer.from(entry.hash, "hex"), rules: entry.rules, why: entry.why },
});

const balanceRow = ({ balance, awarded, sequence, lastAtMs, lastHash }: domain.Balance) => ({
  ...{ balance: domain.formatAmount(balance), awarded: domain.formatAmount(awarded) },
  ...{ sequence, lastAt: new Date(lastAtMs), lastHash: Buffer.from(lastHash, "hex") },
});
