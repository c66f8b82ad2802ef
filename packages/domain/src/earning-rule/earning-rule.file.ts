import { AppError } from "../error.ts";
import { sayAnew } from "../rule/rule.anew.ts";
import type { Rule, RuleBody } from "../rule/rule.schema.ts";
import { canonicalRule } from "../rule/rule.text.ts";
import { fileOrigin } from "./earning-rule.class.ts";
import { endedRule, type HeldRule, refuseRule } from "./earning-rule.set.ts";

interface Origin {
  readonly origin: string;
}

/** A change of a rule whose record exists, with the name of its action in history. */
export interface FileChange<Stored> {
  readonly action: "Edit" | "End" | "Reopen";
  readonly before: Stored;
  readonly after: Stored;
}

/** What a file changes in the rules of its programme. */
export interface FilePlan<Stored> {
  readonly created: readonly HeldRule[];
  readonly changed: readonly FileChange<Stored>[];
  /** All rules after it. */
  readonly held: readonly HeldRule[];
  /** The sums that start anew, in words. */
  readonly anew: readonly string[];
}

const heldOf = ({ id, name = "", ...body }: Rule): HeldRule => ({
  ...{ ruleId: id, name, isOpen: true },
  rule: canonicalRule(body),
});

/**
 * A file manages the rules that came from files: it creates, edits and reopens those that it lists, and ends the others.
 * @param programme what its clocks show, as `localMsOf` gives it, and the names of its tiers.
 * @throws AppError for the ID of a rule that was made over HTTP, for what `refuseRule` refuses, and if a rule that was made
 * over HTTP names a tier that the file leaves out.
 */
export function planFile<Stored extends HeldRule & Origin>(
  stored: readonly Stored[],
  given: readonly Rule[],
  { nowMs, levels }: { readonly nowMs: number; readonly levels: readonly string[] },
): FilePlan<Stored> {
  const byId = new Map(stored.map((rule) => [rule.ruleId, rule]));
  const listed = given.map(heldOf);
  const created = listed.filter(({ ruleId }) => !byId.has(ruleId));
  const edited = listed.flatMap((rule): FileChange<Stored>[] => {
    const before = byId.get(rule.ruleId);
    if (!before) return [];
    if (before.origin !== fileOrigin) throw foreign(rule.ruleId);
    const { name, rule: text, isOpen } = before;
    if (isOpen && name === rule.name && text === rule.rule) return [];
    return [{ action: isOpen ? "Edit" : "Reopen", before, after: { ...before, ...rule } }];
  });
  const ids = new Set(given.map(({ id }) => id));
  const ended = stored
    .filter(({ ruleId, origin, isOpen }) => isOpen && origin === fileOrigin && !ids.has(ruleId))
    .map((before): FileChange<Stored> => {
      return { action: "End", before, after: { ...before, rule: endedRule(before.rule, nowMs), isOpen: false } };
    });
  const changed = [...edited, ...ended];
  const replaced = new Map(changed.map(({ before, after }) => [before, after]));
  const held = [...stored.map((rule) => replaced.get(rule) ?? rule), ...created];
  for (const rule of [...created, ...edited.map(({ after }) => after)]) {
    const refusal = refuseRule(
      held.filter((other) => other !== rule),
      rule,
      levels,
    );
    if (refusal) throw refusal;
  }
  for (const rule of stored) if (rule.isOpen && rule.origin !== fileOrigin) refuseLevels(rule, levels);
  return { created, changed, held, anew: edited.flatMap(({ before, after }) => anewOf(before, after)) };
}

function refuseLevels({ ruleId, rule }: HeldRule, levels: readonly string[]): void {
  const { where }: RuleBody = JSON.parse(rule);
  const missing = where?.tier?.find((name) => !levels.includes(name));
  if (missing === undefined) return;
  const code = "Error_Field_Range";
  throw new AppError(code, [{ code, text: `${ruleId} was made over HTTP and names the tier ${missing}: keep it.` }]);
}

function foreign(ruleId: string): AppError {
  const code = "Error_Key_Taken";
  return new AppError(code, [{ code, text: `${ruleId} was made over HTTP: edit or end it there.` }]);
}

/** Says it if the sum of a rule starts anew. */
export function anewOf(before: HeldRule, after: HeldRule): string[] {
  const said = sayAnew(JSON.parse(before.rule), JSON.parse(after.rule));
  return said === undefined ? [] : [`${before.ruleId}: ${said}`];
}
