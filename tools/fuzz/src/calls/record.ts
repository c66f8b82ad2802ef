import type { RecordDefinition } from "@rewards/domain";
import { isObject, show } from "./kind.ts";

const alwaysShown = ["@class", "@version", "ID"];

/** The keys of a record as shown: all fields except hidden ones, or the selected ones. */
export function shownFields(record: RecordDefinition, select?: ReadonlySet<string>): string[] {
  const fields = Object.entries(record.fields)
    .filter(([name, field]) => field.store !== "hidden" && (!select || select.has(name)))
    .map(([name]) => name);
  return [...alwaysShown, ...fields];
}

/** What is wrong with an object's keys, unless they are exactly these. */
export function keysComplaint(value: unknown, keys: readonly string[]): string | undefined {
  if (!isObject(value)) return `not an object: ${show(value)}`;
  const [found, wanted] = [new Set(Object.keys(value)), new Set(keys)];
  const more = [...found].filter((key) => !wanted.has(key));
  const less = [...wanted].filter((key) => !found.has(key));
  return more.length + less.length === 0 ? undefined : `keys too many: ${show(more)}, missing: ${show(less)}`;
}
