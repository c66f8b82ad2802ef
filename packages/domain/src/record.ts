import { constant, derived, type Fields, stored } from "./field.ts";
import type { ObjectDefinition } from "./object.ts";
import type { FieldDoc } from "./schema.ts";

export const applicationName = "Rewards";
export const applicationVersion = "0.1.0";

/** The service's own users: for callers, for background work and for operators. */
export const callerUser = "api";
export const systemUser = "system";
export const operatorUser = "operator";

const userDoc = (text: string): FieldDoc => ({ text, example: { "@class": "User", ID: "USR-api" } });
const timeExample = "2026-11-21T13:31:49.313Z";

/** The metadata that every object has when it is read, in the interface's order. `Name` is a field of each class. */
export const metadata = {
  CreateDateTime: stored("timestamp", { text: "When the record was made.", example: timeExample }),
  UpdateDateTime: stored("timestamp", { text: "When the record was last changed.", example: timeExample }),
  CreateUser: derived("reference", userDoc("Who made the record."), "User"),
  UpdateUser: derived("reference", userDoc("Who last changed the record."), "User"),
  CreateUserID: stored("text", { text: "Who made the record, by name.", example: "api" }),
  UpdateUserID: stored("text", { text: "Who last changed the record, by name.", example: "api" }),
  ApplicationName: constant("text", applicationName, { text: "The product's name." }),
  ApplicationVersion: constant("text", applicationVersion, {
    text: "The product's version.",
    example: applicationVersion,
  }),
  HistoryCounter: derived("integer", { text: "Equal to `@version`.", example: 1 }),
  Status: stored("text", { text: "`<category>-<stage name>`." }),
  BusinessID: derived("text", { text: "A short ID that the service gives.", example: "SALE-1042" }),
  pzCaseTypeID: constant("text", "", { text: "Always empty." }),
  CaseSLAEventID: constant("text", "", { text: "Always empty." }),
  pzActiveStates: constant("list", [], { text: "Always empty." }),
  CurrentStageID: derived("text", { text: "The status after its hyphen, in CamelCase.", example: "Active" }),
  CurrentStageName: derived("text", { text: "The status after its hyphen.", example: "Active" }),
  ConfirmationNote: stored("text", {
    text: "The result of the last step, for people; a refusal begins with its code.",
    example: "",
  }),
  Urgency: constant("integer", 10, { text: "Always 10." }),
  Assignments: constant("list", [], { text: "Always empty." }),
} as const satisfies Fields;

/** The part of a status after its first hyphen: `Open-Available With Expiry` → `Available With Expiry`. */
export function stageName(status: string): string {
  return status.slice(status.indexOf("-") + 1);
}

/** The stage's name in CamelCase without spaces: `Segment Case creation` → `SegmentCaseCreation`. */
export function stageId(status: string): string {
  return stageName(status).replace(/(?:^|\s+)(\S)/g, (_, letter: string) => letter.toUpperCase());
}

/** What data views return: a class of records with its fields. ID, @version and @class come with every record. */
export interface RecordDefinition<F extends Fields = Fields> {
  readonly class: string;
  readonly idPrefix: string;
  readonly fields: F;
  /** Its records are computed for each call, so queries cannot filter, sort or group by its fields. */
  readonly isComputed?: true;
}

export function defineRecord<const F extends Fields>(definition: RecordDefinition<F>): RecordDefinition<F> {
  return definition;
}

/** The record of an object: its own fields, including hidden ones, and the metadata. */
export function recordOf(definition: ObjectDefinition): RecordDefinition {
  return { class: definition.class, idPrefix: definition.idPrefix, fields: { ...definition.fields, ...metadata } };
}
