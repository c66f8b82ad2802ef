import { AppError, type ErrorDetail } from "../error.ts";
import { faultsBetween, type RuleFault, rulesMax, unknownTiers } from "../rule/rule.list.ts";
import { dayMs } from "../rule/rule.period.ts";
import type { Rule, RuleBody } from "../rule/rule.schema.ts";
import { canonicalRule, canonicalRules } from "../rule/rule.text.ts";

/** A rule of a programme, as its record has it. */
export interface HeldRule {
  readonly ruleId: string;
  /** Empty if it has none. */
  readonly name: string;
  /** From `canonicalRule`. */
  readonly rule: string;
  readonly isOpen: boolean;
}

/**
 * A programme's rules may change so often within so long: each change is a version with all of them, which workers load
 * for the sales that are made meanwhile.
 */
export const ruleChangesMax = 30;
export const ruleChangesWithinMs = 10_000;

/** When ended rules leave a programme that counts late sales for ever. */
const keptDaysDefault = 400;

/** Parsed once: each rule of a batch is compared with all others. */
const bodies = new WeakMap<HeldRule, RuleBody>();
function bodyOf(held: HeldRule): RuleBody {
  const body = bodies.get(held) ?? (JSON.parse(held.rule) as RuleBody);
  bodies.set(held, body);
  return body;
}

const ruleOf = (held: HeldRule): Rule => ({
  id: held.ruleId,
  ...(held.name !== "" && { name: held.name }),
  ...bodyOf(held),
});
const localMs = (text = "9999-12-31T00:00") => Date.parse(`${text}Z`);

/** A programme's clocks, and for how many days after a sale its rules count. */
export interface RuleTimes {
  /** What its clocks show, as `localMsOf` gives it. */
  readonly nowMs: number;
  readonly lateDays: number | null;
}

/**
 * The rules of a version, by ID: those that have not ended, and those that sales may still come for. A version that is in
 * force from the past needs the latter. Their number is bounded, and none contradicts a rule of its group.
 */
export function rulesOfVersion(held: readonly HeldRule[], { nowMs, lateDays }: RuleTimes): string {
  const sinceMs = nowMs - (lateDays ?? keptDaysDefault) * dayMs;
  const open = held.filter(({ isOpen }) => isOpen).map(ruleOf);
  const ended = held
    .filter(({ isOpen }) => !isOpen)
    .map(ruleOf)
    .filter(({ from, to }) => localMs(to) > sinceMs && (from === undefined || from < (to ?? "")))
    .sort((a, b) => localMs(b.to) - localMs(a.to))
    .slice(0, rulesMax);
  const faults = faultsBetween([...open, ...ended]);
  const isFaulty = (index: number) => faults.some(({ path: [at = index] }) => at === index);
  const kept = ended.filter((_, index) => !isFaulty(open.length + index));
  return canonicalRules([...open, ...kept].sort((a, b) => (a.id < b.id ? -1 : 1)));
}

/** The rule with its end: now, or earlier if it has already ended by its own date. */
export function endedRule(rule: string, nowMs: number): string {
  const body = JSON.parse(rule) as RuleBody;
  const now = new Date(nowMs)
    .toISOString()
    .slice(0, 19)
    .replace(/(T\d\d:\d\d):00$/, "$1");
  return localMs(body.to) < nowMs ? rule : canonicalRule({ ...body, to: now });
}

/**
 * What a new or changed rule contradicts; undefined if nothing. The name of a group and an ID are parts of the keys of
 * sums, so that no group has the ID of a rule, even of an ended one.
 * @param others all other rules of the programme. @param levels the names of its tiers.
 */
export function refuseRule(
  others: readonly HeldRule[],
  held: HeldRule,
  levels: readonly string[],
): AppError | undefined {
  const open = others.filter(({ isOpen }) => isOpen);
  if (open.length >= rulesMax) return new AppError("Error_Rule_TooMany");
  const rule = ruleOf(held);
  const faults = faultsBetween([...open.map(ruleOf), rule]).filter(({ path }) => path[1] !== "group");
  const named: RuleFault[] = [
    ...(others.some(({ ruleId }) => ruleId === rule.group)
      ? [{ path: ["", "group"], message: "not the ID of a rule" }]
      : []),
    ...(others.some((other) => bodyOf(other).group === rule.id)
      ? [{ path: ["", "id"], message: "not the name of a group" }]
      : []),
  ];
  const details = [...faults, ...named, ...unknownTiers([rule], levels)].map(detailOf);
  return details[0] && new AppError(details[0].code, details);
}

function detailOf({ path: [, key, condition, place], message }: RuleFault): ErrorDetail {
  const code = "Error_Field_Range";
  if (place !== undefined) {
    const entry = `${condition}(${Number(place) + 1})`;
    return { code, text: `${key}.${condition}[${place}]: ${message}.`, page: `.Rule.${key}`, identifier: `.${entry}` };
  }
  if (key === undefined) return { code, text: `Rule: ${message}.`, identifier: ".Rule" };
  if (key === "id") return { code, text: `RuleID: ${message}.`, identifier: ".RuleID" };
  return { code, text: `${key}: ${message}.`, page: ".Rule", identifier: `.${key}` };
}
