import { earningRule, type ObjectDefinition, objectOfClass, objects } from "@rewards/domain";
import fc from "fast-check";
import { freshMark, freshRuleId, keyMark } from "../world/mark.ts";

/** The place of a value: the class of its record, and the field names that lead to it. */
export interface Place {
  readonly className: string;
  readonly path: readonly string[];
}

/** Text with requirements beyond its format, by its place. Undefined for all other text. */
export type TextAt = (place: Place) => fc.Arbitrary<string> | undefined;

/** Initial records of every database. */
const seeded: Readonly<Record<string, string>> = {
  ProgramBusinessID: "REWARDS",
  "AdjustBalances.Name": "Points",
  // Not in the future.
  InForceFrom: "2026-01-01T00:00:00Z",
};
/** Parameters that are keys under a name other than their field's. */
const renamed: Readonly<Record<string, string>> = { "Voucher Code": "RedemptionItemCase", MemberExternalIDs: "Member" };

const fresh = fc.oneof(fc.string({ maxLength: 8 }), fc.string({ unit: "grapheme", maxLength: 8 })).map(freshMark);
const ruleId = fc.constant(freshRuleId);

/** What lets a request succeed: a fresh key, the key of an existing record, or an initial name. */
export const textAt: TextAt = ({ className, path }) => {
  const name = path.at(-1) ?? "";
  const seed = seeded[path.slice(-2).join(".")] ?? seeded[name];
  if (seed !== undefined) return fc.constant(seed);
  if (path.length === 1 && className === earningRule.class && name === earningRule.key?.field) return ruleId;
  if (path.length === 1 && objectOfClass(className)?.key?.field === name) return fresh;
  const referred = renamed[name] ?? objects.find((definition) => isKeyOf(definition, name))?.class;
  return referred === undefined ? undefined : keyMark(referred);
};

/**
 * `StoreCode` is a store's key everywhere. `ExternalID` is a key of three classes, so it comes with the class's name.
 */
function isKeyOf({ key: own, path }: ObjectDefinition, name: string): boolean {
  if (!own) return false;
  const isUnambiguous = objects.filter((definition) => definition.key?.field === own.field).length === 1;
  return name === `${path}${own.field}` || (isUnambiguous && name === own.field);
}

/** The parameters of a view: a key of the view's own class is that of an existing record. */
export function keyAt(className: string): TextAt {
  return ({ path }) =>
    objectOfClass(className)?.key?.field === path.at(-1) ? keyMark(className) : textAt({ className: "", path });
}
