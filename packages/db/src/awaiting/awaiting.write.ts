import type { MissingKeys } from "@rewards/domain";
import type { Tx } from "../client.ts";

/** A sale that waits. */
export interface Awaiting {
  readonly id: string;
  readonly missing: MissingKeys;
  /** Until when it waits for its original, ISO 8601; undefined if it waits for none. */
  readonly until: string | undefined;
}

/** Writes what sales wait for, also for those that waited for something else so far. */
export async function writeAwaiting(tx: Tx, waiting: readonly Awaiting[]): Promise<void> {
  if (waiting.length === 0) return;
  const rows = waiting.map(({ id, missing, until }) => ({
    sale_id: id,
    member: missing.memberExternalId ?? null,
    store: missing.storeCode ?? null,
    original: missing.original ?? null,
    until: until ?? null,
  }));
  await tx`
    insert into awaiting (sale_id, member, store, original, until)
    select sale_id, member, store, original, until
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r(sale_id uuid, member text, store text, original text, until timestamptz)
    on conflict (sale_id) do update set member = excluded.member, store = excluded.store, original = excluded.original, until = excluded.until`;
}

/** A wake-up moves a bounded number of sales, so a settled sale may still have a row. */
export async function endAwaiting(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx`delete from awaiting where sale_id = any(${[...ids]}::uuid[])`;
}
