import type { SaleInspection } from "@rewards/db";
import { amountOf, earn, formatAmount, type Programme, showAmount } from "@rewards/domain";

type Item = SaleInspection["items"][number];

/** Why a sale earns what it does, by the catalogue of now. */
export interface Explanation {
  /** Of each line, whether and why it counts. */
  readonly lines: readonly (Item & { readonly why: string })[];
  /** How the sums of the lines become points; empty where nothing can be said, or nothing is earned. */
  readonly sums: readonly string[];
  /** What the sale would post now, as `Type amount`; null where its member or store is not registered. */
  readonly now: readonly string[] | null;
}

const roundingTexts: Readonly<Record<Programme["earning"]["rounding"], string>> = {
  "toward-zero": "rounded toward zero",
  "half-up": "rounded half up",
  "away-from-zero": "rounded away from zero",
};

export function explainSale({ items, store, member: { programme } }: SaleInspection): Explanation {
  const lines = items.map((item) => ({ ...item, why: whyOf(item, store.isParticipating) }));
  if (programme === null || store.isParticipating === null) return { lines, sums: [], now: null };
  const counting = store.isParticipating ? items.filter(({ earns }) => earns === true) : [];
  const { purchase, returned } = earn(counting, () => true, programme);
  const sums = [
    sumText(
      "Sale",
      counting.filter(({ Quantity }) => Quantity > 0),
      purchase,
      programme,
    ),
    sumText(
      "Return",
      counting.filter(({ Quantity }) => Quantity <= 0),
      returned,
      programme,
    ),
  ];
  const now = [
    ...(purchase === 0n ? [] : [`Sale ${formatAmount(purchase)}`]),
    ...(returned === 0n ? [] : [`Return ${formatAmount(returned)}`]),
  ];
  return { lines, sums: sums.flat(), now };
}

function whyOf({ earns }: Item, isParticipating: boolean | null): string {
  if (isParticipating === false) return "no: the store does not participate";
  if (earns === null) return "no: unknown product";
  return earns ? "yes" : "no: not incentivizable";
}

function sumText(type: string, items: readonly Item[], points: bigint, { earning }: Programme): string[] {
  if (items.length === 0) return [];
  const total = items.reduce((sum, { TotalAmount }) => sum + amountOf(TotalAmount), 0n);
  const digits = `${earning.fractionDigits} decimals`;
  return [
    `${type}: ${showAmount(total)} x ${showAmount(earning.rate)} points, ${roundingTexts[earning.rounding]} to ${digits} = ${showAmount(points)}`,
  ];
}
