/**
 * What campaigns give besides the rate, as a shop assistant would note it: each campaign, its lines, and a card for each
 * member and day. Points, money and quantities are whole ten-thousandths. It uses nothing of the product.
 */
import { type Bought, roundPoints } from "./goods.ts";
import { leftOf, type NotedSale } from "./receipt.ts";
import type { Level } from "./tier.ts";

/** A rule as a programme file has it: only what the replay knows. */
export interface Campaign {
  readonly id: string;
  readonly where?: {
    readonly product?: readonly string[];
    readonly segment?: readonly string[];
    readonly tier?: readonly string[];
  };
  /** One of them. */
  readonly gives: {
    readonly multiplier?: string;
    readonly rate?: string;
    readonly perQuantity?: string;
    readonly bonus?: string;
  };
  readonly cap?: { readonly points: string; readonly per: "day" };
  readonly every?: { readonly quantity: string; readonly per: "campaign" };
}

/** The campaigns of the time when a sale was made. */
export interface Season {
  readonly campaigns: readonly Campaign[];
  /** The segments that the member was in. */
  readonly segments: readonly string[];
  /** The local date: `2026-05-04`. */
  readonly date: string;
  /** The tiers, the lowest first. */
  readonly levels?: readonly Level[];
}

/** A campaign that counts for a sale. */
export interface Counting {
  readonly campaign: Campaign;
  readonly lines: readonly Bought[];
  /** Its card, if it has one. Another cap or step begins another card. */
  readonly card: string | undefined;
}

/** What members have collected, by member and card. */
export type Cards = Map<string, number>;

const one = 10_000;
const unitsOf = (text: string) => Math.round(Number(text) * one);

function cardOf({ id, cap, every, gives }: Campaign, date: string): string | undefined {
  if (cap) return `${id} up to ${cap.points} on ${date}`;
  return every && `${id} ${gives.bonus} for ${every.quantity}`;
}

/** @param tier of the member before the sale. */
export function countCampaigns(
  season: Season | undefined,
  bought: readonly Bought[],
  tier: string | null = null,
): Counting[] {
  if (!season) return [];
  const { segments, date } = season;
  return season.campaigns.flatMap((campaign): Counting[] => {
    const { product, segment, tier: tiers } = campaign.where ?? {};
    if (segment && !segment.some((name) => segments.includes(name))) return [];
    if (tiers && (tier === null || !tiers.includes(tier))) return [];
    const lines = bought.filter(
      ({ counts, amount, code }) => counts && amount > 0 && (product?.includes(code) ?? true),
    );
    return lines.length > 0 ? [{ campaign, lines, card: cardOf(campaign, date) }] : [];
  });
}

/** What a campaign makes of what is left of a sale: points or, with a card, what goes on it. */
function measure({ campaign: { gives, every }, lines }: Counting, sale: NotedSale): number {
  const { amount, quantity } = leftOf(sale, lines);
  if (amount === 0) return 0;
  if (every) return quantity;
  const { multiplier = "1", rate = "0", perQuantity = "0", bonus = "0" } = gives;
  const more = BigInt(amount) * BigInt(sale.rules.rate) * BigInt(unitsOf(multiplier) - one);
  const exact = amount * unitsOf(rate) + quantity * unitsOf(perQuantity) + one * unitsOf(bonus);
  return roundPoints(more + BigInt(exact) * BigInt(one), sale.rules, one * one);
}

function worthOfCard({ cap, every, gives: { bonus = "0" } }: Campaign, total: number): number {
  if (cap) return Math.min(unitsOf(cap.points), total);
  return every ? unitsOf(bonus) * Math.floor(total / unitsOf(every.quantity)) : total;
}

/** A sale with the campaigns that count for it. */
export interface CampaignSale extends NotedSale {
  readonly campaigns: readonly Counting[];
}

/** What each campaign of a sale makes of what is left of it. */
export const measureAll = (sale: CampaignSale): number[] => sale.campaigns.map((one) => measure(one, sale));

/**
 * Notes on the cards of a member what the campaigns of a sale make of it now.
 * @param before what they made of it so far; nothing at the sale itself.
 * @returns the points that this gives or, negative, takes, and whether a card changed.
 */
export function noteCampaigns(cards: Cards, member: string, sale: CampaignSale, before: readonly number[] = []) {
  const step = { points: 0, isOnCard: false };
  for (const [index, now] of measureAll(sale).entries()) {
    const { campaign, card } = sale.campaigns[index] as Counting;
    const more = now - (before[index] ?? 0);
    if (card === undefined) step.points += more;
    if (card === undefined || more === 0) continue;
    const key = `${member} ${card}`;
    const total = cards.get(key) ?? 0;
    cards.set(key, total + more);
    step.points += worthOfCard(campaign, total + more) - worthOfCard(campaign, total);
    step.isOnCard = true;
  }
  return step;
}
