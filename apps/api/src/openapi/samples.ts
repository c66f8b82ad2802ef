import {
  type ActionDefinition,
  countedRewardType,
  creatableObjects,
  dataViews,
  exampleUuid,
  type ObjectDefinition,
} from "@rewards/domain";
import { apiRoot } from "../call.ts";
import type { Schema } from "./json-schema.ts";

/** Where to find an ID that works: in the first record of the response to `body`. Used by the page and by tests. */
export interface SampleSource {
  readonly path: string;
  readonly body: object;
}

/** Conditions on the record that an action can be run on, in addition to its status. */
const conditions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  AddRewardStock: { RewardType: countedRewardType },
};

const one = { maxResultsToFetch: 1 };

/**
 * The newest or the oldest object of a class; with an action, of those that the action can be run on. By default the
 * first by status: Use finds a locked voucher, and Lock finds another one.
 */
export function sampleOf(
  definition: ObjectDefinition,
  action?: ActionDefinition,
  age: "newest" | "oldest" = "newest",
  byStatus: "ASC" | "DESC" = "ASC",
): SampleSource {
  const view = dataViews.find(({ record, where, parameters }) => {
    return record.class === definition.class && where.length === 0 && Object.keys(parameters).length === 0;
  });
  if (!view) throw new Error(`${definition.class} has no list view to find an example in`);
  const statuses = action && definition.transitions[action.transition]?.from;
  const filter = statuses && filterOf(statuses, conditions[action.name] ?? {});
  const sortBy = [
    { field: "Status", type: byStatus },
    { field: "CreateDateTime", type: age === "newest" ? "DESC" : "ASC" },
  ];
  return {
    path: `${apiRoot}/data_views/${view.name}`,
    body: { query: { select: [{ field: "Status" }], ...(filter && { filter }), sortBy }, paging: one },
  };
}

function filterOf(statuses: readonly string[], further: Readonly<Record<string, string>>): object {
  const equal = Object.entries(further).map(([field, value]) => ({ lhs: { field }, comparator: "EQ", rhs: { value } }));
  const ofStatus = { lhs: { field: "Status" }, comparator: "IN", rhs: { value: statuses } };
  return {
    filterConditions: Object.fromEntries([ofStatus, ...equal].map((condition, at) => [`F${at + 1}`, condition])),
  };
}

/** The `ID` parameter of a path, with an example of the class and the source where the page finds an existing one. */
export function idParameter(definition: ObjectDefinition, source?: SampleSource): Schema {
  return {
    name: "ID",
    in: "path",
    required: true,
    description: "The object's `ID`, from its create or a data view.",
    schema: { type: "string" },
    example: `${definition.idPrefix}-${exampleUuid}`,
    ...(source && { "x-example-from": source }),
  };
}

/** The business keys of the examples. The first create takes a key, so the page makes new ones at each load. */
export const exampleKeys: readonly string[] = creatableObjects.flatMap(({ fields, key }) => {
  const example = key && fields[key.field]?.doc?.example;
  return typeof example === "string" ? [example] : [];
});
