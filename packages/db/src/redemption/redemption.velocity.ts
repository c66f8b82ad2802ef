import type { RedeemedCounts } from "@rewards/domain";
import type { Tx } from "../client.ts";

/**
 * The completed redemptions of these members within an hour and within a day, by ExternalID. A completed redemption has
 * items. The balances of the members must be locked: then no other batch completes one meanwhile.
 */
export async function readRedeemed(tx: Tx, memberExternalIds: readonly string[]): Promise<Map<string, RedeemedCounts>> {
  const rows = await tx<(RedeemedCounts & { member: string })[]>`
    select member_external_id as member, count(distinct redemption)::int as day,
      (count(distinct redemption) filter (where create_date_time > clock_timestamp() - interval '1 hour'))::int as hour
    from redemption_item
    where member_external_id = any(${[...new Set(memberExternalIds)]}::text[])
      and create_date_time > clock_timestamp() - interval '1 day'
    group by member_external_id`;
  return new Map(rows.map(({ member, hour, day }) => [member, { hour, day }]));
}
