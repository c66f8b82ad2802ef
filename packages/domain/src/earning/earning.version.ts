import type { Amount, Rounding } from "../amount.ts";
import type { TierRules } from "../tier/tier.schema.ts";

/** How an amount of sales becomes base points. */
export interface Earning {
  /** Points for 1.00 of sales. */
  readonly rate: Amount;
  readonly rounding: Rounding;
  /** Decimals that points are rounded to, 0 to 4. */
  readonly fractionDigits: number;
}

/** A rate with the version that has it. */
export type NamedEarning = Earning & Pick<EarningVersion, "version">;

/** A programme's rules of earning from an instant on. Nothing of a version changes any more; entries name theirs. */
export interface EarningVersion extends Earning {
  /** From 1, without a gap. */
  readonly version: number;
  /** Sales made from then on earn by it, as long as no later version says so too. Milliseconds; -Infinity: all before. */
  readonly inForceFromMs: number;
  /** Rules do not count for sales that are accepted more days after they were made; absent: they always count. */
  readonly lateDays?: number;
  /** Whether it has rules besides the rate. */
  readonly hasRules?: boolean;
  /** Absent if it has no tiers. */
  readonly tiers?: TierRules;
}

/** All versions of a programme, the first one first. */
export type EarningVersions = readonly [EarningVersion, ...EarningVersion[]];

/**
 * The version by which a sale earns that was made then: the last of those in force at that time, or the first one. It
 * depends on no clock, so every attempt, every batch and every later explanation finds the same.
 * @param soldAtMs from `countedAtMs`.
 */
export const versionInForce = (versions: EarningVersions, soldAtMs: number): EarningVersion =>
  versions.findLast(({ inForceFromMs }) => inForceFromMs <= soldAtMs) ?? versions[0];
