import { allowScans } from "../scan.ts";
import { PartitionError, type PartitionSession, type Tx } from "./partition.session.ts";

/** Sales of a transaction: short enough that a vacuum does not wait for it. */
const sliceRowsMax = 5_000;

export const firstId = "00000000-0000-0000-0000-000000000000";

/** Gets the number of sales whose keys this run has copied. */
type OnSales = (sales: number) => unknown;

interface Slice {
  readonly rows: number;
  readonly last: string | null;
}

/** Copies the keys of the next slice, and notes how far it came, in one transaction. */
async function fillSlice(tx: Tx): Promise<Slice> {
  const [slice] = await tx<Slice[]>`
    with slice as (
      select id, external_id from sale where id > (select filled_to from partitioning where relation = 'sale')
      order by id limit ${sliceRowsMax}),
    kept as (insert into sale_key (external_id, sale_id) select external_id, id from slice order by external_id on conflict do nothing)
    select (select count(*)::int from slice) as rows, (select id from slice order by id desc limit 1) as last`;
  if (slice?.last) await tx`update partitioning set filled_to = ${slice.last} where relation = 'sale'`;
  return slice ?? { rows: 0, last: null };
}

/** Copies the keys of all sales slice by slice, from where the last run ended. */
export async function fillKeys({ within }: PartitionSession, onSales: OnSales): Promise<void> {
  for (let sales = 0; ; ) {
    const { rows } = await within(fillSlice);
    sales += rows;
    await onSales(sales);
    if (rows < sliceRowsMax) return;
  }
}

/** The trigger that copies the keys of new sales: its OID. A trigger that was made again may have missed sales. */
export async function copyingTrigger(tx: Tx): Promise<string | undefined> {
  const [row] = await tx<{ oid: string }[]>`
    select oid::text as oid from pg_trigger where tgrelid = 'sale'::regclass and tgname = 'copy_sale_keys' and tgenabled in ('O', 'A')`;
  return row?.oid;
}

/** Compares all sales with all keys, in one snapshot. */
async function countDifferences(tx: Tx): Promise<{ missing: number; foreign: number }> {
  await allowScans(tx);
  const [row] = await tx<{ missing: string; foreign: string }[]>`
    select
      (select count(*) from sale s left join sale_key k on k.external_id = s.external_id where k.sale_id is distinct from s.id) as missing,
      (select count(*) from sale_key k left join sale s on s.id = k.sale_id where s.external_id is distinct from k.external_id) as foreign`;
  return { missing: Number(row?.missing), foreign: Number(row?.foreign) };
}

/**
 * Compares every key with its sale. Copies missing keys once more: a session without triggers may have made their sales.
 * @returns the trigger that has copied the keys of all later sales.
 * @throws PartitionError if they still differ.
 */
export async function compareKeys(session: PartitionSession, onSales: OnSales): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    const { trigger, missing, foreign } = await session.within(async (tx) => ({
      trigger: await copyingTrigger(tx),
      ...(await countDifferences(tx)),
    }));
    if (trigger !== undefined && missing + foreign === 0) return trigger;
    if (trigger === undefined || foreign > 0 || tries === 2)
      throw new PartitionError(
        `The copied keys differ from the sales (${missing} missing, ${foreign} of other sales): run \`rewards partitions enable --cancel\`, then begin again.`,
      );
    await session.within((tx) => tx`update partitioning set filled_to = ${firstId} where relation = 'sale'`);
    await fillKeys(session, onSales);
  }
}
