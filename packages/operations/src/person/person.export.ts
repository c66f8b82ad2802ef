import {
  type Author,
  columnName,
  noKeys,
  openPersonal,
  type PersonalKeys,
  type Sql,
  sealedColumn,
  sealedColumnNames,
  type Tx,
  writeAudit,
} from "@rewards/db";
import { AppError, member } from "@rewards/domain";
import { readPerson } from "./person.read.ts";

/** Takes a row that the service holds about a person: its table, and its columns by name as JSON. */
export type TakeHeldRow = (table: string, row: string) => void;

/**
 * Every table that holds rows about a person, with the condition for them: `$1` is the ExternalID and the cards, `$2` the UUIDs of
 * the member and of those that were merged into it, `$3` the UUIDs of the member, sales, redemptions and vouchers.
 */
export const holdings = [
  ["member", "id = any($2)"],
  ["sale", "member_external_id = any($1)"],
  ["redemption", "member_external_id = any($1)"],
  ["redemption_item", "member_external_id = any($1)"],
  ["awaiting", "member = any($1) or holder = any($2)"],
  ["balance", "member = any($2)"],
  ["tally", "member = any($2)"],
  ["member_key", "member = any($2)"],
  ["member_merge", "member = any($2)"],
  ["payment", "member = any($2)"],
  ["payment_cancellation", "member = any($2)"],
  ["ledger_entry", "member = any($2)"],
  ["adjustment", "member = any($2)"],
  ["adjustment_request", "member = any($2)"],
  ["sale_return", "member = any($2)"],
  ["returned_line", "member = any($2)"],
  ["segment_member", "member = any($2)"],
  ["tier_change", "member = any($2)"],
  ["history", "record_id = any($3)"],
  ["idempotency_key", "object_id = any($3)"],
  ["pending", "id = any($3)"],
  ["failing", "id = any($3)"],
  ["dead_letter", "id = any($3)"],
  ["expiring", "item_id = any($3)"],
  ["webhook_parked", "lane = any(select hashed_key(k) from unnest($1) k)"],
  ["audit_entry", "record_id = any($3)"],
] as const;

/** A sale may have a megabyte. */
const sliceRows = 16;

/**
 * Passes all that the service holds about a person to `take`, on one snapshot. The audit records the export, unless
 * `take` throws.
 * @param scans a pool whose statements may take long, and that no till needs.
 * @param keys the keys of personal fields, which the export shows in clear.
 * @throws AppError 404 if nothing has this key, 503 if personal fields cannot be decrypted.
 */
export async function exportPerson(
  scans: Sql,
  externalId: string,
  author: Author,
  take: TakeHeldRow,
  keys: PersonalKeys = noKeys,
): Promise<void> {
  await scans.begin("isolation level repeatable read", async (tx) => {
    const { memberId, memberIds, keys: all } = await readPerson(tx, externalId);
    const parameters = [all, memberIds, [...memberIds, ...(await idsOf(tx, all))]];
    let rows = 0;
    for (const [table, condition] of holdings) {
      // Each statement gets all three parameters, since a condition names one of them.
      const text = `select to_jsonb(t)::text as row from (select $1::text[], $2::uuid[], $3::uuid[]) given, "${table}" t where ${condition}`;
      await tx.unsafe<{ row: string }[]>(text, parameters as never[]).cursor(sliceRows, (slice) => {
        for (const { row } of slice) take(table, table === member.noun ? openMember(keys, row) : row);
        rows += slice.length;
      });
    }
    if (rows === 0) throw new AppError("Error_Object_Unknown");
    const record = memberId === null ? {} : { record: { class: member.class, id: memberId } };
    await writeAudit(tx, { author, operation: "member.export", ...record, detail: { rows } });
  });
}

/** The row as it would be in clear. */
function openMember(keys: PersonalKeys, text: string): string {
  const row: Record<string, unknown> = JSON.parse(text);
  const { id, [sealedColumn]: sealed } = row;
  if (typeof sealed === "string") {
    const values = openPersonal(keys, { class: member.class, id: String(id), sealed });
    for (const [name, value] of Object.entries(values)) row[columnName(name)] = value;
  }
  for (const name of sealedColumnNames(member)) delete row[name];
  return JSON.stringify(row);
}

async function idsOf(tx: Tx, keys: readonly string[]): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select id from sale where member_external_id = any(${[...keys]}::text[])
    union all select id from redemption where member_external_id = any(${[...keys]}::text[])
    union all select id from redemption_item where member_external_id = any(${[...keys]}::text[])`;
  return rows.map(({ id }) => id);
}
