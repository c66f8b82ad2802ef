import { parseId } from "../id.ts";
import { dataViews, objectOfClass, objectOfPrefix } from "../registry.ts";
import { allRights, operatorFunctions, operatorRight, readRight, viewRight } from "./right.list.ts";

/** A set of rights, and the list that it was read from. */
export interface Rights {
  /** Separated by spaces, as an operator gives them: `sale:create view:*`. */
  readonly text: string;
  readonly granted: ReadonlySet<string>;
}

const anyPart = "*";
/**
 * The rights that each name of a list grants, by its lower-case form: `view:storelist` grants the right too. Built once,
 * because an API reads the lists of thousands of clients whenever one changes.
 */
const rightsByName = new Map<string, string[]>([[anyPart, [...allRights]]]);
for (const right of allRights) {
  const name = right.toLowerCase();
  const family = `${name.slice(0, name.indexOf(":") + 1)}${anyPart}`;
  rightsByName.set(name, [right]);
  rightsByName.set(family, [...(rightsByName.get(family) ?? []), right]);
}

/** The rights that a name grants; empty if it is unknown. */
const rightsNamed = (name: string): readonly string[] => rightsByName.get(name.toLowerCase()) ?? [];

const namesIn = (text: string) => text.split(/\s+/).filter((name) => name !== "");

/** The names in a list of rights that grant nothing. */
export function unknownRights(text: string): string[] {
  return namesIn(text).filter((name) => rightsNamed(name).length === 0);
}

/** Reads a list of rights, such as `sale:create view:*`. Ignores unknown names: another release may have stored them. */
export function parseRights(text: string): Rights {
  // Each name once: a scope can repeat `*` a thousand times.
  const names = new Set(namesIn(text.toLowerCase()));
  return { text, granted: new Set([...names].flatMap(rightsNamed)) };
}

/** Every right. */
export const everyRight: Rights = parseRights(anyPart);

/** The rights that both have. Returns one of the two if the other has all of its rights: a set takes kilobytes. */
export function commonRights(one: Rights, other: Rights): Rights {
  const both = [...one.granted].filter((right) => other.granted.has(right));
  for (const whole of [one, other]) if (both.length === whole.granted.size) return whole;
  return { text: both.join(" "), granted: new Set(both) };
}

const operatorRights: ReadonlySet<string> = new Set(operatorFunctions.map(operatorRight));

/** The rights without those to operators' functions. */
export function withoutOperators({ granted }: Rights): Rights {
  const left = [...granted].filter((right) => !operatorRights.has(right));
  return { text: left.join(" "), granted: new Set(left) };
}

/** The rights that the list names and `rights` does not have. */
export function rightsBeyond({ granted }: Rights, list: string): string[] {
  return [...parseRights(list).granted].filter((right) => !granted.has(right));
}

export function isGranted({ granted }: Rights, right: string): boolean {
  return granted.has(right);
}

/** Whether objects of the class in this ID may be read. An ID without a known class may: there is nothing to read. */
export function canReadId(rights: Rights, id: string): boolean {
  const definition = objectOfPrefix(parseId(id)?.prefix ?? "");
  return !definition || isGranted(rights, readRight(definition));
}

/** The right to each view that shows all records of its class. */
const listRights = dataViews
  .filter(({ where }) => where.length === 0)
  .map((view) => ({ className: view.record.class, right: viewRight(view) }));

/**
 * Whether a query may go through a reference to the fields of this class: its objects can be read by ID, or a view that
 * lists all of its records is granted.
 */
export function reachesClass(rights: Rights, className: string): boolean {
  const definition = objectOfClass(className);
  if (definition && isGranted(rights, readRight(definition))) return true;
  return listRights.some((list) => list.className === className && isGranted(rights, list.right));
}
