import type { Amount, Product } from "../amount.ts";
import type { Counted, ProductFacts } from "../earning/earning.rule.ts";
import type { EarningVersion } from "../earning/earning.version.ts";
import type { BalanceKey } from "../ledger/ledger.entry.ts";
import type { Programme } from "../programme.ts";
import type { RuleSet } from "../rule/rule.compile.ts";
import type { Worth } from "../rule/rule.worth.ts";
import type { Originals, ProductRecords } from "../sale-return/sale-return.original.ts";
import type { LinkedLine, TakenLine } from "../sale-return/sale-return.take.ts";
import type { Membership } from "../segment/segment.member.ts";
import type { TierBooks } from "../tier/tier.sums.ts";
import type { SaleItem } from "./sale.class.ts";

/** What a sale's decision reads from its record. */
export interface SaleToDecide {
  readonly id: string;
  readonly items: readonly SaleItem[];
  readonly storeCode: string;
  /** Empty if the caller sent none. */
  readonly channel: string;
  /** SaleDateTime as the till sent it. */
  readonly soldAtMs: number;
  readonly acceptedAtMs: number;
}

/** What a sale refers to. Member and store are registered: without them, the sale waits. */
export interface SaleReferences {
  readonly member: {
    readonly id: string;
    readonly programme: Programme;
    /** JoinDateTime or, without one, CreateDateTime. Milliseconds since the epoch. */
    readonly joinedAtMs: number;
    /** In the segments that the rules name; absent if they name none. */
    readonly memberships?: readonly Membership[];
  };
  readonly store: { readonly isParticipating: boolean };
  /** By product code; codes that are not registered are absent. */
  readonly products: ReadonlyMap<string, ProductFacts>;
  /** The rules of the version in force when the sale was made; absent if it has none. */
  readonly rules?: RuleSet;
  /** Every sale that a line names; absent if none does. */
  readonly originals?: Originals;
  /** Absent if no programme has tiers. */
  readonly tiers?: TierBooks;
  /** The products that ever had a code of a line with an original, or another code of these. */
  readonly productRecords?: ProductRecords;
}

/** What a sale gives for its purchases. */
interface Gain extends Worth {
  /** Positions of the lines that count for the rate, from 0. */
  readonly lines: readonly number[];
  /** The amount of these lines. */
  readonly amount: Amount;
}

/** What a sale gives and takes, as far as it is known before balances are locked. */
export interface SalePlan {
  readonly id: string;
  /** The member's balance, to lock even if nothing is posted to it. */
  readonly balance: BalanceKey;
  /**
   * By the programme's rate and rules, for a member of a tier; undefined if they give nothing. What capped rules give
   * depends on earlier sales, as the tier does.
   */
  readonly gainOf: (tier: string | null) => Gain | undefined;
  /** The running sums of rules that it may move. */
  readonly sumKeys: readonly string[];
  /** The version names tiers in its rules. */
  readonly namesTiers: boolean;
  /** The tiers of all programmes; absent if none has any. */
  readonly tiers?: TierBooks;
  /** When the sale counts as made, from `countedAtMs`. */
  readonly soldAtMs: number;
  /** The return lines that name no sale and count. What they take depends on earlier returns: see `moveSum`. */
  readonly unlinked: Counted | undefined;
  /** The lines that name an original. What they take depends on earlier returns, so it is decided under the lock. */
  readonly linked: readonly LinkedLine[];
  /** The version of the programme's rules that was in force when the sale was made. */
  readonly earning: EarningVersion;
  readonly note: string;
  /** The store, and what its till does wrong. */
  readonly storeCode: string;
  readonly tillFaults: readonly TillFault[];
}

/** What a till does wrong: its clock is ahead; it returns a product that nobody registered. */
export type TillFault = "clock_ahead" | "unknown_return";

/** A row to write: what a line of a return took. */
export interface WrittenReturn extends TakenLine {
  readonly returnId: string;
  readonly postedAtMs: number;
}

export interface SaleOutcome {
  readonly id: string;
  readonly status: string;
  readonly note: string;
  readonly returns: readonly WrittenReturn[];
  /** As `fault store`; absent if its till does nothing wrong. */
  readonly tillFaults?: readonly string[];
  /** The running sum of returns without a sale, if this sale moved it. */
  readonly sum?: WrittenSum;
}

/** What to add to the running sum of a balance. */
interface WrittenSum extends BalanceKey {
  readonly value: Product;
}
