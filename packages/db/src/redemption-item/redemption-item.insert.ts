import { formatAmount, type MintedItem, redemptionItem, systemUser } from "@rewards/domain";
import { uuidv7 } from "uuidv7";
import type { Tx } from "../client.ts";
import { type ColumnSource, columnOf, rowsFrom, textLiteral } from "../statement.ts";

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

const columns: readonly ColumnSource<MintedItem>[] = [
  columnOf("id", "uuid", () => uuidv7()),
  columnOf("status", "text", ({ status }) => status),
  columnOf("name", "text", ({ name }) => name),
  columnOf("quantity", "numeric", ({ quantity }) => formatAmount(quantity)),
  columnOf("cost", "numeric", ({ cost }) => formatAmount(cost)),
  columnOf("reward", "uuid", ({ rewardId }) => rewardId),
  columnOf("redemption", "uuid", ({ redemptionId }) => redemptionId),
  columnOf("voucher_code", "text", ({ voucherCode }) => voucherCode),
  columnOf("voucher_key", "text", ({ voucherKey }) => voucherKey),
  columnOf("member_external_id", "text", ({ memberExternalId }) => memberExternalId),
  columnOf("expiration_date_time", "timestamptz", ({ expiresAtMs }) =>
    expiresAtMs === null ? null : new Date(expiresAtMs).toISOString(),
  ),
];
const names = columns.map(({ name }) => name).join(", ");
const by = textLiteral(systemUser);
const insertText = `
  with inserted as (
    insert into redemption_item (confirmation_note, create_user_id, update_user_id, ${names})
    select ${textLiteral(redemptionItem.created.note)}, ${by}, ${by}, ${names} from ${rowsFrom(columns)}
    on conflict do nothing returning id, expiration_date_time
  ), expires as (
    insert into expiring (item_id, at) select id, expiration_date_time from inserted where expiration_date_time is not null
  )
  select count(*)::int as count from inserted`;

/**
 * Inserts minted items, with a row in `expiring` for each that expires. They are sorted by voucher key, so that
 * concurrent batches insert equal keys in the same order.
 * @throws VoucherTakenError if a code is taken; the transaction must roll back and decide again.
 */
export async function insertItems(tx: Tx, items: readonly MintedItem[]): Promise<void> {
  if (items.length === 0) return;
  const sorted = [...items].sort((a, b) => (a.voucherKey < b.voucherKey ? -1 : 1));
  const parameters = columns.map(({ encode }) => encode(sorted));
  const [inserted] = await tx.unsafe<{ count: number }[]>(insertText, parameters, { prepare: true });
  if (inserted?.count !== items.length) throw new VoucherTakenError("a voucher code was taken meanwhile");
}
