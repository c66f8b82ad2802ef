import { defineDataView } from "../data-view.ts";
import { derived, hidden, stored } from "../field.ts";
import { parseId } from "../id.ts";
import { defineRecord } from "../record.ts";
import { idSchema } from "../schema.ts";

/** One field that a change gave another value: who did it, when, from what and to what. A change of none is one too. */
export const historyEntry = defineRecord({
  class: "HistoryEntry",
  idPrefix: "HIS",
  fields: {
    Object: derived("reference"),
    /** The `@version` that the change gave the object. */
    ObjectVersion: stored("integer"),
    /** The action, or what a worker or an operator did. */
    Action: stored("text"),
    /** A field of the object, `Address.City` of a page; null where the change gave no field another value. */
    Field: stored("text"),
    From: stored("text"),
    To: stored("text"),
    /** The change in one sentence, and who made it, under the names that n8n's node reads a history by. */
    MessageText: derived("text"),
    PerformerUserName: stored("text"),
    ConfirmationNote: stored("text"),
    CreateDateTime: stored("timestamp"),
    CreateUser: derived("reference", "User"),
    CreateUserID: stored("text"),
    ObjectPrefix: hidden("text"),
    ObjectUUID: hidden("text"),
  },
});

/** All that an object was through, in the order of its versions. */
export const objectHistory = defineDataView({
  name: "ObjectHistory",
  record: historyEntry,
  parameters: { ObjectID: idSchema },
  implied: ({ ObjectID = "" }) => {
    const { prefix = "", uuid = "" } = parseId(ObjectID) ?? {};
    return { ObjectPrefix: prefix, ObjectUUID: uuid };
  },
  where: [
    { field: "ObjectUUID", comparator: "EQ", parameter: "ObjectUUID" },
    { field: "ObjectPrefix", comparator: "EQ", parameter: "ObjectPrefix" },
  ],
  // Of one version, the IDs are in the order of its fields.
  orderBy: ["ObjectVersion"],
});
