import type { EarningFacts, EarningLine } from "../earning/earning.rule.ts";
import { isPurchase } from "../sale/sale.goods.ts";
import type { Bits, LineKey, RuleSet, Table } from "./rule.compile.ts";
import { dayMs, localMsOf } from "./rule.period.ts";
import type { CompiledRule } from "./rule.text.ts";

/** Everything that conditions of rules ask for. */
export interface RuleFacts extends EarningFacts {
  /** JoinDateTime of the member, or its CreateDateTime without one. Milliseconds since the epoch. */
  readonly joinedAtMs: number;
  /** The names of the segments that the member was in when the sale was made, as far as rules name them. */
  readonly segments: readonly string[];
}

/** A rule whose conditions hold for a sale. */
export interface Matched {
  readonly rule: CompiledRule;
  /** Positions of the lines that count for it, ascending; at least one. */
  readonly lines: readonly number[];
}

const none: readonly Matched[] = [];

/** Of the rules that hold otherwise, those that a member of this tier gets. */
export const ofTier = (matched: readonly Matched[], tier: string | null): readonly Matched[] =>
  matched.filter(({ rule: { where } }) => where.tier === undefined || (tier !== null && where.tier.includes(tier)));

/**
 * The rules that hold for a sale, in their order. It asks for no tier, minimum, group or sum: those depend on what was
 * posted before, or on what is returned later.
 */
export function matchRules(set: RuleSet, facts: RuleFacts): readonly Matched[] {
  if (set.rules.length === 0) return none;
  const counting = countingLines(facts.lines);
  if (counting.length === 0) return none;
  const localMs = localMsOf(facts.soldAtMs, facts.timeZone);
  const ofSale = saleBits(set, facts, Math.floor(localMs / dayMs));
  if (ofSale === 0n) return none;
  const ofLines =
    set.lines.length === 0
      ? [ofSale]
      : counting.map((line) => ofSale & lineBits(set, facts.lines[line] as EarningLine));
  const matched: Matched[] = [];
  for (const position of positionsOf(ofLines.reduce((all, bits) => all | bits))) {
    const rule = set.rules[position] as CompiledRule;
    if (!holdsAt(rule, localMs, facts.soldAtMs - facts.joinedAtMs)) continue;
    const bit = set.bits[position] as Bits;
    const lines = rule.isOfLines ? counting.filter((_, place) => ((ofLines[place] as Bits) & bit) !== 0n) : counting;
    matched.push({ rule, lines });
  }
  return matched;
}

/** The positions of a set's rules, ascending. */
function positionsOf(bits: Bits): number[] {
  const positions: number[] = [];
  for (let [left, base] = [bits, 0]; left !== 0n; left >>= 32n, base += 32)
    for (let word = Number(BigInt.asUintN(32, left)) | 0; word !== 0; word &= word - 1)
      positions.push(base + 31 - Math.clz32(word & -word));
  return positions;
}

/** The lines that count and have an amount left: what a voucher paid for counts for no rule. */
function countingLines(lines: readonly EarningLine[]): number[] {
  const counting: number[] = [];
  for (const [position, { state, amount, item }] of lines.entries())
    if (state === "counts" && amount > 0n && isPurchase(item)) counting.push(position);
  return counting;
}

/** The rules that channel, store, segments and the local day allow. */
function saleBits({ channel, store, segment, ofDay }: RuleSet, facts: RuleFacts, day: number): Bits {
  let bits = ofDay(day);
  if (channel) bits &= allowed(channel, facts.channel);
  if (store) bits &= allowed(store, facts.storeCode);
  if (segment) bits &= facts.segments.reduce((any, name) => any | allowed(segment, name), segment.others);
  return bits;
}

function lineBits({ lines }: RuleSet, { item, product }: EarningLine): Bits {
  const values: Record<LineKey, string> = {
    category: product?.category ?? "",
    brand: product?.brand ?? "",
    product: item.ProductCode,
  };
  return lines.reduce((bits, table) => bits & allowed(table, values[table.key]), everyBit);
}

const everyBit: Bits = -1n;

const allowed = ({ byValue, others }: Table, value: string): Bits => byValue.get(value) ?? others;

/** Whether dates, hours and the member's age hold. `ofDay` knows only that the rule is in force on that day. */
function holdsAt({ fromMs, toMs, minutes, joinedWithinMs }: CompiledRule, localMs: number, ageMs: number): boolean {
  if (localMs < fromMs || localMs >= toMs) return false;
  if (joinedWithinMs !== undefined && (ageMs < 0 || ageMs >= joinedWithinMs)) return false;
  return (
    minutes === undefined || isBetween(minutes, Math.floor(localMs / 60_000) - Math.floor(localMs / dayMs) * 1_440)
  );
}

const isBetween = ([from, to]: readonly [number, number], minute: number) =>
  from < to ? minute >= from && minute < to : minute >= from || minute < to;
