import type { Amount } from "../amount.ts";
import { redemptionItem } from "./redemption-item.class.ts";
import { normaliseVoucherCode } from "./voucher.ts";

const mintAttemptsMax = 10;
const millisecondsPerDay = 86_400_000;
const latestExpiryMs = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

export interface MintedItem {
  readonly redemptionId: string;
  readonly rewardId: string;
  readonly memberExternalId: string;
  readonly name: string;
  readonly quantity: Amount;
  /** What it cost, in points. */
  readonly cost: Amount;
  readonly voucherCode: string;
  readonly voucherKey: string;
  readonly expiresAtMs: number | null;
  readonly status: string;
}

export interface ItemToMint {
  readonly redemption: { readonly id: string; readonly memberExternalId: string };
  readonly reward: {
    readonly id: string;
    readonly name: string;
    readonly daysAvailable: string;
    readonly expiresAtMs: number | null;
  };
  readonly quantity: Amount;
  readonly cost: Amount;
  /** Kept and shown unchanged; empty if a code is to be minted. */
  readonly givenCode: string;
}

export interface Mint {
  readonly clockMs: number;
  /** Normalised codes that already exist; codes issued here are added. */
  readonly takenVoucherKeys: Set<string>;
  readonly mintCode: () => string;
}

/** Mints one item with a voucher code. The caller has checked that a given code is free. */
export function mintItem({ redemption, reward, quantity, cost, givenCode }: ItemToMint, mint: Mint): MintedItem {
  const code = givenCode === "" ? freshCode(mint) : withKey(givenCode);
  mint.takenVoucherKeys.add(code.voucherKey);
  return {
    redemptionId: redemption.id,
    rewardId: reward.id,
    memberExternalId: redemption.memberExternalId,
    name: reward.name,
    quantity,
    cost,
    ...code,
    expiresAtMs: expiryOf(reward, mint.clockMs),
    status: redemptionItem.initial,
  };
}

const withKey = (voucherCode: string) => ({ voucherCode, voucherKey: normaliseVoucherCode(voucherCode) });

function freshCode({ takenVoucherKeys, mintCode }: Mint): ReturnType<typeof withKey> {
  for (let attempt = 0; attempt < mintAttemptsMax; attempt += 1) {
    const code = withKey(mintCode());
    if (!takenVoucherKeys.has(code.voucherKey)) return code;
  }
  throw new Error(`${mintAttemptsMax} codes in a row were taken: the generator is broken`);
}

/** The earlier of now + DaysAvailable and RewardExpiration; null if neither is set. */
function expiryOf(reward: ItemToMint["reward"], clockMs: number): number | null {
  const byDays =
    reward.daysAvailable === ""
      ? Number.POSITIVE_INFINITY
      : Math.min(clockMs + Number(reward.daysAvailable) * millisecondsPerDay, latestExpiryMs);
  const expiry = Math.min(byDays, reward.expiresAtMs ?? Number.POSITIVE_INFINITY);
  return Number.isFinite(expiry) ? expiry : null;
}
