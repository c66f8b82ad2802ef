import { type Amount, amountOf } from "../amount.ts";
import type { Earning, NamedEarning } from "../earning/earning.version.ts";
import { type Book, openBook } from "../ledger/ledger.book.ts";
import type { Why } from "../ledger/ledger.why.ts";
import type { Programme } from "../programme.ts";
import { compileRules, type RuleSet } from "../rule/rule.compile.ts";
import type { Matched } from "../rule/rule.match.ts";
import type { Rule } from "../rule/rule.schema.ts";
import { openTally } from "../rule/rule.tally.ts";
import { canonicalRules, parseRules } from "../rule/rule.text.ts";
import type { SaleItem } from "../sale/sale.class.ts";
import { decideSale, planSale } from "../sale/sale.decide.ts";
import type { SaleToDecide } from "../sale/sale.plan.ts";
import { type KnownOriginal, type ProductRecord, soldGoods } from "../sale-return/sale-return.original.ts";
import { tierBooksOf } from "../tier/tier.books.ts";
import type { TierRules } from "../tier/tier.schema.ts";
import type { TierBooks, TierState } from "../tier/tier.sums.ts";
import { emptyBalance } from "./balance.ts";
import { products as ruleProducts } from "./rules.ts";

/** One point for 1.00, rounded toward zero. */
export const plainEarning: NamedEarning = { rate: amountOf(1), rounding: "toward-zero", fractionDigits: 0, version: 1 };

/** A line of a receipt. */
export const item = (ProductCode: string, Quantity: number, TotalAmount: number, more: Partial<SaleItem> = {}) =>
  ({ ProductCode, Quantity, TotalAmount, ...more }) satisfies SaleItem;

/** A line that names the sale whose goods come back, or whose price is lowered. */
export const of = (sale: string, one: SaleItem, OriginalLine?: number): SaleItem => ({
  ...one,
  OriginalSaleExternalID: sale,
  ...(OriginalLine !== undefined && { OriginalLine }),
});

/** What a receipt came to. Points are 0 or more. */
interface Rung {
  readonly earned: Amount;
  readonly taken: Amount;
  readonly note: string;
  readonly status: string;
}

/** After every sale. */
const acceptedLateMs = Date.UTC(2100, 0);
type RungAt = Pick<SaleToDecide, "soldAtMs" | "channel" | "storeCode"> & {
  readonly joinedAtMs: number;
  /** The names of the segments that the member is in. */
  readonly segments: readonly string[];
};

/** A shop that posts each receipt at once, to members `m` and `other`, by the pure decisions of the service. */
export class Till {
  readonly #products: ProductRecord[] = [];
  readonly #known = new Map<string, KnownOriginal>();
  readonly #returned = { lines: new Map(), expired: new Set<string>() };
  readonly #programme: Programme;
  readonly #rules: RuleSet;
  readonly #tally = openTally();
  readonly #tiers: TierBooks | undefined;
  readonly #book: Book;
  #nowMs = 1_000;

