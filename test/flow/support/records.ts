import { dataViews, type RecordDefinition, recordOfClass } from "@rewards/domain";
import { expect } from "vitest";

const alwaysShown = ["@version", "@class", "ID"];

/** The record's definition; packages/domain/contract.txt has its reviewed copy. */
function definitionOf(name: string): RecordDefinition {
  const definition = recordOfClass(name);
  if (!definition) throw new Error(`no records of class ${name}`);
  return definition;
}

/** An ID shows its class and is safe in a URL. */
export const idOf = (name: string) =>
  expect.stringMatching(new RegExp(`^${definitionOf(name).idPrefix}-[0-9a-f]{32}$`));
export const businessIdOf = (name: string) =>
  expect.stringMatching(new RegExp(`^${definitionOf(name).idPrefix}-[1-9]\\d*$`));
export const note = expect.stringMatching(/\S/);
export const timestampPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
export const timestamp = expect.stringMatching(timestampPattern);

/** Expects exactly the fields that the record's class shows. */
export function expectKeys(record: object, name: string): void {
  const fields = Object.entries(definitionOf(name).fields).filter(([, { store }]) => store !== "hidden");
  const expected = [...alwaysShown, ...fields.map(([field]) => field)];
  expect(Object.keys(record).toSorted()).toEqual(expected.toSorted());
}

/** The metadata of a record that a caller created, in this status and version. */
export function metadataOf(
  name: string,
  { id, status, version, updatedBy = "api" }: { id: string; status: string; version: number; updatedBy?: string },
) {
  const stage = status.slice(status.indexOf("-") + 1);
  return {
    "@class": name,
    "@version": version,
    ID: id,
    CreateDateTime: timestamp,
    UpdateDateTime: timestamp,
    CreateUser: { "@class": "User", ID: expect.any(String) },
    UpdateUser: { "@class": "User", ID: expect.any(String) },
    CreateUserID: "api",
    UpdateUserID: updatedBy,
    ApplicationName: "Rewards",
    ApplicationVersion: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    HistoryCounter: version,
    Status: status,
    BusinessID: businessIdOf(name),
    pzCaseTypeID: "",
    CaseSLAEventID: "",
    pzActiveStates: [],
    CurrentStageID: stage.replaceAll(" ", ""),
    CurrentStageName: stage,
    ConfirmationNote: expect.any(String),
    Urgency: 10,
    Assignments: [],
  };
}

/** Each view that has one parameter, a text, with its name. An ID has its own form. */
export const textViews = dataViews
  .map((view) => [view.name, Object.keys(view.parameters)] as const)
  .flatMap(([view, names]): [view: string, name: string][] =>
    names.length === 1 && !["ObjectID", "SegmentID", "SaleID"].includes(names[0] as string)
      ? [[view, names[0] as string]]
      : [],
  );
