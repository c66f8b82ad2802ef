import { type ObjectDefinition, objects } from "@rewards/domain";
import type { Sql } from "postgres";

/** The columns of a stored record that the fuzz reads. */
export interface Row {
  readonly uuid: string;
  /** Its business key; the name of a class without one, the code of a voucher. */
  readonly tag: string;
  readonly version: number;
  /** A hash of every column. */
  readonly print: string;
}

export interface NewRow extends Row {
  readonly class: string;
}

const voucherCodeField = "VoucherCode";

/** The field that identifies a record whose ID is unknown. */
export function tagField({ key, fields }: ObjectDefinition): string {
  return key?.field ?? (voucherCodeField in fields ? voucherCodeField : "Name");
}

function columns(definition: ObjectDefinition): string {
  const tag = tagField(definition)
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase();
  return `id::text as uuid, ${tag} as tag, version, md5(t::text) as print from ${definition.noun} t`;
}

/** The records of every class after these UUIDs; IDs sort in order of creation. */
export async function readNewRows(sql: Sql, lastOf: (definition: ObjectDefinition) => string): Promise<NewRow[]> {
  const parts = objects.map(
    (definition, index) =>
      `select '${definition.class}' as class, ${columns(definition)} where id > $${index + 1}::uuid`,
  );
  return sql.unsafe(parts.join(" union all "), objects.map(lastOf), { prepare: true });
}

export async function readRows(sql: Sql, definition: ObjectDefinition, uuids: readonly string[]): Promise<Row[]> {
  return sql.unsafe(`select ${columns(definition)} where id = any($1::uuid[])`, [[...uuids]], { prepare: true });
}
