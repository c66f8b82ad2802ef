import { type ObjectDefinition, sale } from "@rewards/domain";
import { textLiteral } from "../literal.ts";
import { columnName } from "../object/object.table.ts";

/** The table that keeps the business keys of a class unique once the table of the class is partitioned. */
export interface KeyTable {
  readonly name: string;
  /** The column of the business key, in both tables. */
  readonly column: string;
  /** The column of the record's ID. */
  readonly id: string;
  /** A setting of the transaction. With the value `written`, the table's trigger leaves the keys to the statement. */
  readonly setting: string;
}

const keyTables: Readonly<Record<string, KeyTable>> = {
  [sale.class]: {
    name: "sale_key",
    column: columnName(sale.key.field),
    id: "sale_id",
    setting: "rewards.sale_keys",
  },
};

/** Undefined for a class whose table is never partitioned. */
export const keyTableOf = ({ class: name }: ObjectDefinition): KeyTable | undefined => keyTables[name];

const partitioned = ({ noun }: ObjectDefinition) =>
  `from pg_partitioned_table where partrelid = ${textLiteral(noun)}::regclass`;

/**
 * SQL for an insert into a table that may be partitioned. Postgres looks up whether it is at each call, under the locks
 * of the statement, so that an exchange between two calls goes unnoticed. `ids` and `keys` are SQL of the rows' values.
 */
export function keyedInsert(
  definition: ObjectDefinition,
  table: KeyTable,
  { ids, keys }: { ids: string; keys: string },
) {
  const { name, column, id, setting } = table;
  return {
    /** Writes the keys that are new, and returns the IDs of their records. Nothing if the table is not partitioned. */
    keyed: `insert into ${name} (${column}, ${id}) select key, id from rows from (${keys}, ${ids}) as k(key, id)
      where (select set_config(${textLiteral(setting)}, 'written', true) = 'written' ${partitioned(definition)})
      on conflict do nothing returning ${id}`,
    /** The condition of the records to insert. */
    isNew: `not exists (select ${partitioned(definition)}) or id in (select ${id} from keyed)`,
  };
}
