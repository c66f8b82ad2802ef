import { type ObjectDefinition, objects } from "@rewards/domain";
import type { Sql } from "postgres";

/** A stored record, as far as the fuzz looks at it. */
export interface Row {
  readonly uuid: string;
  /** Its business key; the name of a class without one, the code of a voucher. */
  readonly tag: string;
  readonly version: number;
  /** Two rows with the same print are the same in every column. */
  readonly print: string;
}

export interface NewRow extends Row {
  readonly class: string;
}

const voucherCodeField = "VoucherCode";

/** The field that a record is found again by, where its ID was never told. */
export function tagField({ key, fields }: ObjectDefinition): string {
  return key?.field ?? (voucherCodeField in fields ? voucherCodeField : "Name");
}

function tagColumn(definition: ObjectDefinition): string {
  return tagField(definition)
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase();
}

const columns = (definition: ObjectDefinition) =>
  `id::text as uuid, ${tagColumn(definition)} as tag, version, md5(t::text) as print from ${definition.noun} t`;

/** The records of every class after these UUIDs; IDs are in the order of their making. */
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
