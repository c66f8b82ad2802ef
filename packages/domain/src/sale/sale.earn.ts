import { countedLines, linesOf } from "../earning/earning.earn.ts";
import type { Counted, EarningLine } from "../earning/earning.rule.ts";
import { type EarningVersion, versionInForce } from "../earning/earning.version.ts";
import { matchRules, ofTier } from "../rule/rule.match.ts";
import { goodsAt } from "../rule/rule.measure.ts";
import { localDateOf } from "../rule/rule.period.ts";
import { keyOfSum } from "../rule/rule.sum.ts";
import type { CompiledRule } from "../rule/rule.text.ts";
import { type Worth, worthOf } from "../rule/rule.worth.ts";
import { segmentsAt } from "../segment/segment.member.ts";
import type { SaleItem } from "./sale.class.ts";
import { countedAtMs, isLate } from "./sale.clock.ts";
import { isPurchase, netSale } from "./sale.goods.ts";
import type { SaleReferences, SaleToDecide } from "./sale.plan.ts";

/** What a sale earns and why: `planSale` posts it, and `rewards sale` prints it. */
export interface EarnedSale {
  /** For each line, whether it counts and, if not, why. */
  readonly lines: readonly EarningLine[];
  /** The version of the rules by which it earns. */
  readonly earning: EarningVersion;
  /** The purchases that count; undefined if none does. */
  readonly counted: Counted | undefined;
  /** What they are worth for a member of this tier. */
  readonly worthOf: (tier: string | null) => Worth | undefined;
  /** The running sums that this may move. */
  readonly sumKeys: readonly string[];
  /** The positions of reductions that are more than the lines that they lower. */
  readonly excessive: readonly number[];
}

export function earnSale(sale: SaleToDecide, references: SaleReferences): EarnedSale {
  const { member, store, products, originals, rules } = references;
  const net = netSale(sale.items);
  const isLinked = ({ OriginalSaleExternalID: key = "" }: SaleItem) => originals?.get(key) !== "unlinked";
  const lines = linesOf(sale.items, net, { products, isParticipating: store.isParticipating, isLinked });
  const soldAtMs = countedAtMs(sale);
  const { timeZone } = member.programme;
  const earning = versionInForce(member.programme.earning, soldAtMs);
  const counted = countedLines(lines, isPurchase);
  const { excessive } = net;
  if (!counted) return { lines, earning, counted, excessive, worthOf: () => undefined, sumKeys: [] };
  const matched =
    rules && !isLate(sale, earning)
      ? matchRules(rules, {
          ...{ lines, storeCode: sale.storeCode, channel: sale.channel, soldAtMs, timeZone },
          ...{ joinedAtMs: member.joinedAtMs, segments: segmentsAt(member.memberships, soldAtMs) },
        })
      : [];
  const keyOf = (rule: CompiledRule) => keyOfSum(rule, localDateOf(soldAtMs, timeZone));
  const goods = goodsAt(net.lines);
  if (matched.some(({ rule }) => rule.where.tier)) {
    const keys = matched.flatMap(({ rule }) => keyOf(rule) ?? []);
    const worth = (tier: string | null) => worthOf(earning, counted.lines, ofTier(matched, tier), goods, keyOf);
    return { lines, earning, counted, excessive, worthOf: worth, sumKeys: [...new Set(keys)] };
  }
  const one = worthOf(earning, counted.lines, matched, goods, keyOf);
  return { lines, earning, counted, excessive, worthOf: () => one, sumKeys: one.sums.map(({ key }) => key) };
}
