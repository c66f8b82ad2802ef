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

/** By `to_regclass`, at execution: a constant is resolved in parsing, before the statement has its locks. */
const partitioned = ({ noun }: ObjectDefinition) =>
  `from pg_partitioned_table where partrelid = to_regclass(${textLiteral(noun)})`;

/**
 * SQL that inserts records into a table that may be partitioned: expressions for `with`, of which `inserted` has the new
 * IDs. Postgres looks up whether the table is partitioned at each call, under the locks of the statement, so that an
 * exchange between two calls goes unnoticed. With partitions, a record whose key is new meets no other, so its insert does
 * not look for one in each index: that would cost half as much as the key.
 * @param insert into the table, from a select without a condition; `ids` and `keys` are SQL of its values.
 */
export function keyedInsert(
  definition: ObjectDefinition,
  table: KeyTable,
  { insert, ids, keys }: { insert: string; ids: string; keys: string },
): string {
  const { name, column, id, setting } = table;
  const isPartitioned = partitioned(definition);
  return `keyed as (insert into ${name} (${column}, ${id}) select key, id from rows from (${keys}, ${ids}) as k(key, id)
      where (select set_config(${textLiteral(setting)}, 'written', true) = 'written' ${isPartitioned})
      on conflict do nothing returning ${id}),
    whole as (${insert} where not exists (select ${isPartitioned}) on conflict do nothing returning id),
    parted as (${insert} where exists (select ${isPartitioned}) and id in (select ${id} from keyed) returning id),
    inserted as (select id from whole union all select id from parted)`;
}
