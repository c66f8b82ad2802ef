import { type FieldChange, groupBy, type ObjectDefinition } from "@rewards/domain";
import type { Tx } from "../client.ts";
import { columnFields, columnName, sealedColumnNames, sqlTypeOf } from "../object/object.table.ts";
import { arrayLiteral, type ColumnSource, columnOf, keep, rowsFrom, textLiteral } from "../statement.ts";

/** The only statement that writes history: note, user and time are those of the changed rows `t`. */
const insertion = (className: string, action: string, changes: string, rows: string) => `
  insert into history (record_id, version, class, action, changes, note, user_id, at)
  select t.id, t.version, ${textLiteral(className)}, ${textLiteral(action)}, ${changes}, t.confirmation_note, t.update_user_id, t.update_date_time
  from ${rows}`;

export interface RecordChange {
  readonly id: string;
  /** By the name of the column; with the new note and user. */
  readonly columns: Readonly<Record<string, unknown>>;
  readonly changes: readonly FieldChange[];
}

interface Change {
  readonly action: string;
  /** When it was decided, ms since the epoch; by default Postgres' clock. */
  readonly atMs?: number | undefined;
}

/**
 * Changes locked records of one class, counts their versions up, and writes the changes to history, in one statement for
 * all records that change the same columns.
 */
export async function changeRecords(
  tx: Tx,
  definition: ObjectDefinition,
  { action, atMs }: Change,
  records: readonly RecordChange[],
): Promise<void> {
  const groups = groupBy(records, ({ columns }) => Object.keys(columns).join());
  await Promise.all(
    [...groups].map(([names, group]) => {
      const columns = sourcesOf(definition)(names);
      const text = updateText(definition, action, columns);
      const at = atMs === undefined ? null : new Date(atMs).toISOString();
      return tx.unsafe(text, [at, ...columns.map(({ encode }) => encode(group))] as string[], { prepare: true });
    }),
  );
}

type Source = ColumnSource<RecordChange>;

/** The sources of an update: the ID, the changes, and the columns with these names. */
const sourcesOf = keep((definition: ObjectDefinition) => {
  const types = columnTypes(definition);
  const sourceOf = (name: string): Source => {
    const type = types.get(name);
    if (type === undefined) throw new Error(`${definition.noun} has no column ${name}`);
    return columnOf(name, type, ({ columns }) => columns[name]);
  };
  return keep((names: string): readonly Source[] => [
    columnOf("id", "uuid", ({ id }) => id),
    columnOf("changes", "jsonb", ({ changes }) => changes),
    ...names.split(",").map(sourceOf),
  ]);
});

function updateText({ class: className, noun }: ObjectDefinition, action: string, columns: readonly Source[]): string {
  const [, , ...set] = columns;
  return `
    with t as (
      update "${noun}" t set ${set.map(({ name }) => `"${name}" = r."${name}"`).join(", ")},
        version = t.version + 1, update_date_time = coalesce($1::timestamptz, clock_timestamp())
      from ${rowsFrom(columns, 2)}
      where t.id = any($2::uuid[]) and t.id = r.id
      returning t.id, t.version, t.confirmation_note, t.update_user_id, t.update_date_time, r.changes
    )
    ${insertion(className, action, "t.changes", "t")}`;
}

interface Move {
  readonly id: string;
  /** The status before the move. */
  readonly from: string;
}

/** Writes moves of records to `history`, unless history is derived from their rows. Call it after the move and in its transaction. */
export async function writeMoves(
  tx: Tx,
  { class: className, noun, historyFromRow }: ObjectDefinition,
  action: string,
  moves: readonly Move[],
): Promise<void> {
  if (historyFromRow || moves.length === 0) return;
  const rows = moves.map(({ id, from }) => ({ id, from }));
  const changes = `jsonb_build_array(jsonb_build_object('field', 'Status', 'from', m."from", 'to', t.status))`;
  const moved = `jsonb_to_recordset($1::text::jsonb) as m(id uuid, "from" text), "${noun}" t
    where t.id = any($2::uuid[]) and t.id = m.id`;
  const parameters = [JSON.stringify(rows), arrayLiteral(rows.map(({ id }) => id))];
  await tx.unsafe(insertion(className, action, changes, moved), parameters, { prepare: true });
}

/** The SQL types of the columns that a change of a record writes, by their names. */
function columnTypes(definition: ObjectDefinition): ReadonlyMap<string, string> {
  const own = columnFields(definition).map(([name, { type }]) => [columnName(name), sqlTypeOf(type)] as const);
  const texts = [
    "status",
    columnName("ConfirmationNote"),
    columnName("UpdateUserID"),
    ...sealedColumnNames(definition),
  ];
  return new Map([...own, ...texts.map((name) => [name, "text"] as const)]);
}
