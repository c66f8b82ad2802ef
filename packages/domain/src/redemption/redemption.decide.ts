import { type Amount, amountOf, showAmount } from "../amount.ts";
import { pendingOf, spendableOf } from "../expiry/expiry.due.ts";
import type { Book } from "../ledger/ledger.book.ts";
import type { Posting } from "../ledger/ledger.entry.ts";
import { erasedKeyText } from "../person.ts";
import type { Programme } from "../programme.ts";
import { type MintedItem, mintItem } from "../redemption-item/redemption-item.mint.ts";
import { normaliseVoucherCode } from "../redemption-item/voucher.ts";
import { isStockCounted } from "../reward/reward.class.ts";
import { type RedemptionLine, redemption as redemptionDefinition } from "./redemption.class.ts";
import { countRedeemed, refuseVelocity, type Velocity } from "./redemption.velocity.ts";

export interface RedemptionToDecide {
  readonly id: string;
  readonly memberExternalId: string;
  readonly lines: readonly RedemptionLine[];
  /** It was sent for an erased person, whoever has the ExternalID by now. */
  readonly isOfErased?: boolean;
}

/** Awards of sales inside the return window. */
interface WaitingPoints {
  /** Their sum, less what returns took back from these sales. */
  readonly points: Amount;
  /** When the window of the last of them ends, ms. */
  readonly untilMs: number;
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
export interface RedemptionDesk {
  readonly book: Book;
  readonly clockMs: number;
  readonly members: ReadonlyMap<string, { readonly id: string; readonly programme: Programme }>;
  /** Rewards that are not deleted, by ExternalID. */
  readonly rewards: ReadonlyMap<string, RedeemableReward>;
  /** Normalised codes that already exist, and those issued in this batch. */
  readonly takenVoucherKeys: Set<string>;
  readonly stockTaken: Map<string, Amount>;
  readonly mintCode: () => string;
  /** Points that wait for the end of the return window, by the UUID of the member; undefined or absent if none do. */
  readonly waiting?: ReadonlyMap<string, WaitingPoints> | undefined;
  /** Undefined if members may redeem as often as they like. */
  readonly velocity?: Velocity | undefined;
}

const redemptionRejections = {
  erased: "Error_Member_Erased",
  member: "Error_Member_Unknown",
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
  if (desk.velocity) countRedeemed(desk.velocity, redemption.memberExternalId);
  for (const { reward, quantity } of result.lines) {
    if (isStockCounted(reward.type)) desk.stockTaken.set(reward.id, (desk.stockTaken.get(reward.id) ?? 0n) + quantity);
  }
  // All given codes are taken before any is minted, so that no minted code equals one given for a later line.
  for (const code of givenCodes(redemption.lines)) desk.takenVoucherKeys.add(normaliseVoucherCode(code));
  const items = result.lines.map((priced) =>
    mintItem(
      { redemption, reward: priced.reward, quantity: priced.quantity, givenCode: priced.line.VoucherCode },
      desk,
    ),
  );
  return { id, status: redemptionDefinition.transitions.complete.to, note: result.note, items };
}

function tryRedemption(
  redemption: RedemptionToDecide,
  desk: RedemptionDesk,
): Rejection | { postings: Posting[]; lines: PricedLine[]; note: string } {
  if (redemption.isOfErased) return { reason: "erased", text: erasedKeyText };
  const member = desk.members.get(redemption.memberExternalId);
  if (!member) return { reason: "member", text: "the member is not registered." };
  const tooMany = desk.velocity && refuseVelocity(desk.velocity, redemption.memberExternalId);
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
  return { postings: cost > 0n ? [posting] : [], lines, note: `Redeemed for ${showAmount(cost)} ${currency.name}.` };
}

/**
 * Why the member cannot pay the cost; undefined if they can. What has expired is in the book already. Whoever may read
 * the redemption reads this, so it names no amount that the member has: those take the right to balances.
 */
function refuseBalance(
  cost: Amount,
  { id, programme }: { readonly id: string; readonly programme: Programme },
  { book, waiting }: RedemptionDesk,
): string | undefined {
  const currency = programme.currencies[0];
  const [state, recent] = [book.stateOf(id, currency.id), waiting?.get(id)];
  const spendable = state && recent ? spendableOf(state, 0n, recent.points) : book.balanceOf(id, currency.id);
  if (cost === 0n || cost <= spendable) return undefined;
  const text = `the cost of ${showAmount(cost)} ${currency.name} is more than the member can spend`;
  const pending = state && recent ? pendingOf(state, recent.points) : 0n;
  if (!recent || pending === 0n) return `${text}.`;
  const until = new Date(recent.untilMs).toISOString();
  return `${text}; points are pending until ${until} at the latest.`;
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
