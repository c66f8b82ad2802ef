import { firstId } from "../partition/partition.change.ts";
import { type Differences, type OnRows, sliceRowsMax } from "../partition/partition.fill.ts";
import type { PartitionSession, Tx } from "../partition/partition.session.ts";
import { ledgerDraft } from "./ledger-partition.table.ts";

interface SliceDifferences extends Differences {
  readonly rows: number;
  readonly last: string | null;
}

/**
 * Compares the entries of a slice of IDs with the copies in the same slice: the last slice has no end. Each slice has its
 * own snapshot. An entry and its copy always appear in one transaction, so no entry escapes between two slices.
 */
async function compareSlice(tx: Tx, columns: readonly string[], after: string): Promise<SliceDifferences> {
  const rowOf = (alias: string) => `row(${columns.map((column) => `${alias}.${column}`).join(", ")})`;
  // Statistics of the copy may be old: without this, Postgres could read all of it for each slice.
  await tx`set local enable_seqscan = off`;
  const [slice] = await tx.unsafe<SliceDifferences[]>(
    `with slice as materialized (select ${columns.join(", ")} from ledger_entry where id > $1 order by id limit ${sliceRowsMax}),
    found as materialized (select count(*)::int as rows, (select id from slice order by id desc limit 1) as last from slice),
    copies as materialized (
      select ${columns.join(", ")} from ${ledgerDraft}
      where id > $1 and id <= (select case when rows < ${sliceRowsMax} then 'ffffffff-ffff-ffff-ffff-ffffffffffff' else last end from found))
    select found.rows, found.last, d.* from found cross join (
      select count(*) filter (where c.id is null)::int as missing,
        count(*) filter (where c.id is not null and ${rowOf("s")} is distinct from ${rowOf("c")})::int as foreign
      from slice s full join copies c on c.id = s.id and c.member = s.member) d`,
    [after],
  );
  return slice ?? { rows: 0, last: null, missing: 0, foreign: 0 };
}

/** Compares every entry with its copy, slice by slice. */
export async function compareEntries(
  { locking }: PartitionSession,
  columns: readonly string[],
  onRows: OnRows,
): Promise<Differences> {
  const sums = { missing: 0, foreign: 0 };
  let compared = 0;
  for (let after = firstId; ; ) {
    const { rows, last, missing, foreign } = await locking((tx) => compareSlice(tx, columns, after));
    sums.missing += missing;
    sums.foreign += foreign;
    compared += rows;
    await onRows(compared);
    if (rows < sliceRowsMax || last === null) return sums;
    after = last;
  }
}
