import type { Selection } from "@rewards/domain";
import { type SQL, sql } from "drizzle-orm";
import type { Expression, RecordSource } from "../record-source.ts";
import type { Places } from "./view.encode.ts";
import { viewField } from "./view.field.ts";
import { sealedOf } from "./view.open.ts";

export interface Columns {
  readonly columns: Readonly<Record<string, Expression>>;
  readonly places: Places;
}

/**
 * The columns of a statement over records: the selected fields or all fields, ID and version. Fields with one expression
 * share a column.
 */
export function columnsOf(source: RecordSource, select: Selection | undefined): Columns {
  const columns: Record<string, Expression> = {};
  const fields = new Map<string, number>();
  const known = new Map<Expression, number>();
  let count = 0;
  const add = (name: string, expression: Expression): number => {
    columns[name] = expression;
    return count++;
  };
  for (const name of Object.keys(source.record.fields)) {
    const expression = source.fields[name]?.expression;
    if (!expression || (select && !select.names.has(name))) continue;
    const place = known.get(expression) ?? add(name, named(name, expression));
    known.set(expression, place);
    fields.set(name, place);
  }
  for (const field of select?.paths ?? []) {
    const { value, sealed } = viewField(source, field);
    fields.set(field.path, add(field.path, sql`${sealed?.value ?? value}`.as(field.path)));
  }
  const isSealed = source.sealed && (sealedOf(source, select)?.own.size ?? 0) > 0;
  const sealed = isSealed && source.sealed ? add("@sealed", source.sealed.column) : undefined;
  const id = add("@id", source.id);
  const version = add("@version", sql<string>`${source.version}`.as("record_version"));
  return { columns, places: { id, version, sealed, fields } };
}

/** An unnamed expression in a selection needs an alias. */
function named(name: string, expression: Expression): Expression {
  return "getSQL" in expression && !("table" in expression) ? (expression as SQL).as(name) : expression;
}

/** Whether the selected fields include one from the joined table. */
export function isJoinSelected(source: RecordSource, select: Selection | undefined): boolean {
  return Object.entries(source.fields).some(([name, { isJoined }]) => isJoined && (!select || select.names.has(name)));
}
