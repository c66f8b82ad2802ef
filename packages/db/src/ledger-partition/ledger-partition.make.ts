import { indexNameFor, readIndexes } from "../partition/partition.carry.ts";
import { noteChange } from "../partition/partition.change.ts";
import { quoted } from "../partition/partition.part.ts";
import { PartitionError, type Tx } from "../partition/partition.session.ts";
import {
  ledgerChange,
  ledgerDraft,
  partitionedPrimaryKey,
  partitionedUniques,
  partName,
} from "./ledger-partition.table.ts";

/** An index of the partitioned table, by the name of the ledger's that it will replace. */
export const draftIndex = (name: string) => quoted(indexNameFor(ledgerDraft, name, ledgerChange.table));

/** The partitions that a run before has made. */
async function countParts(tx: Tx): Promise<number> {
  const [row] = await tx<{ parts: number }[]>`
    select count(*)::int as parts from pg_inherits where inhparent = to_regclass(${ledgerDraft})`;
  return row?.parts ?? 0;
}

const refusing = (table: string, name = table) => `
  create trigger ${name}_immutable before update or delete or truncate on ${table}
  for each statement execute function refuse_change()`;

/**
 * Makes the partitioned table, empty, unless a run before has. Its indexes and those of the ledger are equal, but for the
 * unique ones. Entries of it are never changed either.
 * @throws PartitionError if it has another number of partitions.
 */
export async function makeParts(tx: Tx, asked: number | undefined, otherwise: number): Promise<void> {
  const made = await countParts(tx);
  if (made > 0 && asked !== undefined && asked !== made)
    throw new PartitionError(
      `The change was begun with ${made} partitions: run \`${ledgerChange.command} --partitions ${made}\`, or first with --cancel.`,
    );
  if (made > 0) return;
  const parts = asked ?? otherwise;
  const indexes = await readIndexes(tx, ledgerChange);
  const [row] = await tx<{ options: string | null }[]>`
    select array_to_string(reloptions, ', ') as options from pg_class where oid = 'ledger_entry'::regclass`;
  const options = row?.options ? ` with (${row.options})` : "";
  const names = Array.from({ length: parts }, (_, part) => partName(part));
  await noteChange(tx, ledgerChange);
  await tx.unsafe(
    [
      `create table ${ledgerDraft} (like ledger_entry including all excluding indexes) partition by hash (member)`,
      `alter table ${ledgerDraft} add constraint ${ledgerDraft}_pkey primary key (${partitionedPrimaryKey})`,
      ...[...partitionedUniques].map(
        ([name, columns]) => `create unique index ${draftIndex(name)} on ${ledgerDraft} (${columns})`,
      ),
      ...indexes.map(({ name, statement }) =>
        statement.replace(/^(CREATE INDEX ).+? ON (\S+?\.)?ledger_entry /, `$1${draftIndex(name)} ON ${ledgerDraft} `),
      ),
      ...names.map(
        (name, part) =>
          `create table ${name} partition of ${ledgerDraft} for values with (modulus ${parts}, remainder ${part})${options}`,
      ),
      `select leave_out_statistics('${ledgerDraft}')`,
      refusing(ledgerDraft, "ledger_entry"),
      ...names.map((name) => refusing(name)),
    ].join(";\n"),
  );
}

/** The columns of the partitioned table, in order, as SQL. */
export async function readColumns(tx: Tx): Promise<readonly string[]> {
  const rows = await tx<{ name: string }[]>`
    select quote_ident(attname) as name from pg_attribute
    where attrelid = to_regclass(${ledgerDraft}) and attnum > 0 and not attisdropped order by attnum`;
  return rows.map(({ name }) => name);
}

/** The function that copies new entries. As the owner, since the roles of processes have no right on the copy. */
export async function makeCopier(tx: Tx, columns: readonly string[]): Promise<void> {
  const [row] = await tx<{ schema: string }[]>`select quote_ident(current_schema()) as schema`;
  const { copier } = ledgerChange;
  await tx.unsafe(`
    create or replace function ${copier}() returns trigger language plpgsql security definer
      set search_path = ${row?.schema}, pg_temp as $$
    begin
      insert into ${ledgerDraft} (${columns.join(", ")}) select ${columns.join(", ")} from added on conflict do nothing;
      return null;
    end $$;
    revoke all on function ${copier}() from public`);
}
