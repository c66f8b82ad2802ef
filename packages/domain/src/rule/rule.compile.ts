import { dayMs, weekdayOf } from "./rule.period.ts";
import type { CompiledRule } from "./rule.text.ts";

/** A set of rules: a bit for each, by its position. As fast as words of an array for 200 rules, and faster for 10. */
export type Bits = bigint;

/** The rules that each value of a fact allows. */
export interface Table {
  readonly byValue: ReadonlyMap<string, Bits>;
  /** For values that no rule lists. */
  readonly others: Bits;
}

const lineKeys = ["category", "brand", "product"] as const;
export type LineKey = (typeof lineKeys)[number];

/** The rules of a version, prepared for matching. Conditions that no rule has are undefined or left out. */
export interface RuleSet {
  /** In their order. */
  readonly rules: readonly CompiledRule[];
  readonly bits: readonly Bits[];
  readonly byId: ReadonlyMap<string, CompiledRule>;
  readonly channel: Table | undefined;
  readonly store: Table | undefined;
  /** By the name of a segment. A member may be in several. */
  readonly segment: Table | undefined;
  readonly lines: readonly (Table & { readonly key: LineKey })[];
  /** Whether any rule asks for the member's tier. */
  readonly namesTiers: boolean;
  /** The rules in force in some hour of a local day, a number of days since 1970-01-01. */
  ofDay(day: number): Bits;
}

/** Local days whose rules are kept: those of a year, and some more. */
const daysMax = 400;

export function compileRules(rules: readonly CompiledRule[]): RuleSet {
  const days = new Map<number, Bits>();
  const where = (key: "channel" | "store" | "segment") => tableOf(rules, ({ where: { [key]: list } }) => list, "where");
  return {
    rules,
    bits: rules.map((_, position) => bitOf(position)),
    byId: new Map(rules.map((rule) => [rule.id, rule])),
    channel: where("channel"),
    store: where("store"),
    segment: where("segment"),
    lines: lineKeys.flatMap((key) =>
      (["where", "except"] as const).flatMap((side) => {
        const table = tableOf(rules, ({ [side]: { [key]: list } }) => list, side);
        return table ? [{ ...table, key }] : [];
      }),
    ),
    namesTiers: rules.some(({ where: { tier } }) => tier !== undefined),
    ofDay(day) {
      const known = days.get(day);
      if (known !== undefined) return known;
      const bits = bitsOf(rules, (rule) => isOfDay(rule, day));
      if (days.size >= daysMax) days.clear();
      days.set(day, bits);
      return bits;
    },
  };
}

function isOfDay({ fromMs, toMs, days }: CompiledRule, day: number): boolean {
  const [begin, end] = [day * dayMs, (day + 1) * dayMs];
  return fromMs < end && toMs > begin && (days?.has(weekdayOf(day)) ?? true);
}

const bitsOf = (rules: readonly CompiledRule[], has: (rule: CompiledRule) => boolean): Bits =>
  rules.reduce((bits, rule, position) => (has(rule) ? bits | bitOf(position) : bits), 0n);

const bitOf = (position: number): Bits => 1n << BigInt(position);

/** @param side whether a rule wants the values of its list, or wants all others. Without a list, it allows all. */
function tableOf(
  rules: readonly CompiledRule[],
  listOf: (rule: CompiledRule) => readonly string[] | undefined,
  side: "where" | "except",
): Table | undefined {
  const others = bitsOf(rules, (rule) => side === "except" || listOf(rule) === undefined);
  const byValue = new Map<string, Bits>();
  for (const [position, rule] of rules.entries())
    for (const value of new Set(listOf(rule))) byValue.set(value, (byValue.get(value) ?? others) ^ bitOf(position));
  return byValue.size === 0 ? undefined : { byValue, others };
}
