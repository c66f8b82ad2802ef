import type { Fold } from "@rewards/domain";
import type { Tx } from "../client.ts";

/** A time before every entry. */
export const beforeAll = "-infinity";

interface FoldRow {
  readonly at: string;
  readonly fold: string;
  readonly count: string;
}

const foldsOf = (rows: readonly FoldRow[]): Fold[] =>
  rows.map(({ at, fold, count }) => ({ at, fold, count: Number(count) }));

/**
 * Folds each period that has entries: over their hashes in order, each of which covers its whole entry. The periods end
 * at each of `untils` (instants in order), and the first begins at `from`. Folds in two levels, by the first byte of
 * the hash, so that a period with a million entries takes less than 1 MB at a time. The subselect makes Postgres read the ends once, and not for each entry. Reads only
 * these periods of the ledger.
 */
export async function foldPeriods(tx: Tx, from: string, untils: readonly string[]): Promise<Fold[]> {
  const last = untils.at(-1);
  if (last === undefined) return [];
  const rows = await tx<FoldRow[]>`
    select (${[...untils]}::text[])[n + 1] as at, encode(sha256(string_agg(part, '' order by slice)), 'hex') as fold, sum(entries) as count
    from (
      select n, slice, count(*) as entries, sha256(string_agg(hash, '' order by hash)) as part
      from (
        select width_bucket(create_date_time, (select ${[...untils]}::text[]::timestamptz[])) as n, substr(hash, 1, 1) as slice, hash
        from ledger_entry where create_date_time >= ${from}::text::timestamptz and create_date_time < ${last}::text::timestamptz
      ) entry
      group by n, slice
    ) slices
    group by n order by n`;
  return foldsOf(rows);
}
