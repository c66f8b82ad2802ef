import type { RewardsClient } from "@rewards/client";
import type { Day } from "./day/day.ts";
import type { DemoSale } from "./day/sales.ts";

/** Points and money in whole units of 1/10,000: the demo's own arithmetic, apart from the service that it checks. */
export type Units = bigint;

const fractionDigits = 4;
const unitsPerPoint: Units = 10_000n;

/** Parses a number of JSON or a text such as `12.5`. Throws if it has more than four decimals. */
export function unitsOf(value: number | string): Units {
  const [, sign, whole, fraction = ""] = /^(-?)(\d+)(?:\.(\d{1,4}))?$/.exec(String(value)) ?? [];
  if (whole === undefined) throw new RangeError(`not an amount: ${value}`);
  const units = BigInt(`${whole}${fraction.padEnd(fractionDigits, "0")}`);
  return sign ? -units : units;
}

/** For a person: `1,234` or `-0.5`. */
export function showUnits(units: Units): string {
  const sign = units < 0n ? "-" : "";
  const magnitude = units < 0n ? -units : units;
  const whole = (magnitude / unitsPerPoint).toLocaleString("en-US");
  const fraction = (magnitude % unitsPerPoint).toString().padStart(fractionDigits, "0").replace(/0+$/, "");
  return `${sign}${whole}${fraction && `.${fraction}`}`;
}

/** Counts comparisons and keeps the differences. */
export class Checks {
  count = 0;
  readonly differences: string[] = [];

  /** Amounts in units, statuses, codes, counts: whatever has one way of being written. */
  equal(what: string, actual: unknown, expected: unknown): void {
    this.count += 1;
    const [is, must] = [actual, expected].map((one) => (typeof one === "bigint" ? showUnits(one) : String(one)));
    if (is !== must) this.differences.push(`${what}: is ${is}, must be ${must}`);
  }

  get isOk(): boolean {
    return this.differences.length === 0;
  }
}

/** The effect of one record on its member's points. */
export interface ExpectedEntry {
  readonly member: string;
  readonly type: "Sale" | "Return" | "Adjustment" | "Redemption";
  readonly amount: Units;
  /** The ID of the sale or redemption; undefined for an adjustment, whose ID no answer holds. */
  readonly source: string | undefined;
}

/** What every part of the demo works with. */
export interface Run {
  readonly client: RewardsClient;
  readonly day: Day;
  readonly books: Books;
  readonly checks: Checks;
  readonly signal: AbortSignal;
}

/** The expected books of the service, computed only from the sent records. */
export class Books {
  private readonly entries = new Map<string, ExpectedEntry[]>();
  private readonly balances = new Map<string, Units>();

  post(entry: ExpectedEntry): void {
    if (entry.amount === 0n) return;
    this.entries.set(entry.member, [...this.entriesOf(entry.member), entry]);
    this.balances.set(entry.member, this.balanceOf(entry.member) + entry.amount);
  }

  balanceOf(member: string): Units {
    return this.balances.get(member) ?? 0n;
  }

  entriesOf(member: string): readonly ExpectedEntry[] {
    return this.entries.get(member) ?? [];
  }
}

/** The codes of the stores and products that let a sale earn. */
export interface EarningRules {
  readonly participatingStores: ReadonlySet<string>;
  readonly earningProducts: ReadonlySet<string>;
}

export function rulesOf({ stores, products }: Day): EarningRules {
  const participating = stores.filter(({ content }) => content.IsParticipating);
  const earning = products.filter(({ isRegistered, content }) => isRegistered && content.Incentivizable);
  return {
    participatingStores: new Set(participating.map(({ key }) => key)),
    earningProducts: new Set(earning.map(({ key }) => key)),
  };
}

/**
 * One point for each whole 1.00 over the purchases that earn, rounded toward zero. A return names its sale, and takes the
 * difference between what that sale earns with the line and without it.
 */
export function pointsOf(
  sale: Pick<DemoSale, "StoreCode" | "SaleItems">,
  rules: EarningRules,
  original?: Pick<DemoSale, "StoreCode" | "SaleItems">,
): { readonly earned: Units; readonly returned: Units } {
  const { purchases, returns } = sumsOf(sale, rules);
  const sold = original ? sumsOf(original, rules).purchases : 0n;
  return { earned: wholePoints(purchases), returned: wholePoints(sold + returns) - wholePoints(sold) };
}

function sumsOf(
  sale: Pick<DemoSale, "StoreCode" | "SaleItems">,
  { participatingStores, earningProducts }: EarningRules,
) {
  const sums = { purchases: 0n, returns: 0n };
  for (const line of participatingStores.has(sale.StoreCode) ? sale.SaleItems : [])
    if (earningProducts.has(line.ProductCode))
      sums[line.Quantity > 0 ? "purchases" : "returns"] += unitsOf(line.TotalAmount);
  return sums;
}

/** Division of BigInt rounds toward zero. */
function wholePoints(amount: Units): Units {
  return (amount / unitsPerPoint) * unitsPerPoint;
}
