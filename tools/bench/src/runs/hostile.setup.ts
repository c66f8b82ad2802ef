import { formatId, sale, saleItemsMax } from "@rewards/domain";
import { withSql } from "@rewards/lab/database";
import { type HostileRecords, originalSale, originalsCount, textLengthMax } from "../hostile/requests.ts";
import { awaitSettled } from "../measure/database.ts";
import { fillLedger } from "../measure/ledger.fill.ts";
import { callApi, createReward } from "../run/sales.ts";
import type { Session } from "../run/session.ts";
import { storeCode } from "../subject/shop.ts";

/** With the counts below, this makes 6,000 sales and 5,000 vouchers. */
export const members = 1_000;
const salesPerMember = [6, 6] as const;
const redemptions = 100;
const linesPerRedemption = 50;

const bigMember = "no member";
const bigSales = 300;
const saleIdsMax = 500;
const sellersOfOriginals = 8;

/** Stored before the service starts: the members' history, and large sales if the callers ask for them. */
export async function fillRecords(databaseUrl: string, hasBigSales: boolean): Promise<void> {
  if (hasBigSales) await insertBigSales(databaseUrl);
  await fillLedger(databaseUrl, { members, perMember: salesPerMember });
}

/** Rejected sales, which no worker takes, with the most lines that a sale may have, and codes as wide as possible. */
async function insertBigSales(databaseUrl: string): Promise<void> {
  await withSql(databaseUrl, async (sql) => {
    await sql`
      insert into sale (id, version, status, confirmation_note, create_user_id, update_user_id, origin, external_id,
        sale_channel_code, point_of_sale_id, sale_date_time, member_external_id, store_code, sale_items)
      select gen_random_uuid(), 2, ${sale.transitions.reject.to}, 'Rejected.', 'bench', 'bench', 'API', 'big-' || n, '', '', now(),
        ${bigMember}, ${storeCode}, jsonb_agg(jsonb_build_object(
          'ProductCode', repeat(chr(1), ${textLengthMax}::int), 'Quantity', 1, 'TotalAmount', line))
      from generate_series(1, ${bigSales}::int) n, generate_series(1, ${saleItemsMax}::int) line group by n`;
    await sql`insert into sale_key (external_id, sale_id) select external_id, id from sale on conflict do nothing`;
  });
}

export async function prepareRecords(session: Session, hasOriginals: boolean): Promise<HostileRecords> {
  if (hasOriginals) await sellOriginals(session);
  await createReward(session, "R");
  await Promise.all(Array.from({ length: redemptions }, (_, n) => redeem(session, n)));
  await awaitSettled(session.sql);
  const rows = await session.sql<{ id: string }[]>`
    select id from sale where member_external_id <> ${bigMember} limit ${saleIdsMax}`;
  return { saleIds: rows.map(({ id }) => formatId(sale.idPrefix, id)), bigMember };
}

/** One after the other in each of a few lines: a body is large. */
async function sellOriginals(session: Session): Promise<void> {
  const sell = async (first: number) => {
    for (let n = first; n < originalsCount; n += sellersOfOriginals)
      await callApi(session, "POST", "/objects", originalSale(n));
  };
  await Promise.all(Array.from({ length: sellersOfOriginals }, (_, first) => sell(first)));
}

async function redeem(session: Session, n: number): Promise<void> {
  const line = { RewardExternalID: "R", Quantity: "1", VoucherCode: "" };
  const RedemptionItems = Array(linesPerRedemption).fill(line);
  const content = { ExternalID: `redemption-${n}`, MemberExternalID: `M${n}`, RedemptionItems };
  await callApi(session, "POST", "/objects", { objectTypeID: "RedemptionCase", content });
}
