import { formatAmount, type MintedItem, redemptionItem, systemUser } from "@rewards/domain";
import { uuidv7 } from "uuidv7";
import type { Tx } from "../client.ts";

/** Another transaction took a voucher code between the look-up and the insert. */
export class VoucherTakenError extends Error {
  override readonly name = "VoucherTakenError";
}

export async function readTakenVoucherKeys(tx: Tx, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await tx<
    { voucher_key: string }[]
  >`select voucher_key from redemption_item where voucher_key = any(${[...keys]}::text[])`;
  return new Set(rows.map((row) => row.voucher_key));
}

/**
 * Inserts minted items, with a row in `expiring` for each that expires. They are sorted by voucher key, so that
 * concurrent batches insert equal keys in the same order.
 * @throws VoucherTakenError if a code is taken; the transaction must roll back and decide again.
 */
export async function insertItems(tx: Tx, items: readonly MintedItem[]): Promise<void> {
  if (items.length === 0) return;
  const sorted = [...items].sort((a, b) => (a.voucherKey < b.voucherKey ? -1 : 1));
  const rows = sorted.map((item) => ({
    id: uuidv7(),
    status: item.status,
    name: item.name,
    quantity: formatAmount(item.quantity),
    reward: item.rewardId,
    redemption: item.redemptionId,
    voucher_code: item.voucherCode,
    voucher_key: item.voucherKey,
    member_external_id: item.memberExternalId,
    expiration_date_time: item.expiresAtMs === null ? null : new Date(item.expiresAtMs).toISOString(),
  }));
  const inserted = await tx`
    with inserted as (
      insert into redemption_item (id, status, confirmation_note, create_user_id, update_user_id, name, quantity, reward, redemption,
        voucher_code, voucher_key, member_external_id, expiration_date_time)
      select id, status, ${redemptionItem.created.note}, ${systemUser}, ${systemUser}, name, quantity, reward, redemption,
        voucher_code, voucher_key, member_external_id, expiration_date_time
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r(id uuid, status text, name text, quantity numeric, reward uuid, redemption uuid,
        voucher_code text, voucher_key text, member_external_id text, expiration_date_time timestamptz)
      on conflict do nothing returning id, expiration_date_time
    ), expires as (
      insert into expiring (item_id, at) select id, expiration_date_time from inserted where expiration_date_time is not null
    )
    select id from inserted`;
  if (inserted.length !== items.length) throw new VoucherTakenError("a voucher code was taken meanwhile");
}
