import { contentDigest } from "../insert/insert.digest.ts";
import { firstId, quoted } from "./partition.part.ts";
import type { PartitionSession, Tx } from "./partition.session.ts";

/** Sales of a transaction: short enough that a vacuum does not wait for it. */
const sliceRowsMax = 5_000;

/**
 * Writes the digests of all sales in a partition, in slices: what is written already costs no write. Once the partition is
 * detached, nothing changes its sales.
 */
export async function writeDigests({ within }: PartitionSession, name: string): Promise<void> {
  for (let last: string | null = firstId; last !== null; ) last = await within((tx) => writeSlice(tx, name, last));
}

/** Returns the last ID of the slice; null after the last one. */
async function writeSlice(tx: Tx, name: string, after: string | null): Promise<string | null> {
  const [slice] = await tx.unsafe<{ last: string | null }[]>(
    `with slice as (select * from ${quoted(name)} where id > $1 order by id limit ${sliceRowsMax}),
    kept as (
      insert into sale_digest as kept (sale_id, digest, erased)
      select id, ${contentDigest()}, case when starts_with(member_external_id, 'erased-') then member_external_id end from slice
      on conflict (sale_id) do update set digest = excluded.digest, erased = excluded.erased
      where (kept.digest, kept.erased) is distinct from (excluded.digest, excluded.erased))
    select (select id from slice order by id desc limit 1) as last`,
    [after],
  );
  return slice?.last ?? null;
}
