import type { Campaign } from "@rewards/lab/replay/campaign";
import type { TierCount } from "@rewards/lab/replay/tier";
import { fixedId, shopMembers } from "./shop.ts";

/** The programme of all members who are in no club. */
export const shopProgramme = "REWARDS";

export const regulars = { key: "Regulars", id: fixedId("segment/Regulars") };
/** Members who are in the segment when a round begins. Administrators remove them, each once. */
export const firstRegulars: readonly string[] = shopMembers.ordinary.slice(0, 15).map(({ key }) => key);
/** Members whom administrators add, each once. */
export const laterRegulars: readonly string[] = [...shopMembers.hot, ...shopMembers.ordinary.slice(15)].map(
  ({ key }) => key,
);

/** The UUID of a rule of the shop. */
export const ruleIdOf = (id: string): string => fixedId(`rule/${id}`);

export const capped = { id: "CAP", gives: { rate: "1" }, cap: { points: "30", per: "day" } } as const;
export const card = { id: "CARD", gives: { bonus: "9" }, every: { quantity: "3", per: "campaign" } } as const;
export const plain = { id: "PLAIN", where: { product: ["P1"] }, gives: { perQuantity: "2" } } as const;
const ofSegment = { id: "REGULARS", where: { segment: [regulars.key] }, gives: { bonus: "5" } } as const;
const ofGold = {
  ...{ id: "GOLD", where: { tier: ["Gold"] }, gives: { perQuantity: "1" } },
  cap: { points: "9", per: "day" },
} as const;
export const ofTier = { id: "TIER", where: { tier: ["Silver", "Gold"] }, gives: { multiplier: "1.5" } } as const;

/** The rules of the programme when a round begins. Their keys are in the order that versions have. */
export const shopRules: readonly Campaign[] = [capped, card, ofGold, plain, ofSegment, ofTier];

/** The tiers of the programme after `edits` edits, as versions have them. A round draws what counts. */
export const shopTiers = (counts: TierCount, edits = 0) => ({
  ...({ period: "month", counts } as const),
  levels: [
    { name: "Silver", from: String(300 + edits) },
    { name: "Gold", from: String(1_000 + 10 * edits) },
  ],
});
