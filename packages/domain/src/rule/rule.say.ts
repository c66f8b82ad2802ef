import { isNamed, namesText, perText } from "./rule.describe.ts";
import type { GainKind, Rule, RuleBody } from "./rule.schema.ts";

const gainTexts: Readonly<Record<GainKind, (amount: string, every: Rule["every"]) => string>> = {
  multiplier: (amount) => `${amount} times the points`,
  rate: (amount) => `${amount} points more for 1.00`,
  perQuantity: (amount) => `${amount} points for a unit`,
  bonus: (amount, every) => `${amount} points for ${every ? stepText(every) : "a sale"}`,
};

/** `every 10 units a month, at most 3 times` */
function stepText({ quantity, spend, visits, per, times }: NonNullable<Rule["every"]>): string {
  const size = quantity ? `${quantity} units` : spend ? `${spend} spent` : `${visits} visits`;
  return `every ${size} ${perText(per)}${times === undefined ? "" : `, at most ${times} times`}`;
}

type Listed = Readonly<Partial<Record<string, readonly string[]>>>;

/** The words of each list: before its values, before few values, and what many are called. */
const listTexts: Readonly<Record<"where" | "except", Readonly<Record<string, readonly [string, string, string]>>>> = {
  where: {
    category: ["of", "category ", "categories"],
    brand: ["of", "brand ", "brands"],
    product: ["of", "", "products"],
    day: ["on", "", "days"],
    channel: ["by", "", "channels"],
    store: ["in", "", "stores"],
    segment: ["for members of", "", "segments"],
    tier: ["for", "tier ", "tiers"],
  },
  except: {
    category: ["not of", "category ", "categories"],
    brand: ["not of", "brand ", "brands"],
    product: ["not of", "", "products"],
  },
};

const listsIn = (side: keyof typeof listTexts, lists: Listed) =>
  Object.entries(listTexts[side]).flatMap(([key, [before, noun, many]]) => {
    const values = lists[key];
    return values ? [`${before} ${isNamed(values) ? noun : ""}${namesText(values, many)}`] : [];
  });

/**
 * When a rule counts and what it gives, in words, without its ID, name and dates:
 * `2 times the points, of category Coffee, on Sat or Sun, at most 50 a day`.
 */
export function sayRule({ where = {}, except = {}, minimumSpend, minimumQuantity, gives, ...more }: RuleBody): string {
  const { cap, every, group } = more;
  const { time, joinedWithinDays } = where;
  const [[kind, amount] = []] = Object.entries(gives).filter(([, given]) => given !== undefined);
  return [
    gainTexts[kind as GainKind](String(amount), every),
    ...listsIn("where", where as Listed),
    ...listsIn("except", except as Listed),
    ...(time ? [`from ${time[0]} to ${time[1]}`] : []),
    ...(joinedWithinDays === undefined ? [] : [`within ${joinedWithinDays} days of joining`]),
    ...(minimumSpend === undefined ? [] : [`from ${minimumSpend} spent`]),
    ...(minimumQuantity === undefined ? [] : [`from ${minimumQuantity} units`]),
    ...(cap ? [`at most ${cap.points} ${perText(cap.per)}`] : []),
    ...(group === undefined ? [] : [`only the best of ${group} counts`]),
  ].join(", ");
}