  /** @param codes of the products that are registered. */
  constructor(
    codes: readonly string[] = ["A", "B", "C"],
    earning: Earning = plainEarning,
    rules: readonly Rule[] = [],
    tiers?: TierRules,
  ) {
    this.#rules = compileRules(parseRules(canonicalRules(rules)));
    for (const code of codes) this.register(code);
    this.#programme = {
      ...{ id: "p", businessId: "P", timeZone: "UTC", currencies: [{ id: "c", name: "Points" }] },
      ...{ returnWaitDays: 30, returnWindowDays: 0 },
      earning: [{ ...earning, version: 1, inForceFromMs: -Infinity, ...(tiers && { tiers }) }],
    };
    this.#tiers = tierBooksOf([this.#programme]);
    this.#book = openBook({
      balances: ["m", "other"].map((member) => emptyBalance(member, "c")),
      ...{ clockMs: this.#nowMs, newId: () => "e", tiers: this.#tiers },
    });
  }

  register(code: string, isIncentivizable = true): void {
    this.#nowMs += 1;
    const facts = { category: "", brand: "", ...ruleProducts[code], isIncentivizable };
    this.#products.push({ code, sinceMs: this.#nowMs, former: [], ...facts });
  }

  /** Edits a product's code. */
  rename(code: string, next: string): void {
    this.#nowMs += 1;
    const index = this.#products.findIndex((one) => one.code === code);
    const product = this.#products[index] as ProductRecord;
    const former = [...product.former, { code, untilMs: this.#nowMs }];
    this.#products[index] = { ...product, code: next, former };
  }

  /** The tier sums of a member. */
  tiersOf(member = "m"): TierState | undefined {
    return this.#book.stateOf(member, "c")?.tiers;
  }

  /** What the entries store, in order. */
  whys(): readonly Why[] {
    return this.#book.entries().map(({ why }) => JSON.parse(why));
  }

  /** The sale of this key was rejected, or did not come in time. */
  miss(key: string, known: "rejected" | "unlinked"): void {
    this.#known.set(key, known);
  }

  /** Posts a receipt. Its key is its ID. */
  ring(key: string, items: readonly SaleItem[], member = "m", where: Partial<RungAt> = {}): Rung {
    this.#nowMs += 1;
    const { plan, isLinked } = this.#plan(key, items, member, where);
    const before = this.#book.entries().length;
    const outcome = decideSale(plan, this.#book, isLinked ? this.#returned : undefined, this.#tally);
    const entries = this.#book.entries().slice(before);
    const pointsOf = (type: string) => entries.find((entry) => entry.type === type)?.amount ?? 0n;
    const points = pointsOf("Sale");
    const sold = entries.find(({ type }) => type === "Sale");
    const why: Pick<Why, "lines" | "rules" | "sums"> = sold ? JSON.parse(sold.why) : { lines: [], rules: [] };
    const goods = soldGoods(items);
    const matched = why.rules.map(({ id, lines = why.lines }): Matched => {
      return { rule: this.#rules.byId.get(id) as Matched["rule"], lines };
    });
    this.#known.set(key, {
      ...{ id: key, externalId: key, memberId: member, currencyId: "c", goods },
      ...{ settledAtMs: this.#nowMs, soldAtMs: plan.soldAtMs },
      award: sold && {
        ...{ points, lines: why.lines, postedAtMs: 1, earning: this.#programme.earning[0] },
        ...(matched.length > 0 && { matched, sumKeys: (why.sums ?? []).map(({ key: sum }) => sum) }),
      },
    });
    return { earned: points, taken: -pointsOf("Return"), note: outcome.note, status: outcome.status };
  }

  #recordsByCode() {
    const codes = this.#products.flatMap(({ code, former }) => [code, ...former.map((one) => one.code)]);
    return new Map(codes.map((code) => [code, this.#products]));
  }

  #plan(id: string, items: readonly SaleItem[], member: string, where: Partial<RungAt>) {
    const { segments = [], joinedAtMs = 0, ...at } = where;
    const memberships = segments.map((segment) => ({ segment, sinceMs: -Infinity, untilMs: Infinity }));
    const named = items.flatMap(({ OriginalSaleExternalID: key }) => (key === undefined ? [] : [key]));
    const originals = new Map(named.map((key) => [key, this.#known.get(key) as KnownOriginal]));
    const plan = planSale(
      { id, items, storeCode: "S", channel: "", soldAtMs: this.#nowMs, acceptedAtMs: acceptedLateMs, ...at },
      {
        member: { id: member, programme: this.#programme, joinedAtMs, memberships },
        rules: this.#rules,
        ...(this.#tiers && { tiers: this.#tiers }),
        store: { isParticipating: true },
        products: new Map(this.#products.map((one) => [one.code, one])),
        ...(named.length > 0 && { originals, productRecords: this.#recordsByCode() }),
      },
    );
    return { plan, isLinked: named.length > 0 };
  }
}
