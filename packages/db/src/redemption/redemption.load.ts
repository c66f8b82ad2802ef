import { type Programme, type RedeemableReward, type RedemptionToDecide, redemption } from "@rewards/domain";
import type { Sql } from "../client.ts";
import { memberByKey } from "../member.key.ts";
import { dropSettled, isLive, StatusMovedError } from "../object/object.settle.ts";

export const redemptionOpenStatuses: readonly string[] = redemption.transitions.complete.from;

/** The member whom a redemption is for. */
interface Redeemer {
  readonly id: string;
  readonly externalId: string;
  readonly programme: Programme;
}

/** A reward without what is left of it, which is read under the lock of its stock. */
export type Offer = Omit<RedeemableReward, "available">;

/** Undecided redemptions, with what they name. */
export interface LoadedRedemptions {
  /** In order of ID. */
  readonly redemptions: readonly RedemptionToDecide[];
  /** By the key that the redemption names: the ExternalID or a card. Unknown members are absent. */
  readonly members: ReadonlyMap<string, Redeemer>;
  /** By ExternalID; unknown and deleted rewards are absent. */
  readonly offers: ReadonlyMap<string, Offer>;
}

interface RedemptionRow {
  readonly id: string;
  readonly member_external_id: string;
  readonly redemption_items: RedemptionToDecide["lines"];
  readonly member: string | null;
  readonly member_key: string | null;
  readonly program_business_id: string | null;
}

/**
 * The undecided redemptions of these IDs.
 * @throws StatusMovedError for a programme that is not in the catalogue yet: the next attempt reads a newer catalogue.
 */
export async function loadRedemptions(
  sql: Sql,
  ids: readonly string[],
  programmes: ReadonlyMap<string, Programme>,
): Promise<LoadedRedemptions> {
  const rows = await sql<RedemptionRow[]>`
    select r.id, r.member_external_id, r.redemption_items, m.id as member, m.external_id as member_key, m.program_business_id
    from redemption r left join ${sql.unsafe(memberByKey("r.member_external_id"))} m on true
    where r.id = any(${[...ids]}::uuid[]) and r.status = any(${[...redemptionOpenStatuses]}::text[]) order by r.id`;
  const members = new Map<string, Redeemer>();
  for (const {
    member_external_id: sent,
    member: id,
    member_key: externalId,
    program_business_id: businessId,
  } of rows) {
    if (id === null || externalId === null || businessId === null || members.has(sent)) continue;
    const programme = programmes.get(businessId);
    if (!programme) throw new StatusMovedError(`programme ${businessId} is newer than the catalogue`);
    members.set(sent, { id, externalId, programme });
  }
  const redemptions = rows.map((row) => {
    return { id: row.id, memberExternalId: row.member_external_id, lines: row.redemption_items };
  });
  return { redemptions, members, offers: await loadOffers(sql, redemptions) };
}

/** Removes settled redemptions from `pending` and `failing`. For batches with fewer open redemptions than IDs. */
export async function dropSettledRedemptions(sql: Sql, ids: readonly string[]): Promise<void> {
  await dropSettled(sql, { class: redemption.class, noun: redemption.noun, from: redemptionOpenStatuses }, ids);
}

interface RewardRow {
  readonly id: string;
  readonly external_id: string;
  readonly name: string;
  readonly reward_type: string;
  readonly reward_cost: string;
  readonly days_available: string;
  readonly reward_expiration: Date | null;
}

/** The rewards that these redemptions name, unless they are deleted. */
async function loadOffers(sql: Sql, redemptions: readonly RedemptionToDecide[]): Promise<Map<string, Offer>> {
  const named = new Set(redemptions.flatMap(({ lines }) => lines.map((line) => line.RewardExternalID)));
  if (named.size === 0) return new Map();
  const rows = await sql<RewardRow[]>`
    select id, external_id, name, reward_type, reward_cost, days_available, reward_expiration
    from reward where external_id = any(${[...named]}::text[]) and ${isLive(sql)}`;
  return new Map(rows.map((row) => [row.external_id, offerOf(row)]));
}

const offerOf = (row: RewardRow): Offer => ({
  id: row.id,
  name: row.name,
  type: row.reward_type,
  cost: row.reward_cost,
  daysAvailable: row.days_available,
  expiresAtMs: row.reward_expiration?.getTime() ?? null,
});
