import { type Amount, amountOf } from "../amount.ts";
import type { Period } from "./rule.period.ts";
import { type GainKind, gainKinds, type Rule, type RuleBody, weekdays } from "./rule.schema.ts";
import { type RuleSum, sumsOf } from "./rule.sum.ts";

/** The keys of a rule, in the order in which texts have them. */
const keys = [
  ...["id", "name", "from", "to"],
  ...["where", "day", "time", "channel", "store", "segment", "tier", "joinedWithinDays"],
  ...["category", "brand", "product", "except", "minimumSpend", "minimumQuantity"],
  ...["gives", ...gainKinds, "cap", "points"],
  ...["every", "quantity", "spend", "visits", "per", "times", "group"],
];

/** The rules as JSON: the same rules always give the same text. */
export const canonicalRules = (rules: readonly Rule[]): string => JSON.stringify(rules, keys);
export const canonicalRule = (rule: RuleBody): string => JSON.stringify(rule, keys);

const stepKinds = ["quantity", "spend", "visits"] as const;

/** A cap of points, of each sale or of a running sum. */
export interface Cap {
  readonly points: Amount;
  readonly per: Period | "sale";
}

/** Each full step of a running sum gives the rule's bonus, at most so many times. */
export interface Step {
  readonly kind: (typeof stepKinds)[number];
  readonly size: Amount;
  readonly per: Period;
  readonly times: number | undefined;
}

/** A rule as matching and measuring read it. */
export interface CompiledRule {
  readonly id: string;
  /** Undefined if it has none. */
  readonly name: string | undefined;
  /** Local times of the programme, as `localMsOf` gives them; infinite if open. `to` is exclusive. */
  readonly fromMs: number;
  readonly toMs: number;
  /** Minutes of the local day, the second exclusive. The first is later if they wrap midnight. */
  readonly minutes: readonly [number, number] | undefined;
  /** 0 for Monday. */
  readonly days: ReadonlySet<number> | undefined;
  readonly joinedWithinMs: number | undefined;
  /** The lists of values that conditions compare with. */
  readonly where: NonNullable<Rule["where"]>;
  readonly except: NonNullable<Rule["except"]>;
  /** It does not count all lines: it lists categories, brands or products. */
  readonly isOfLines: boolean;
  readonly minimumSpend: Amount;
  readonly minimumQuantity: Amount;
  readonly gain: { readonly kind: GainKind; readonly amount: Amount };
  readonly cap: Cap | undefined;
  readonly every: Step | undefined;
  readonly group: string | undefined;
  readonly sum: RuleSum | undefined;
}

/** Reads what `canonicalRules` wrote. */
export const parseRules = (text: string): CompiledRule[] => (JSON.parse(text) as Rule[]).map(compile);

function compile(rule: Rule): CompiledRule {
  const { id, name, from, to, where = {}, except = {}, gives, cap, every, group } = rule;
  return {
    id,
    name,
    where,
    except,
    group,
    isOfLines: [where, except].some(({ category, brand, product }) => category ?? brand ?? product),
    fromMs: from === undefined ? Number.NEGATIVE_INFINITY : Date.parse(`${from}Z`),
    toMs: to === undefined ? Number.POSITIVE_INFINITY : Date.parse(`${to}Z`),
    minutes: where.time && [minuteOf(where.time[0]), minuteOf(where.time[1])],
    days: where.day && new Set(where.day.map((day) => weekdays.indexOf(day))),
    joinedWithinMs: where.joinedWithinDays && where.joinedWithinDays * 86_400_000,
    minimumSpend: amountOf(rule.minimumSpend ?? "0"),
    minimumQuantity: amountOf(rule.minimumQuantity ?? "0"),
    gain: amountAt(gainKinds, gives),
    cap: cap && { points: amountOf(cap.points), per: cap.per },
    every: every && stepOf(every),
    sum: sumsOf(rule),
  };
}

/** `08:00` is 480. */
const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

function stepOf(every: NonNullable<Rule["every"]>): Step {
  const { kind, amount } = amountAt(stepKinds, every);
  return { kind, size: amount, per: every.per, times: every.times };
}

/** The one of these keys that is given. */
function amountAt<Kind extends string>(
  kinds: readonly Kind[],
  given: Readonly<Partial<Record<Kind, string | undefined>>>,
) {
  const kind = kinds.find((one) => given[one] !== undefined) as Kind;
  return { kind, amount: amountOf(given[kind] as string) };
}
