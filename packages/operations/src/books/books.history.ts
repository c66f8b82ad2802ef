import { columnFields, columnName, textLiteral } from "@rewards/db";
import {
  actions,
  cardField,
  discardAction,
  endByMerge,
  eraseAction,
  type FieldType,
  firstVersion,
  mergedFields,
  type ObjectDefinition,
  objects,
  reasonField,
  reward,
  stageAction,
  unknownAction,
} from "@rewards/domain";
import { elementsOf, type Pass, textList } from "./books.check.ts";

/** The classes whose changes are written to `history`. The history of the others is derived from their rows. */
const writtenObjects = objects.filter(({ historyFromRow }) => !historyFromRow);

const tuples = (rows: readonly (readonly string[])[]) =>
  rows.map((row) => `(${row.map(textLiteral).join(", ")})`).join(", ");

/** The form in which `history` writes the value of a column. */
function writtenForm(type: FieldType, column: string): string {
  if (type === "amount") return `trim_scale(${column})::text`;
  if (type === "timestamp") return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  return column;
}

/** The fields that an Edit of the class may set, by name, as `history` writes them: null for personal ones. */
function valuesOf(definition: ObjectDefinition): string {
  const isEdited = actions.some(({ target, set }) => set && target.class === definition.class);
  const fields = isEdited ? columnFields(definition) : [];
  const pairs = fields
    .filter(([, { personal }]) => !personal)
    .map(([name, { type }]) => `${textLiteral(name)}, ${writtenForm(type, columnName(name))}`)
    .join(", ");
  return isEdited ? `jsonb_build_object(${pairs})` : "null::jsonb";
}

const recordsOf = writtenObjects
  .map(
    (definition) =>
      `select ${textLiteral(definition.class)} as class, id, version, status, ${textLiteral(definition.initial)} as initial, confirmation_note,
        update_user_id, update_date_time, ${valuesOf(definition)} as now from "${definition.noun}"`,
  )
  .join(" union all ");

/** Actions of classes whose other history is derived from the record. Their rows have no neighbours; checks of the class cover them. */
const isOfAction = `(class, action) in (${tuples(
  objects
    .filter(({ historyFromRow }) => historyFromRow)
    .flatMap(({ class: name }) =>
      actions.filter(({ target }) => target.class === name).map((action) => [name, action.name]),
    ),
)})`;

/** Joins each record with its rows of history; either side may be missing. */
const histories: Pass = {
  of: "histories",
  invariant: "I7",
  rows: `
    select coalesce(r.class, h.class) as class, coalesce(r.id, h.record_id) as id, r.version, coalesce(h.rows, 0) as rows,
      coalesce(h.first, ${firstVersion + 1}) as first, coalesce(h.last, ${firstVersion}) as last,
      l.record_id is null or row(l.class, l.note, l.user_id, l.at) = row(r.class, r.confirmation_note, r.update_user_id, r.update_date_time)
        as is_last,
      r.status, coalesce(h.moved, case when h.is_unknown then r.status else r.initial end) as moved
    from (${recordsOf}) r
    full join (
      select record_id, min(class) as class, count(*) as rows, min(version) as first, max(version) as last,
        bool_or(action = ${textLiteral(unknownAction)}) as is_unknown,
        (array_agg(m.status order by version desc) filter (where m.status is not null))[1] as moved
      from (select * from history where not (${isOfAction})) h left join lateral (
        select c ->> 'to' as status from ${elementsOf("h.changes")} c where c ->> 'field' = 'Status' limit 1) m on true
      group by record_id
    ) h on h.record_id = r.id
    left join history l on l.record_id = h.record_id and l.version = h.last`,
  names: { class: "class", id: "id" },
  checks: {
    "history.version": {
      says: "A record's history has one row for each version after the first, and no others.",
      holds: `rows = version - ${firstVersion} and first = ${firstVersion + 1} and last = version`,
    },
    "history.last": {
      says: "The last row of a record's history has the note, user and time of its last change.",
      holds: "is_last",
    },
    "history.status": {
      says: "A record's status is the last one in its history, or its initial status if the history has none.",
      holds: "status = moved",
    },
  },
};

