import {
  actionsOf,
  createdAction,
  discardAction,
  firstVersion,
  historyEntry,
  type ObjectDefinition,
  objects,
  operatorUser,
  stageAction,
  statusAfter,
  systemUser,
} from "@rewards/domain";
import { sql } from "drizzle-orm";
import { integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../object/object.table.ts";
import { anyReference, type RecordSource, showUser, unchangedVersion } from "../record-source.ts";
import { textLiteral } from "../statement.ts";

/** The columns of a row of history, in the order of the queries below. */
const columns = "id, class, prefix, object, version, action, field, value_from, value_to, note, at, user_id";

/** A stable ID for each row. The IDs of one record sort by version, then by place within it. */
const idOf = (record: string, version: string, place: string) =>
  `(substr(md5(${record}::text), 1, 20) || lpad(to_hex(${version}), 8, '0') || lpad(to_hex(${place}), 4, '0'))::uuid`;

const casesOf = (pairs: readonly (readonly [string, string])[]) =>
  pairs.map(([is, then]) => `when ${textLiteral(is)} then ${textLiteral(then)}`).join(" ");

const classAndPrefix = ({ class: name, idPrefix }: ObjectDefinition) =>
  `${textLiteral(name)}::text, ${textLiteral(idPrefix)}::text`;

const change = (name: string) => `h.changes -> (h.place - 1) ->> ${textLiteral(name)}`;

/** Written history: a row for each field of a change, and one row for a change of no field. */
const written = `
  select ${idOf("h.record_id", "h.version", "h.place")}, h.class,
    case h.class ${casesOf(objects.map(({ class: name, idPrefix }) => [name, idPrefix]))} end, h.record_id, h.version,
    h.action, ${change("field")}, ${change("from")}, ${change("to")}, h.note, h.at, h.user_id
  from (select record_id, version, class, action, changes, note, at, user_id,
    generate_series(1, greatest(jsonb_array_length(changes), 1)) as place from history) h`;

/** A record's first row of history: who created it and when. */
function created(definition: ObjectDefinition): string {
  return `
  select ${idOf("t.id", `${firstVersion}`, "1")}, ${classAndPrefix(definition)}, t.id, ${firstVersion}, ${textLiteral(createdAction)},
    'Status', null::text, ${textLiteral(definition.initial)}, ${textLiteral(definition.created.note)}, t.create_date_time, t.create_user_id
  from "${definition.noun}" t`;
}

/**
 * The moves of a record whose history is read from its row. The row holds who made the last move, and when. A worker
 * made each move before it; the last move overwrote their times.
 */
function moved(definition: ObjectDefinition, repeats: string): string {
  const last = lastOfWorkers(definition);
  const { initial, noun, transitions } = definition;
  const status = textLiteral(transitions[repeats]?.to ?? initial);
  const moves = Object.entries(transitions).flatMap(([name, { to }]) =>
    to === undefined ? [] : [[to, stageAction(name)] as const],
  );
  const ifLast = (value: string, otherwise: string) => `case when t.n = t.version then ${value} else ${otherwise} end`;
  return `
  select ${idOf("t.id", "t.n", "1")}, ${classAndPrefix(definition)}, t.id, t.n,
    case when t.n < t.version then ${textLiteral(stageAction(repeats))}
      when t.update_user_id = ${textLiteral(operatorUser)} then ${textLiteral(discardAction)} else case t.status ${casesOf(moves)} end end,
    'Status', case t.n when ${firstVersion + 1} then ${textLiteral(initial)} else ${status} end, ${ifLast("t.status", status)},
    ${ifLast("t.confirmation_note", "null")}, ${ifLast("t.update_date_time", "null")}, ${ifLast("t.update_user_id", textLiteral(systemUser))}
  from (select id, version, status, confirmation_note, update_date_time, update_user_id,
    generate_series(${firstVersion + 1}, ${last}) as n from "${noun}" t) t`;
}

/** The statuses that actions lead to, if the class has any. Their history is written. */
function actedStatuses(definition: ObjectDefinition): string | undefined {
  const after = actionsOf(definition).flatMap((action) => statusAfter(action) ?? []);
  return after.length > 0 ? after.map(textLiteral).join(", ") : undefined;
}

/** The version that the last move of a worker or an operator led to. An action is the last move of a record. */
function lastOfWorkers(definition: ObjectDefinition): string {
  const acted = actedStatuses(definition);
  return acted === undefined ? "t.version" : `t.version - (t.status in (${acted}))::int`;
}

/** How the last move of such a record changed its member's balance: its entries. */
function posted(definition: ObjectDefinition): string {
  const place = "(2 + 2 * c.position + (e.type = 'Return')::int)";
  const version = lastOfWorkers(definition);
  const acted = actedStatuses(definition);
  const ifLast = (value: string, otherwise: string) =>
    acted === undefined ? value : `case when t.status in (${acted}) then ${otherwise} else ${value} end`;
  return `
  select ${idOf("e.source_id", `(${version})`, place)}, ${classAndPrefix(definition)}, e.source_id, ${version}, e.type, 'Balance.' || c.name,
    trim_scale(e.member_balance - e.currency_awarded)::text, trim_scale(e.member_balance)::text, ${ifLast("t.confirmation_note", "null")}, e.create_date_time, ${ifLast("t.update_user_id", textLiteral(systemUser))}
  from ledger_entry e join "${definition.noun}" t on t.id = e.source_id join currency c on c.id = e.currency
  where e.source_class = ${textLiteral(definition.class)}`;
}

const derived = objects.flatMap((definition) => {
  const { historyFromRow } = definition;
  const moves = historyFromRow ? [moved(definition, historyFromRow.repeats ?? ""), posted(definition)] : [];
  return [created(definition), ...moves];
});

/** All history, written and derived, as one query with named columns. */
const historyQuery = `select ${columns} from (${[written, ...derived].join("\n  union all")}\n) as r(${columns})`;

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
