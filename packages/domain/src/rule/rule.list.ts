import { z } from "zod";
import { groupBy } from "../group.ts";
import { type Rule, ruleSchema } from "./rule.schema.ts";

/** Rules of a programme that have not ended. */
export const rulesMax = 500;
/** Entries of all lists of a programme. */
const entriesMax = 5_000;

/** What is wrong, and where: a path from the list of rules. */
export interface RuleFault {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** What the rules of a programme do not allow together. */
export function faultsBetween(rules: readonly Rule[]): RuleFault[] {
  const ids = new Map<string, number>();
  for (const [index, { id }] of rules.entries()) if (!ids.has(id)) ids.set(id, index);
  const groups = groupBy(rules, ({ group }) => group);
  const capText = ({ cap }: Rule) => cap && `${cap.points}/${cap.per}`;
  const faults = rules.flatMap((rule, index): RuleFault[] => {
    const [first = rule] = (rule.group !== undefined && groups.get(rule.group)) || [];
    return [
      ...(ids.get(rule.id) === index ? [] : [{ path: [index, "id"], message: "used before" }]),
      ...(rule.group === undefined || !ids.has(rule.group)
        ? []
        : [{ path: [index, "group"], message: "not the id of a rule" }]),
      ...(capText(rule) === capText(first) ? [] : [{ path: [index, "cap"], message: "rules of a group have one cap" }]),
    ];
  });
  const entries = rules.reduce((sum, rule) => sum + entriesOf(rule), 0);
  return entries <= entriesMax
    ? faults
    : [...faults, { path: [], message: `at most ${entriesMax} entries in all lists` }];
}

function entriesOf({ where: { time: _, ...where } = {}, except = {} }: Rule): number {
  const lists = [...Object.values(where), ...Object.values(except)].filter(Array.isArray);
  return lists.reduce((sum, list) => sum + list.length, 0);
}

/** The tiers that rules name and their programme does not have. @param tiers the names of its levels. */
export const unknownTiers = (rules: readonly Rule[], tiers: readonly string[]): RuleFault[] =>
  rules.flatMap(({ where }, index) =>
    (where?.tier ?? []).flatMap((name, place) =>
      tiers.includes(name) ? [] : [{ path: [index, "where", "tier", place], message: "no such level" }],
    ),
  );

const rulesForm = `at most ${rulesMax} rules`;

/** The rules of a programme file, in their order. */
export const rulesSchema = z
  .array(ruleSchema)
  .max(rulesMax, rulesForm)
  .superRefine((rules, context) => {
    for (const { path, message } of faultsBetween(rules))
      context.addIssue({ code: "custom", path: [...path], message });
  });
