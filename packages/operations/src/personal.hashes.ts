import { type PersonalKeys, personalClasses, type Tx } from "@rewards/db";

const batchRows = 100;

/** Runs a transaction, and repeats it while rows are locked or Postgres is away. */
type InTransaction = (run: (tx: Tx) => Promise<string | undefined>) => Promise<string | undefined>;

/**
 * Erases the hashes of contents that were not made under this key, of all calls on records with personal fields: a hash
 * cannot be made again, and one without a key, or under a key that leaked, confirms guesses. From now on their
 * idempotency keys alone decide a repeat.
 */
export async function dropHashes(
  sealing: NonNullable<PersonalKeys["sealing"]>,
  inTransaction: InTransaction,
): Promise<void> {
  for (const { noun } of personalClasses) {
    let cursor: string | undefined = "00000000-0000-0000-0000-000000000000";
    while (cursor !== undefined) {
      const after: string = cursor;
      cursor = await inTransaction((tx) => dropBatch(tx, noun, sealing.mark, after));
    }
  }
}

/** @returns the ID of the last record of a full batch. It may have further hashes. */
async function dropBatch(tx: Tx, noun: string, mark: string, after: string): Promise<string | undefined> {
  // It may have to pass over millions of calls that are done.
  await tx`select set_config('statement_timeout', '0', true), set_config('transaction_timeout', '0', true)`;
  const rows = await tx<{ id: string }[]>`
    with old as (
      select k.ctid, k.object_id as id from idempotency_key k join ${tx(noun)} r on r.id = k.object_id
      where k.object_id >= ${after} and k.content_hash is not null and substr(k.content_hash, 1, 8) <> decode(${mark}, 'hex')
      order by k.object_id limit ${batchRows} for no key update of k
    ), dropped as (
      update idempotency_key set content_hash = null where ctid = any(array(select ctid from old))
    )
    select id from old order by id`;
  return rows.length < batchRows ? undefined : rows.at(-1)?.id;
}
