import { metadata, type ObjectDefinition, objectOfClass, objects, recordOf, statusesOf } from "@rewards/domain";
import { sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { historySource } from "../history/history.view.ts";
import { ledgerSources } from "../ledger/ledger.view.ts";
import { textLiteral } from "../literal.ts";
import { memberFields } from "../member/member.view.ts";
import { objectTable } from "../object/object.table.ts";
import { programmeSources } from "../programme/programme.view.ts";
import { rewardFields, rewardJoin } from "../reward/reward.view.ts";
import type { FieldSource, Join, RecordSource } from "./record-source.ts";
import { showUser, stageFields } from "./record-source.ts";

/** How the derived metadata of objects is read; the same for every class. */
function metadataFields(table: Record<string, PgColumn>, definition: ObjectDefinition): Record<string, FieldSource> {
  const column = (name: string) => table[name] as PgColumn;
  const { idPrefix } = definition;
  return {
    CreateUser: { expression: column("CreateUserID"), show: showUser },
    UpdateUser: { expression: column("UpdateUserID"), show: showUser },
    HistoryCounter: { expression: column("version") },
    BusinessID: {
      expression: column("number"),
      show: (number) => `${idPrefix}-${String(number)}`,
      shown: sql`${sql.raw(textLiteral(`${idPrefix}-`))} || ${column("number")}`,
    },
    ...stageFields(column("Status"), statusesOf(definition)),
  };
}

/** Fields that a class reads from elsewhere than its own columns, by class. */
const derivedFields: Record<string, (table: Record<string, PgColumn>) => Record<string, FieldSource>> = {
  Member: memberFields,
  Reward: rewardFields,
};
const joins: Record<string, Join> = { Reward: rewardJoin };

function objectSource(className: string): RecordSource {
  const definition = objectOfClass(className);
  if (!definition) throw new Error(`no object of class ${className}`);
  const table = objectTable(className);
  const own = Object.keys({ ...definition.fields, ...metadata }).flatMap((name) =>
    table[name] ? [[name, { expression: table[name] }] as const] : [],
  );
  const record = recordOf(definition);
  const join = joins[className];
  return {
    record,
    table,
    ...(join && { join }),
    id: table["id"] as PgColumn,
    version: table["version"] as PgColumn,
    ...(definition.key?.optional && { optionalKey: definition.key.field }),
    fields: {
      ...Object.fromEntries(own),
      ...metadataFields(table, definition),
      ...derivedFields[className]?.(table),
    },
  };
}

const sources = new Map<string, RecordSource>([
  ...objects.map((definition) => [definition.class, objectSource(definition.class)] as const),
  ...[...ledgerSources, ...programmeSources, historySource].map((source) => [source.record.class, source] as const),
]);

export function sourceOf(className: string): RecordSource {
  const source = sources.get(className);
  if (!source) throw new Error(`records of class ${className} have no source`);
  return source;
}
