import type { ActionDefinition } from "../action.ts";
import type { DataViewDefinition } from "../data-view.ts";
import type { ObjectDefinition } from "../object.ts";
import { actions, creatableObjects, dataViews, objects } from "../registry.ts";

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
] as const;
export type OperatorFunction = (typeof operatorFunctions)[number];

export const createRight = ({ noun }: ObjectDefinition) => `${noun}:create`;
export const readRight = ({ noun }: ObjectDefinition) => `${noun}:read`;
export const actionRight = ({ target, right }: ActionDefinition) => `${target.noun}:${right}` as const;
export const viewRight = ({ name }: DataViewDefinition) => `view:${name}`;
export const operatorRight = (name: OperatorFunction) => `operator:${name}`;

/** Every right of the service, in the order of the registry. */
export const allRights: readonly string[] = [
  ...creatableObjects.map(createRight),
  ...objects.map(readRight),
  ...actions.map(actionRight),
  ...dataViews.map(viewRight),
  ...operatorFunctions.map(operatorRight),
];

/** The rights that only pages of the console need. */
export const consoleRights: readonly string[] = (["pause", "clients", "audit"] as const).map(operatorRight);

/** The rights that calls over HTTP need. */
export const callRights: readonly string[] = allRights.filter((right) => !consoleRights.includes(right));
