import type { Amount, Product } from "../amount.ts";
import type { TierMove, TierState } from "../tier/tier.sums.ts";

export const entryTypes = [
  "Sale",
  "Return",
  "Adjustment",
  "Redemption",
  "Payment",
  "Expiry",
  "Cancellation",
  "TransferOut",
  "TransferIn",
] as const;
export type EntryType = (typeof entryTypes)[number];

/** The type of entries that give points back to the awards that they came from: they raise a balance, and are no awards. */
export const cancellationType = "Cancellation" satisfies EntryType;

export interface BalanceKey {
  readonly memberId: string;
  readonly currencyId: string;
}

/** A posting that a rule requests: a signed amount for one member and currency, with the record that caused it. */
export interface Posting extends BalanceKey {
  readonly type: EntryType;
  readonly amount: Amount;
  /** Source, type and currency are together unique in the ledger, so that a posting happens only once. */
  readonly sourceClass: string;
  readonly sourceId: string;
  /** The version of the programme's rules that gave the amount. Absent if no rule did. */
  readonly rules?: number;
  /** Text from `whyText`. Absent if the amount is the base, without lines. */
  readonly why?: string;
  /** How it moves the tier sums of the balance; absent if it does not. */
  readonly counted?: readonly TierMove[];
}

/** The balance of one member and currency: the only lock of a posting, and the head of its hash chain. */
export interface Balance extends BalanceKey {
  readonly id: string;
  readonly balance: Amount;
  /** Running total of the positive amounts. */
  readonly awarded: Amount;
  /** Running total of what returns took back from the sales that they named, as of the lock. */
  readonly returned: Amount;
  /** Running sum of what return lines without a sale are worth, before rounding, as of the lock. */
  readonly returnsSum: Product;
  readonly sequence: number;
  /** Milliseconds since the epoch of the last entry; 0 before the first. */
  readonly lastAtMs: number;
  /** SHA-256 in hex of the last entry; empty before the first. */
  readonly lastHash: string;
  /** Undefined if nothing counted for a tier yet. */
  readonly tiers?: TierState | undefined;
}

export interface Entry extends Omit<Posting, "rules" | "why" | "counted"> {
  readonly id: string;
  readonly rules: number | null;
  readonly why: string;
  readonly sequence: number;
  readonly balanceAfter: Amount;
  readonly awardedAfter: Amount;
  readonly postedAtMs: number;
  readonly hash: string;
}

/** Whether the points of an entry are an award, which later deductions consume. */
export const isAward = ({ type, amount }: Pick<Posting, "type" | "amount">): boolean =>
  amount > 0n && type !== cancellationType;

/** What a return took back of one original. */
export interface ReturnShare {
  /** The public ID of the original. */
  readonly sale: string;
  /** Positions in the return. */
  readonly lines: readonly number[];
  /** 0 or less. */
  readonly points: Amount;
  /** The part of the points that the original's own entry did not have: its repricing gave it. 0 or less; absent if nothing. */
  readonly beyond?: Amount;
  /** What of the points the rate had given, and what each rule. Absent if no rule counted for the original. */
  readonly byRule?: {
    readonly base: Amount;
    readonly rules: readonly { readonly id: string; readonly points: Amount }[];
  };
  /** The amount that counted for a tier, 0 or less. Absent if tiers count something else. */
  readonly spend?: Amount;
}
