import { amountOf, showAmount } from "../amount.ts";
import type { Field } from "../field.ts";
import type { ObjectDefinition } from "../object.ts";

/** The action in the first row of a record's history. */
export const createdAction = "Create";
/** The action for any move with which an operator gives up a record. */
export const discardAction = "Discard";
/** The action with which an operator erases a person, and its note. */
export const eraseAction = "Erase";
export const erasedNote = "Member erased.";
/** The action of a change without details. A migration by hand writes it (docs/migrations.md). */
export const unknownAction = "Unknown";

/** The action for a worker's move: `expire` becomes `Expire`. */
export function stageAction(move: string): string {
  return move.charAt(0).toUpperCase() + move.slice(1);
}

/**
 * A field with its value before and after, as text; null if it had or has none. `Address.City` is a field of a page. A
 * personal field has null for both: a row of history never changes, so that a value in one could not be erased.
 */
export interface FieldChange {
  readonly field: string;
  readonly from: string | null;
  readonly to: string | null;
}

type Values = Readonly<Record<string, unknown>>;

/**
 * The changes to a record when these fields are set: the fields that get a different value, in the order they are set.
 * A page holds only its changed fields and is reported field by field.
 */
export function fieldChanges({ fields }: ObjectDefinition, record: Values, set: Values): FieldChange[] {
  return Object.entries(set).flatMap(([name, value]) => {
    const field = fields[name];
    if (field?.type === "page") return pageChanges(name, (record[name] ?? {}) as Values, value as Values);
    const changes = changeOf(name, shownOf(field, record[name]), shownOf(field, value));
    return field?.personal ? changes.map(withoutValues) : changes;
  });
}

const withoutValues = ({ field }: FieldChange): FieldChange => ({ field, from: null, to: null });

function pageChanges(page: string, before: Values, after: Values): FieldChange[] {
  const given = Object.entries(after).filter(([, value]) => value !== undefined);
  return given.flatMap(([name, value]) => changeOf(`${page}.${name}`, before[name], value));
}

/** The value in the form that callers see: the record holds an amount as `0.0500` and a date as an instant. */
function shownOf(field: Field | undefined, value: unknown): unknown {
  if (value === null || value === undefined) return value;
  if (field?.type === "amount") return showAmount(amountOf(value as number | string));
  if (field?.type === "date" && value instanceof Date) return value.toISOString().slice(0, "YYYY-MM-DD".length);
  return value;
}

/** The field in which history has the reason that a caller gave. No record has it. */
export const reasonField = "Reason";

/** The change of a field; empty if it already has the value. */
export function changeOf(field: string, before: unknown, after: unknown): FieldChange[] {
  const [from, to] = [textOf(before), textOf(after)];
  return from === to ? [] : [{ field, from, to }];
}

function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (value instanceof Date) return value.toISOString();
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
