import { type Amount, amountOf, showAmount } from "../amount.ts";
import type { Posting } from "../ledger/ledger.entry.ts";
import { erasedKeyText } from "../person.ts";
import type { Programme } from "../programme.ts";
import { type MintedItem, mintItem } from "../redemption-item/redemption-item.mint.ts";
import { normaliseVoucherCode } from "../redemption-item/voucher.ts";
import { isStockCounted } from "../reward/reward.class.ts";
import { type PointsDesk, refuseBalance } from "./redemption.balance.ts";
import { type RedemptionLine, redemption as redemptionDefinition } from "./redemption.class.ts";
import { countRedeemed, refuseVelocity, type Velocity } from "./redemption.velocity.ts";

export interface RedemptionToDecide {
  readonly id: string;
  readonly memberExternalId: string;
  readonly lines: readonly RedemptionLine[];
  /** It was sent for an erased person, whoever has the ExternalID by now. */
  readonly isOfErased?: boolean;
  /** Its member is blocked. */
  readonly isBlocked?: boolean;
}

export interface RedeemableReward {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  /** Empty if unset: the reward costs nothing. */
  readonly cost: string;
  readonly daysAvailable: string;
  readonly expiresAtMs: number | null;
  /** What is left in stock; 0 if the type is not counted. */
  readonly available: Amount;
}

/** The data that a batch of redemptions is decided by. It includes what earlier redemptions of the batch took. */
export interface RedemptionDesk extends PointsDesk {
  readonly clockMs: number;
  /** By the key that a redemption names: the ExternalID or a card. */
  readonly members: ReadonlyMap<
    string,
    { readonly id: string; readonly externalId: string; readonly programme: Programme }
  >;
  /** Rewards that are not deleted, by ExternalID. */
  readonly rewards: ReadonlyMap<string, RedeemableReward>;
  /** Normalised codes that already exist, and those issued in this batch. */
  readonly takenVoucherKeys: Set<string>;
  readonly stockTaken: Map<string, Amount>;
  readonly mintCode: () => string;
  /** Undefined if members may redeem as often as they like. */
  readonly velocity?: Velocity | undefined;
}

const redemptionRejections = {
  erased: "Error_Member_Erased",
  member: "Error_Member_Unknown",
  blocked: "Error_Member_Blocked",
  velocity: "Error_Redemptions_TooMany",
  reward: "Error_Reward_Unknown",
  expired: "Error_Reward_Expired",
  balance: "Error_Balance_Insufficient",
  stock: "Error_Stock_Insufficient",
  voucher: "Error_Voucher_Taken",
} as const;

export interface RedemptionOutcome {
  readonly id: string;
  readonly status: string;
  readonly note: string;
  readonly items: readonly MintedItem[];
}

type Rejection = { readonly reason: keyof typeof redemptionRejections; readonly text: string };
type PricedLine = {
  readonly line: RedemptionLine;
  readonly reward: RedeemableReward;
  readonly quantity: Amount;
  readonly cost: Amount;
};

/**
 * All or nothing: takes the cost from the balance and the stock of every reward and mints one voucher per line, or
 * rejects and takes nothing.
 */
export function decideRedemption(redemption: RedemptionToDecide, desk: RedemptionDesk): RedemptionOutcome {
  const { id } = redemption;
  const result = tryRedemption(redemption, desk);
  if ("reason" in result) {
    return {
      id,
      status: redemptionDefinition.transitions.reject.to,
      note: `${redemptionRejections[result.reason]}: ${result.text}`,
      items: [],
    };
  }
  desk.book.post(result.postings);
  // Vouchers have the member's own key, whatever card was used.
  const holder = { id, memberExternalId: result.memberKey };
  if (desk.velocity) countRedeemed(desk.velocity, result.memberKey);
  for (const { reward, quantity } of result.lines) {
    if (isStockCounted(reward.type)) desk.stockTaken.set(reward.id, (desk.stockTaken.get(reward.id) ?? 0n) + quantity);
  }
  // All given codes are taken before any is minted, so that no minted code equals one given for a later line.
  for (const code of givenCodes(redemption.lines)) desk.takenVoucherKeys.add(normaliseVoucherCode(code));
  const items = result.lines.map((priced) =>
    mintItem({ redemption: holder, ...priced, givenCode: priced.line.VoucherCode }, desk),
  );
  return { id, status: redemptionDefinition.transitions.complete.to, note: result.note, items };
}

