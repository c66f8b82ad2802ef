import type { ActionDefinition } from "./action.ts";
import { parseId } from "./answer.ts";
import type { DataViewDefinition } from "./data-view.ts";
import type { ObjectDefinition } from "./object.ts";
import { actions, creatableObjects, dataViews, objectOfClass, objectOfPrefix, objects } from "./registry.ts";

/** What operators can do, under `/ops` and in the console. Each has a right of its name. */
export const operatorFunctions = [
  "list",
  "inspect",
  "replay",
  "discard",
  "pause",
  "clients",
  "audit",
  "export",
  "erase",
  "webhooks",
] as const;
export type OperatorFunction = (typeof operatorFunctions)[number];

export const createRight = ({ noun }: ObjectDefinition) => `${noun}:create` as const;
export const readRight = ({ noun }: ObjectDefinition) => `${noun}:read`;
export const actionRight = ({ target, right }: ActionDefinition) => `${target.noun}:${right}` as const;
export const viewRight = ({ name }: DataViewDefinition) => `view:${name}`;
export const operatorRight = (name: OperatorFunction) => `operator:${name}`;

/** The rights that widen what callers who are limited to stores may create. No call needs them of others. */
export const crossStoreRights: readonly string[] = creatableObjects.flatMap(({ noun, crossStoreRight: right }) =>
  right === undefined ? [] : [`${noun}:${right}`],
);

/** Every right of the service, in the order of the registry. */
export const allRights: readonly string[] = [
  ...creatableObjects.map(createRight),
  ...crossStoreRights,
  ...objects.map(readRight),
  ...actions.map(actionRight),
  ...dataViews.map(viewRight),
  ...operatorFunctions.map(operatorRight),
];

/** The rights that only pages of the console need. */
export const consoleRights: readonly string[] = (["pause", "clients", "audit"] as const).map(operatorRight);

/** The rights that calls over HTTP need, whoever sends them. */
export const callRights: readonly string[] = allRights.filter(
  (right) => !consoleRights.includes(right) && !crossStoreRights.includes(right),
);

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

/** What a caller is limited to. An absent part does not limit. */
export interface Scope {
  /** BusinessIDs of programmes. */
  readonly programmes?: readonly string[];
  /** StoreCodes. */
  readonly stores?: readonly string[];
  /** How the ExternalIDs of what it creates begin; `*` for any. */
  readonly keys?: readonly string[];
  /** The largest amount of one sale, as decimal text. */
  readonly largestSale?: string;
  /** The largest amount of one adjustment, added or taken, as decimal text. */
  readonly largestAdjustment?: string;
  /** What its adjustments may sum up to in an hour and in a day, added and taken, as decimal texts. */
  readonly adjustmentsAnHour?: string;
  readonly adjustmentsADay?: string;
  /** No limit: it may return what other stores sold. Its rights say so. */
  readonly crossStoreReturns?: true;
}

export const unlimited: Scope = {};

/** The parts that limit which records exist for a caller. */
export type ScopePart = "programmes" | "stores";

/** Whether some records do not exist for the caller. */
export const hidesRecords = ({ programmes, stores }: Scope) => programmes !== undefined || stores !== undefined;

/** Whether the caller may not create every record. */
export const limitsRecords = (scope: Scope) =>
  hidesRecords(scope) || scope.keys !== undefined || scope.largestSale !== undefined;

/** The scope with what the rights of its caller widen. */
export function widenedScope(scope: Scope, rights: Rights): Scope {
  const isWider = scope.stores && crossStoreRights.every((right) => isGranted(rights, right));
  return isWider ? { ...scope, crossStoreReturns: true } : scope;
}

/**
 * The fields by which records belong to a programme or a store; a scope limits every class that has one of them. A record
 * that names a member belongs to the member's programme.
 */
export const scopeFields = {
  programme: "ProgramBusinessID",
  store: "StoreCode",
  member: "MemberExternalID",
} as const;
