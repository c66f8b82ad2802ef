import { textLiteral } from "@rewards/db";
import { discardedStatus, discardNote, objects, operatorUser, stagedObjects, statusesOf } from "@rewards/domain";
import { type Pass, textList } from "./books.check.ts";
import { isDetached } from "./books.keys.ts";

const everyId = objects.map(({ noun }) => `select id from "${noun}"`).join(" union all ");

const everyVersion = objects
  .map(({ noun, initial }) => `select id, version, ${textLiteral(initial)} as initial from "${noun}"`)
  .join(" union all ");

/** The path of an action names the object and the action; the path of a create names neither. */
const isAction = "path like '%/actions/%'";

const idempotencyKeys: Pass = {
  of: "idempotency keys",
  invariant: "I8",
  rows: `
    select k.*, r.id as record, r.id is null and ${isDetached("k.object_id")} as is_detached, r.version as record_version, r.initial, h.action
    from idempotency_key k
    left join (${everyVersion}) r on r.id = k.object_id
    left join history h on h.record_id = k.object_id and h.version = k.version`,
  names: { caller: "caller", method: "method", path: "path", key: "key" },
  checks: {
    "idempotency-key.object": {
      says: "The object in a key's stored answer exists.",
      holds: "record is not null or is_detached",
    },
    "idempotency-key.answer": {
      says: "A key's stored answer fits its path: the initial status for a create; the object and its change for an action.",
      holds: `case when ${isAction} then position(replace(object_id::text, '-', '') || '/actions/' in lower(path)) > 0
        and (version is null or path like '%/actions/' || action) else version is null and (status = initial or is_detached) end`,
    },
  },
};

/** The records that an operator discarded, by class. */
const discarded = stagedObjects
  .map((definition) => {
    const statuses = statusesOf(definition).flatMap((status) => discardedStatus(definition, status) ?? []);
    return `select ${textLiteral(definition.class)} as class, id, confirmation_note as note, status in ${textList(statuses)} as is_discarded
      from "${definition.noun}" where update_user_id = ${textLiteral(operatorUser)}`;
  })
  .join(" union all ");

const audits: Pass = {
  of: "what operators did",
  invariant: "I3",
  rows: `
    select coalesce(a.class, d.class) as class, coalesce(a.record_id, d.id) as id, a.operation,
      a.record_id is null or exists (select from (${everyId}) r where r.id = a.record_id) or ${isDetached("a.record_id")} as is_record,
      (a.operation is not distinct from 'dead-letter.discard') = (d.id is not null)
        and (d.id is null or d.is_discarded and d.note = ${textLiteral(discardNote(""))} || a.reason)
        or d.id is null and ${isDetached("a.record_id")} as is_done
    from audit_entry a
    full join (${discarded}) d on d.class = a.class and d.id = a.record_id and a.operation = 'dead-letter.discard'`,
  names: { class: "class", id: "id", operation: "operation" },
  checks: {
    "audit.record": { says: "Each operation in the audit concerns a record that exists.", holds: "is_record" },
    "audit.discard": {
      says: "Each record that an operator discarded has an audit entry with the reason, and each such entry has its record.",
      holds: "is_done",
    },
  },
};

export const operationPasses: readonly Pass[] = [idempotencyKeys, audits];
