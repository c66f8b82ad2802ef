import type { RuleBody } from "./rule.schema.ts";
import { sumsOf } from "./rule.sum.ts";

/** All that decides which sum a rule counts in, by its name. */
function partsOf({ cap, every, gives, group }: RuleBody): Record<string, string | number | undefined> {
  if (every) {
    const { quantity, spend, visits, per, times } = every;
    const of = quantity ? "quantity" : spend ? "spend" : "visits";
    return { every: quantity ?? spend ?? visits, of, bonus: gives.bonus, per, times };
  }
  return cap && cap.per !== "sale" ? { cap: cap.points, per: cap.per, group } : {};
}

/**
 * Says that what members have collected for a rule counts no more: `collected stamps start anew (every 10 → 8)`.
 * Undefined if the rule still counts in the same sum, or counted in none.
 */
export function sayAnew(before: RuleBody, after: RuleBody): string | undefined {
  const [was, is] = [before, after].map((rule) => sumsOf({ id: "", ...rule }));
  if (!was || (was.prefix === is?.prefix && was.per === is.per)) return undefined;
  const [old, now] = [partsOf(before), partsOf(after)];
  const changed = Object.keys({ ...old, ...now }).filter((name) => old[name] !== now[name]);
  const parts = changed.map((name) => `${name} ${old[name] ?? "none"} → ${now[name] ?? "none"}`);
  return `collected ${before.every ? "stamps" : "points"} start anew (${parts.join(", ")})`;
}
