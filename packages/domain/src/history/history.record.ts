import { parseId } from "../answer.ts";
import { defineDataView } from "../data-view.ts";
import { derived, exampleReference, exampleUuid, hidden, stored } from "../field.ts";
import { defineRecord, metadata } from "../record.ts";
import { documented, idSchema } from "../schema.ts";

/**
 * One changed field: who changed it, when, and the values before and after. A change of no field has one record too.
 */
export const historyEntry = defineRecord({
  class: "HistoryEntry",
  idPrefix: "HIS",
  fields: {
    Object: derived("reference", {
      text: "The object that was changed.",
      example: exampleReference("Member", "MEM"),
    }),
    ObjectVersion: stored("integer", { text: "The `@version` that the change gave the object.", example: 2 }),
    Action: stored("text", { text: "The action, or the step of a worker or an operator.", example: "Edit" }),
    /** `Address.City` for a field of a page. */
    Field: stored("text", {
      text: "The changed field; null if the change affected no field.",
      example: "Status",
      isNullable: true,
    }),
    From: stored("text", {
      text: "The value before the change; null if it was unset, or if the field is personal data.",
      example: "Open-Active",
      isNullable: true,
    }),
    To: stored("text", {
      text: "The value after the change; null if it is unset, or if the field is personal data.",
      example: "Resolved-Deleted",
      isNullable: true,
    }),
    /** The change in one sentence, and (next field) who made it: n8n's node reads a history by these names. */
    MessageText: derived("text", {
      text: "The change as one sentence.",
      example: 'Edit: Name changed from "Corner shop" to "Main Street".',
    }),
    PerformerUserName: stored("text", { text: "The user who made the change; equal to CreateUserID.", example: "api" }),
    ConfirmationNote: stored("text", {
      text: "The note of the change; null if it was not kept.",
      example: "Sale accepted for processing.",
      isNullable: true,
    }),
    CreateDateTime: stored("timestamp", {
      text: "When the change was made; null if the time was not kept, as when a waiting sale continued.",
      example: "2026-11-21T13:31:49.313Z",
      isNullable: true,
    }),
    CreateUser: metadata.CreateUser,
    CreateUserID: metadata.CreateUserID,
    ObjectPrefix: hidden("text"),
    ObjectUUID: hidden("text"),
  },
});

/** All changes of an object, in the order of its versions. */
export const objectHistory = defineDataView({
  name: "ObjectHistory",
  record: historyEntry,
  parameters: { ObjectID: documented(idSchema, { text: "The ID of the object.", example: `MEM-${exampleUuid}` }) },
  subject: "ObjectID",
  implied: ({ ObjectID = "" }) => {
    const { prefix = "", uuid = "" } = parseId(ObjectID) ?? {};
    return { ObjectPrefix: prefix, ObjectUUID: uuid };
  },
  where: [
    { field: "ObjectUUID", comparator: "EQ", parameter: "ObjectUUID" },
    { field: "ObjectPrefix", comparator: "EQ", parameter: "ObjectPrefix" },
  ],
  // Within one version, the IDs are in the order of its fields.
  orderBy: ["ObjectVersion"],
});
