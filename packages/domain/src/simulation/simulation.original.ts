import type { BalanceKey } from "../ledger/ledger.entry.ts";
import type { CompiledRule } from "../rule/rule.text.ts";
import { countedAtMs } from "../sale/sale.clock.ts";
import { earnSale } from "../sale/sale.earn.ts";
import type { SaleReferences, SaleToDecide } from "../sale/sale.plan.ts";
import { type Award, type OriginalSale, soldGoods } from "../sale-return/sale-return.original.ts";

/** A sale that return lines of its member name. */
export interface NamedSale {
  readonly sale: SaleToDecide;
  readonly externalId: string;
  readonly settledAtMs: number;
}

/** The original as it would be if it had earned by these references, before running sums. */
export function originalOf(
  { sale, externalId, settledAtMs }: NamedSale,
  references: SaleReferences,
  balance: BalanceKey,
  tier: string | null,
): OriginalSale {
  const { counted, worthOf, earning } = earnSale(sale, references);
  const worth = worthOf(tier);
  const isNothing = !counted || !worth || (worth.base === 0n && worth.shares.length === 0);
  const goods = soldGoods(sale.items);
  const soldAtMs = countedAtMs(sale);
  const original = { ...balance, id: sale.id, externalId, settledAtMs, soldAtMs, goods, award: undefined };
  if (isNothing) return original;
  const { base, shares, sums } = worth;
  const matched = shares.map(({ id, lines }) => ({
    rule: references.rules?.byId.get(id) as CompiledRule,
    lines,
  }));
  const award: Award = {
    ...{ lines: counted.lines, postedAtMs: 0, earning },
    points: shares.reduce((sum, { points }) => sum + points, base),
    ...(matched.length > 0 && { matched }),
    ...(sums.length > 0 && { sumKeys: sums.map(({ key }) => key) }),
  };
  return { ...original, award };
}
