import { memberByKey, type Sql, shownStatus, type Tx } from "@rewards/db";
import { formatId, idPrefixOf, type RedemptionLine, redemption, redemptionItem } from "@rewards/domain";
import { type AuditLine, readTrail } from "../audit.list.ts";
import { readWaiting, type Waiting } from "../dead-letter/dead-letter.inspect.ts";
import { showRow } from "../row.show.ts";
import { describeRecord, type InspectedRow, type Inspection, inspectedColumns } from "./record.inspect.ts";
import { type InspectedEntry, readEntriesOf } from "./sale.entries.ts";

/** The history of one redemption, from its arrival to its vouchers. Times are ISO 8601, IDs are public. */
export interface RedemptionInspection extends Inspection, Waiting {
  readonly sender: Readonly<Record<"user" | "origin", string>>;
  /** The ID is null if no member has the key now. */
  readonly member: { readonly externalId: string; readonly ID: string | null };
  /** As asked for, with the rewards as registered now. */
  readonly lines: readonly AskedLine[];
  readonly items: readonly MintedItem[];
  readonly entries: readonly InspectedEntry[];
  readonly audit: readonly AuditLine[];
}

interface AskedLine {
  readonly quantity: string;
  readonly rewardExternalId: string;
  /** Null if no reward has the key now. */
  readonly reward: { readonly ID: string; readonly name: string; readonly cost: string } | null;
  /** The voucher code that the caller asked for; empty to have one minted. */
  readonly voucherCode: string;
}

/** A voucher of the redemption. */
interface MintedItem {
  readonly ID: string;
  readonly reward: string;
  readonly quantity: string;
  readonly voucherCode: string;
  readonly status: string;
  readonly expiresAt: string | null;
}

interface RedemptionRow extends InspectedRow {
  readonly member_external_id: string;
  readonly redemption_items: RedemptionLine[];
}

/** Reads everything about a redemption, by UUID, in one snapshot; undefined if it is unknown. */
export async function inspectRedemption(sql: Sql, id: string): Promise<RedemptionInspection | undefined> {
  return sql.begin("isolation level repeatable read read only", async (tx) => {
    const [row] = await tx<RedemptionRow[]>`
      select ${inspectedColumns(tx)}, member_external_id, redemption_items from redemption where id = ${id}`;
    if (!row) return undefined;
    const [waiting, member, lines, items, entries, audit] = await Promise.all([
      readWaiting(tx, redemption.class, id),
      readMember(tx, row),
      readLines(tx, row.redemption_items),
      readItems(tx, id),
      readEntriesOf(tx, id),
      readTrail(tx, id),
    ]);
    const sender = { user: row.user, origin: row.origin };
    return { ...describeRecord(redemption, row), sender, ...waiting, member, lines, items, entries, audit };
  });
}

async function readMember(
  tx: Tx,
  { member_external_id: externalId, receivedAt }: RedemptionRow,
): Promise<RedemptionInspection["member"]> {
  const [row] = await tx<{ id: string }[]>`
    select m.id from (select ${externalId}::text as key) asked cross join ${tx.unsafe(memberByKey("asked.key"))} m
    where m.key_since is null or m.key_since <= ${receivedAt}`;
  return { externalId, ID: row ? formatId(idPrefixOf("Member") as string, row.id) : null };
}

async function readLines(tx: Tx, lines: readonly RedemptionLine[]): Promise<AskedLine[]> {
  const keys = [...new Set(lines.map(({ RewardExternalID }) => RewardExternalID))];
  // A deleted reward may have had the same key: the latest counts.
  const rows = await tx<{ id: string; key: string; name: string; cost: string }[]>`
    select id, external_id as key, name, reward_cost as cost from reward
    where external_id = any(${keys}::text[]) order by create_date_time, id`;
  const prefix = idPrefixOf("Reward") as string;
  const byKey = new Map(rows.map(({ id, key, name, cost }) => [key, { ID: formatId(prefix, id), name, cost }]));
  return lines.map(({ Quantity, RewardExternalID, VoucherCode }) => ({
    quantity: Quantity,
    rewardExternalId: RewardExternalID,
    reward: byKey.get(RewardExternalID) ?? null,
    voucherCode: VoucherCode,
  }));
}

async function readItems(tx: Tx, id: string): Promise<MintedItem[]> {
  const rows = await tx<{ id: string }[]>`
    select id, name as reward, quantity, voucher_code as "voucherCode",
      ${tx.unsafe(shownStatus(redemptionItem, redemptionItem.noun))} as status, expiration_date_time as "expiresAt"
    from redemption_item where redemption = ${id} order by id`;
  return rows.map(({ id: item, ...row }) => ({
    ID: formatId(redemptionItem.idPrefix, item),
    ...showRow<Omit<MintedItem, "ID">>(row),
  }));
}