const actionsOf = ({ class: name, fields, transitions, staged }: ObjectDefinition) => [
  ...actions.filter(({ target }) => target.class === name).map((action) => action.name),
  ...Object.keys(transitions).map(stageAction),
  ...(staged ? [discardAction] : []),
  ...(Object.values(fields).some(({ personal }) => personal) ? [eraseAction] : []),
  ...("endByMerge" in transitions ? [endByMerge] : []),
  unknownAction,
];
const knownActions = writtenObjects.flatMap((definition) =>
  actionsOf(definition).map((action) => [definition.class, action]),
);

const written: Pass = {
  of: "history",
  invariant: "I7",
  rows: `select class, record_id as id, version, (class, action) in (${tuples(knownActions)}) or ${isOfAction} as is_known from history`,
  names: { class: "class", id: "id", version: "version" },
  checks: {
    "history.action": {
      says: "Each change in history names an action or status move of its class.",
      holds: "is_known",
    },
  },
};

const moves = writtenObjects.flatMap(({ class: name, transitions }) =>
  Object.values(transitions).flatMap(({ from, to }) =>
    to === undefined ? [] : from.map((status) => [name, status, to]),
  ),
);

/** The values of these fields before their first change; those of other fields are not kept. */
const beginnings = [
  ...writtenObjects.map(({ class: name, initial }) => [name, "Status", initial]),
  [reward.class, "RewardQuantity", "0"],
];

/** Whether the record has unknown changes, which may lie between any two others. */
const isUnknown = `exists (select from history u where u.record_id = f.id and u.action = ${textLiteral(unknownAction)})`;

/** What callers say, and the cards that come and go: no fields of the record. */
const isSaid = `c ->> 'field' in ${textList([reasonField, cardField, mergedFields.from, mergedFields.into])}`;

/** Joins each change of a field with the one before, the last with the record. No balances: sales change them too. */
const changes: Pass = {
  of: "changes of fields",
  invariant: "I7",
  rows: `
    select f.*, m.class is not null or f.field <> 'Status' as is_move,
      f.was is not distinct from case when nth = 1 then coalesce(b.value, f.was) else before end or ${isUnknown} as follows,
      not is_last or r.now is null or f.field = 'Status' or r.now #>> string_to_array(f.field, '.') is not distinct from f.became or ${isUnknown} as is_now
    from (
      select h.class, h.record_id as id, h.version, c ->> 'field' as field, c ->> 'from' as was, c ->> 'to' as became,
        lag(c ->> 'to') over changes as before, row_number() over changes as nth, lead(h.version) over changes is null as is_last
      from history h cross join lateral ${elementsOf("h.changes")} c
      where not starts_with(c ->> 'field', 'Balance.') and not ${isSaid} and not (${isOfAction})
      window changes as (partition by h.record_id, c ->> 'field' order by h.version)
    ) f
    left join (values ${tuples(moves)}) m(class, was, became) on f.field = 'Status' and (m.class, m.was, m.became) = (f.class, f.was, f.became)
    left join (values ${tuples(beginnings)}) b(class, field, value) on (b.class, b.field) = (f.class, f.field)
    left join (select id, now from (${recordsOf}) r where now is not null) r on r.id = f.id`,
  names: { class: "class", id: "id", version: "version", field: "field" },
  checks: {
    "history.move": { says: "Each change of Status in history is a move that its class allows.", holds: "is_move" },
    "history.chain": {
      says: "Each change of a field starts from the value after the change before it; the first change of Status or stock starts from the initial value.",
      holds: "follows",
    },
    "history.value": {
      says: "A field that an action set has the value of its last change in history.",
      holds: "is_now",
    },
  },
};

export const historyPasses: readonly Pass[] = [histories, written, changes];
