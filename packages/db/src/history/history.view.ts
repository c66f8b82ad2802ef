import { historyEntry } from "@rewards/domain";
import { sql } from "drizzle-orm";
import { integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../object/object.table.ts";
import { anyReference, type RecordSource, showUser, unchangedVersion } from "../record-source.ts";
import { historyQuery } from "./history.derive.ts";

const name = "object_history";

/** History, written and derived, as a Postgres view, so that it is read like any table. */
const history = pgTable(name, {
  id: uuid("id").notNull(),
  class: text("class").notNull(),
  prefix: text("prefix").notNull(),
  object: uuid("object").notNull(),
  version: integer("version").notNull(),
  action: text("action").notNull(),
  field: text("field"),
  from: text("value_from"),
  to: text("value_to"),
  note: text("note"),
  at: instant("at"),
  userId: text("user_id").notNull(),
});

/** The view that `migrate` creates after the migrations. */
export const historyView = { name, query: historyQuery };

/** `Edit: Name changed from "Old" to "New".` Null means no value: then only the other value is named, if there is one. */
const message = sql<string>`${history.action} || case
  when ${history.field} is null then ''
  when ${history.from} is null and ${history.to} is null then ': ' || ${history.field} || ' changed'
  when ${history.from} is null then ': ' || ${history.field} || ' set to "' || ${history.to} || '"'
  when ${history.to} is null then ': ' || ${history.field} || ' cleared, was "' || ${history.from} || '"'
  else ': ' || ${history.field} || ' changed from "' || ${history.from} || '" to "' || ${history.to} || '"'
  end || '.'`;

export const historySource: RecordSource = {
  record: historyEntry,
  table: history,
  id: history.id,
  version: unchangedVersion,
  fields: {
    Object: anyReference(history.class, history.object),
    ObjectVersion: { expression: history.version },
    Action: { expression: history.action },
    Field: { expression: history.field },
    From: { expression: history.from },
    To: { expression: history.to },
    MessageText: { expression: message },
    PerformerUserName: { expression: history.userId },
    ConfirmationNote: { expression: history.note },
    CreateDateTime: { expression: history.at },
    CreateUser: { expression: history.userId, show: showUser },
    CreateUserID: { expression: history.userId },
    ObjectPrefix: { expression: history.prefix },
    ObjectUUID: { expression: history.object },
  },
};
