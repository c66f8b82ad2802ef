import { type Amount, amountOf } from "../amount.ts";
import { least } from "../sale/sale.units.ts";
import { type Period, periodOf } from "./rule.period.ts";
import type { Rule } from "./rule.schema.ts";

/** The running sums of a rule: one for each member and period. */
export interface RuleSum {
  /** `HAPPY/cap:10/`: a key without its period. */
  readonly prefix: string;
  readonly per: Period;
}

/**
 * The sums of a rule; undefined if it has none. Keys have all that decides what a sum is worth: `cap:<points>`, or
 * `every:<kind>:<size>:<bonus>` and perhaps `:<times>`. So an edited cap or step begins another sum, and other edits keep
 * what members have collected. Rules of a group share the group's.
 */
export function sumsOf({ id, group, gives, cap, every }: Rule): RuleSum | undefined {
  if (cap) return cap.per === "sale" ? undefined : { prefix: `${group ?? id}/cap:${cap.points}/`, per: cap.per };
  if (!every) return undefined;
  const { quantity, spend, visits, per, times } = every;
  const [kind, size] = Object.entries({ quantity, spend, visits }).find(([, given]) => given !== undefined) as [
    string,
    string,
  ];
  const worth = ["every", kind, size, gives.bonus, ...(times === undefined ? [] : [times])].join(":");
  return { prefix: `${id}/${worth}/`, per };
}

/**
 * The key of the sum that a rule's measure of a sale goes to: `HAPPY/cap:10/2026-05-04`, `COFFEE10/every:quantity:10:100/`.
 * @param localDate of the sale.
 */
export const keyOfSum = ({ sum }: { readonly sum: RuleSum | undefined }, localDate: string): string | undefined =>
  sum && sum.prefix + periodOf(localDate, sum.per);

/** The part of a key before its period. */
export const prefixOfSum = (key: string): string => key.slice(0, key.lastIndexOf("/") + 1);

/** The part of a key before its first `/`: the rule or group that the sum belongs to. */
export const ownerOfSum = (key: string): string => key.slice(0, key.indexOf("/"));

/** What a sum is counted up to: the points of a cap, or the size of a step. */
export function limitOfSum(key: string): Amount {
  const [kind, ...parts] = worthText(key).split(":");
  return amountOf(parts[kind === "cap" ? 0 : 1] as string);
}

const worthText = (key: string) => key.slice(key.indexOf("/") + 1, key.lastIndexOf("/"));

type SumWorth = (sum: Amount) => Amount;
/** By the part of keys that says so: reading it costs more than all else of a sum. */
const worths = new Map<string, SumWorth>();
const worthsMax = 1_000;

/** The points that a running sum is worth, by its key alone. Never less for a larger sum, and 0 for 0. */
export function valueOfSum(key: string, sum: Amount): Amount {
  const text = worthText(key);
  let worth = worths.get(text);
  if (!worth) {
    if (worths.size >= worthsMax) worths.clear();
    worth = readWorth(text);
    worths.set(text, worth);
  }
  return worth(sum);
}

function readWorth(text: string): SumWorth {
  const [kind, ...parts] = text.split(":");
  if (kind === "cap") {
    const points = amountOf(parts[0] as string);
    return (sum) => least(points, sum);
  }
  const [, size, bonus, times] = parts as [string, string, string, string?];
  const [step, points] = [amountOf(size), amountOf(bonus)];
  if (times === undefined) return (sum) => points * (sum / step);
  const most = BigInt(times);
  return (sum) => points * least(sum / step, most);
}
