import { firstVersion, objects } from "@rewards/domain";
import { textLiteral } from "../literal.ts";
import type { Pass } from "./books.check.ts";

/** The classes whose changes are written; of the others the rows tell. */
const writtenObjects = objects.filter(({ toldByRow }) => !toldByRow);

const recordsOf = writtenObjects
  .map(
    ({ class: name, noun }) =>
      `select ${textLiteral(name)} as class, id, version, status, confirmation_note, update_user_id, update_date_time from "${noun}"`,
  )
  .join(" union all ");

/** Each record beside what is written of it; either side may be missing. */
const histories: Pass = {
  of: "histories",
  rows: `
    select coalesce(r.class, h.class) as class, coalesce(r.id, h.record_id) as id, r.version, coalesce(h.rows, 0) as rows,
      coalesce(h.first, ${firstVersion + 1}) as first, coalesce(h.last, ${firstVersion}) as last, l.record_id is null or
      row(l.class, l.note, l.user_id, l.at) = row(r.class, r.confirmation_note, r.update_user_id, r.update_date_time)
        and coalesce((select c ->> 'to' from jsonb_array_elements(l.changes) c where c ->> 'field' = 'Status'), r.status) = r.status as is_last
    from (${recordsOf}) r
    full join (
      select record_id, min(class) as class, count(*) as rows, min(version) as first, max(version) as last from history group by record_id
    ) h on h.record_id = r.id
    left join history l on l.record_id = h.record_id and l.version = h.last`,
  names: { class: "class", id: "id" },
  checks: {
    "history.version": {
      invariant: "I7",
      says: "What is written of a record has each of its versions after the first, and no other.",
      holds: `rows = version - ${firstVersion} and first = ${firstVersion + 1} and last = version`,
    },
    "history.last": {
      invariant: "I7",
      says: "The last that is written of a record is its last change: status, note, who and when.",
      holds: "is_last",
    },
  },
};

const moves = writtenObjects.flatMap(({ class: name, transitions }) =>
  Object.values(transitions).flatMap(({ from, to }) =>
    from.map((status) => `(${[name, status, to].map(textLiteral).join(", ")})`),
  ),
);

/** Each change of Status beside the moves that its class has. */
const statusChanges: Pass = {
  of: "changes of status",
  rows: `
    select h.class, h.record_id as id, h.version, m.class is not null as is_move
    from history h cross join lateral jsonb_array_elements(h.changes) c
    left join (values ${moves.join(", ")}) m(class, was, now) on m.class = h.class and m.was = c ->> 'from' and m.now = c ->> 'to'
    where c ->> 'field' = 'Status'`,
  names: { class: "class", id: "id", version: "version" },
  checks: {
    "history.move": {
      invariant: "I7",
      says: "A change of Status that is written is a move that the class has.",
      holds: "is_move",
    },
  },
};

export const historyPasses: readonly Pass[] = [histories, statusChanges];
