import { type Amount, type BalanceKey, formatAmount, type MissingKeys } from "@rewards/domain";
import type { Tx } from "../client.ts";

/** Points of a member that cannot be spent while a return waits for the sale that it names. More than 0. */
export interface Hold extends BalanceKey {
  readonly points: Amount;
}

/** A sale that waits. */
export interface Awaiting {
  readonly id: string;
  readonly missing: MissingKeys;
  /** Until when it waits for its original, ISO 8601; undefined if it waits for none. */
  readonly until: string | undefined;
  readonly hold: Hold | undefined;
}

/**
 * Writes what sales wait for, also for those that waited for something else so far. A return that no longer waits for an
 * original holds what it held.
 */
export async function writeAwaiting(tx: Tx, waiting: readonly Awaiting[]): Promise<void> {
  if (waiting.length === 0) return;
  const rows = waiting.map(({ id, missing, until, hold }) => ({
    sale_id: id,
    member: missing.memberExternalId ?? null,
    store: missing.storeCode ?? null,
    original: missing.original ?? null,
    until: until ?? null,
    holder: hold?.memberId ?? null,
    currency: hold?.currencyId ?? null,
    held: hold ? formatAmount(hold.points) : null,
  }));
  const kept = (column: string) => tx`
    ${tx(column)} = case when excluded.original is null then a.${tx(column)} else excluded.${tx(column)} end`;
  await tx`
    insert into awaiting as a (sale_id, member, store, original, until, holder, currency, held)
    select sale_id, member, store, original, until, holder, currency, held
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      as r(sale_id uuid, member text, store text, original text, until timestamptz, holder uuid, currency uuid, held numeric)
    on conflict (sale_id) do update set member = excluded.member, store = excluded.store, original = excluded.original,
      until = excluded.until, ${kept("holder")}, ${kept("currency")}, ${kept("held")}`;
}

/** Ends what settled sales wait for and hold. */
export async function endAwaiting(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx`delete from awaiting where sale_id = any(${[...ids]}::uuid[])`;
}
