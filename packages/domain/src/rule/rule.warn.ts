import { amountMax } from "../amount.ts";
import type { Earning } from "../earning/earning.version.ts";
import { sayAnew } from "./rule.anew.ts";
import { measureRule } from "./rule.measure.ts";
import { dayMs, weekdayOf } from "./rule.period.ts";
import type { Rule } from "./rule.schema.ts";
import { type CompiledRule, canonicalRules, parseRules } from "./rule.text.ts";

/** Something that is allowed, and that nobody may want. */
export interface RuleWarning {
  /** From the list of rules. */
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** What rules are to be applied to. */
interface WarningFacts {
  readonly earning: Earning;
  /** The rules that the programme has, by ID, ended ones too: what members collected by them goes on. */
  readonly known: ReadonlyMap<string, Rule>;
  /** What the programme's clocks show, as `localMsOf` gives it. */
  readonly localMs: number;
}

/** What the rules of a programme say about themselves, without its catalogue. */
export function warnOfRules(rules: readonly Rule[], facts: WarningFacts): RuleWarning[] {
  const compiled = parseRules(canonicalRules(rules));
  return rules.flatMap((rule, index) => {
    const warnings = [
      ...excludesAll(rule),
      ...warnOfTimes(compiled[index] as CompiledRule, facts.localMs),
      ...givesNothing(compiled[index] as CompiledRule, facts.earning),
      ...startsAnew(rule, facts.known.get(rule.id)),
    ];
    return warnings.map(({ path, message }) => ({ path: [index, ...path], message }));
  });
}

const excludesAll = ({ where = {}, except = {} }: Rule): RuleWarning[] =>
  (["category", "brand", "product"] as const).flatMap((key) => {
    const excluded = new Set(except[key]);
    const isNever = where[key]?.every((one) => excluded.has(one));
    return isNever ? [{ path: ["except", key], message: `all that where.${key} lists, so the rule never holds` }] : [];
  });

function warnOfTimes(rule: CompiledRule, localMs: number): RuleWarning[] {
  if (!holdsSomeTime(rule)) return [{ path: ["where"], message: "no such day and time from `from` to `to`" }];
  return rule.toMs > localMs ? [] : [{ path: ["to"], message: "in the past: only sales from before it count" }];
}

/** Eight days have every minute of every weekday. */
const sureDays = 8;

function holdsSomeTime({ fromMs, toMs, days, minutes }: CompiledRule): boolean {
  if (toMs - fromMs >= sureDays * dayMs) return true;
  const [begin, end] = minutes ?? [0, 1_440];
  const spans =
    begin < end
      ? [[begin, end] as const]
      : ([
          [0, end],
          [begin, 1_440],
        ] as const);
  for (let day = Math.floor(fromMs / dayMs); day * dayMs < toMs; day += 1) {
    const isListed = days?.has(weekdayOf(day)) ?? true;
    const atMs = (minute: number) => day * dayMs + minute * 60_000;
    if (isListed && spans.some(([from, to]) => Math.max(fromMs, atMs(from)) < Math.min(toMs, atMs(to)))) return true;
  }
  return false;
}

/** By the rounding of points, or by a rate of 0. */
function givesNothing(rule: CompiledRule, earning: Earning): RuleWarning[] {
  const most = measureRule(rule, { amount: amountMax, quantity: amountMax }, earning);
  return most > 0n ? [] : [{ path: ["gives"], message: "nothing, by the programme's rate and rounding" }];
}

function startsAnew(rule: Rule, before: Rule | undefined): RuleWarning[] {
  const message = before && sayAnew(before, rule);
  return message === undefined ? [] : [{ path: [before?.every ? "every" : "cap"], message }];
}