function tryRedemption(
  redemption: RedemptionToDecide,
  desk: RedemptionDesk,
): Rejection | { postings: Posting[]; lines: PricedLine[]; note: string; memberKey: string } {
  if (redemption.isOfErased) return { reason: "erased", text: erasedKeyText };
  const member = desk.members.get(redemption.memberExternalId);
  if (!member) return { reason: "member", text: "the member is not registered." };
  if (redemption.isBlocked) return { reason: "blocked", text: "the member is blocked." };
  const tooMany = desk.velocity && refuseVelocity(desk.velocity, member.externalId);
  if (tooMany !== undefined) return { reason: "velocity", text: tooMany };
  const lines = priceLines(redemption.lines, desk);
  if ("reason" in lines) return lines;
  const currency = member.programme.currencies[0];
  const cost = lines.reduce((sum, line) => sum + line.cost, 0n);
  const short = refuseBalance(cost, member, desk);
  if (short !== undefined) return { reason: "balance", text: short };
  const refusal = refuseStock(lines, desk) ?? refuseVouchers(redemption.lines, desk);
  if (refusal) return refusal;
  const posting: Posting = {
    memberId: member.id,
    currencyId: currency.id,
    type: "Redemption",
    amount: -cost,
    sourceClass: redemptionDefinition.class,
    sourceId: redemption.id,
  };
  const note = `Redeemed for ${showAmount(cost)} ${currency.name}.`;
  return { postings: cost > 0n ? [posting] : [], lines, note, memberKey: member.externalId };
}

function priceLines(lines: readonly RedemptionLine[], desk: RedemptionDesk): Rejection | PricedLine[] {
  const priced: PricedLine[] = [];
  for (const line of lines) {
    const reward = desk.rewards.get(line.RewardExternalID);
    if (!reward) return { reason: "reward", text: `reward ${line.RewardExternalID} is not registered.` };
    if (reward.expiresAtMs !== null && reward.expiresAtMs <= desk.clockMs)
      return { reason: "expired", text: `reward ${line.RewardExternalID} has expired.` };
    const cost = reward.cost === "" ? 0n : amountOf(reward.cost) * BigInt(line.Quantity);
    priced.push({ line, reward, quantity: amountOf(line.Quantity), cost });
  }
  return priced;
}

function refuseStock(lines: readonly PricedLine[], desk: RedemptionDesk): Rejection | undefined {
  const wanted = new Map<string, Amount>();
  for (const { line, reward, quantity } of lines) {
    if (!isStockCounted(reward.type)) continue;
    const sum = (wanted.get(reward.id) ?? 0n) + quantity;
    wanted.set(reward.id, sum);
    const left = reward.available - (desk.stockTaken.get(reward.id) ?? 0n);
    if (sum > left)
      return { reason: "stock", text: `${showAmount(left)} of reward ${line.RewardExternalID} are left.` };
  }
  return undefined;
}

function refuseVouchers(lines: readonly RedemptionLine[], desk: RedemptionDesk): Rejection | undefined {
  const keys = new Set<string>();
  for (const code of givenCodes(lines)) {
    const key = normaliseVoucherCode(code);
    if (keys.has(key) || desk.takenVoucherKeys.has(key))
      return { reason: "voucher", text: "a voucher code of the redemption is taken." };
    keys.add(key);
  }
  return undefined;
}

function givenCodes(lines: readonly RedemptionLine[]): string[] {
  return lines.map((line) => line.VoucherCode).filter((code) => code !== "");
}
