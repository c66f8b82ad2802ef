import type { Campaign } from "@rewards/lab/replay/campaign";
import type { Level, TierCount } from "@rewards/lab/replay/tier";
import type { SaleLine } from "../load/make.sale.ts";

export interface SaleRow {
  readonly id: string;
  readonly key: string;
  readonly status: string;
  readonly note: string;
  readonly member: string;
  readonly store: string;
  readonly items: readonly SaleLine[];
  /** When it counts as made. */
  readonly sold: Date;
  readonly is_awaiting: boolean;
}

export interface RedemptionRow {
  readonly id: string;
  /** The Origin: identifies every redemption of the suite. */
  readonly key: string;
  readonly status: string;
  readonly note: string;
  readonly member: string;
  readonly lines: readonly { Quantity: string; RewardExternalID: string; VoucherCode: string }[];
}

export interface ItemRow {
  readonly id: string;
  readonly redemption: string;
  readonly status: string;
  readonly voucher_key: string;
  readonly expires: Date | null;
  /** The ExternalID of its reward, and how many of it. */
  readonly reward: string;
  readonly quantity: string;
}

export interface EntryRow {
  /** Of an Expiry after a Cancellation: that of the Cancellation. */
  readonly source: string;
  readonly is_after_cancellation?: boolean;
  readonly member: string;
  /** The position of its currency in the programme. */
  readonly currency: number;
  readonly type: string;
  /** Text with four decimals. */
  readonly amount: string;
  readonly balance: string;
  readonly at: Date;
  /** The version of the rules; null if the entry is of no sale. */
  readonly version: number | null;
  readonly why: {
    readonly rules?: readonly { readonly id: string }[];
    readonly sums?: readonly { readonly key: string; readonly before: number; readonly value: number }[];
    readonly tier?: string;
  };
}

/** The rules and the tiers of the programme from a time on. */
export interface VersionRow {
  readonly version: number;
  /** Null: since ever. */
  readonly since: Date | null;
  readonly rules: readonly VersionRule[];
  readonly tiers: Tiers | null;
}

export interface Tiers {
  readonly period: "month";
  readonly counts: TierCount;
  /** The lowest first. */
  readonly levels: readonly Level[];
}

/** `to` is a local time, from which on the rule does not count. */
export type VersionRule = Campaign & { readonly to?: string };

export interface PersonRow {
  readonly id: string;
  readonly key: string;
  readonly status: string;
}

/** A time that a member was in the segment. */
export interface RegularRow {
  readonly key: string;
  readonly since: Date;
  readonly until: Date | null;
}

/** The tier of a member of the programme, as its balance has it. */
export interface TierRow {
  readonly member: string;
  readonly tier: string | null;
  /** The newest month in which anything counted; null if nothing did yet. */
  readonly month: string | null;
  /** Of that month and of the two before it. Texts with four decimals. */
  readonly sums: readonly string[] | null;
}

/** A change of a member's tier. */
export interface TierChangeRow {
  readonly member: string;
  readonly from: string | null;
  readonly to: string | null;
  /** The UUID of the sale; null if the tier ran out, or was counted anew. */
  readonly sale: string | null;
}

export interface MoveRow {
  readonly noun: string;
  readonly id: string;
  readonly old: string;
  readonly new: string;
  readonly at: Date;
}

/** Everything that a round's database contains at its end. */
export interface Facts {
  readonly sales: readonly SaleRow[];
  readonly redemptions: readonly RedemptionRow[];
  readonly items: readonly ItemRow[];
  /** Those of a balance follow each other in the order of their sequence. */
  readonly entries: readonly EntryRow[];
  readonly adjustments: readonly {
    id: string;
    member: string;
    currency: number;
    amount: string;
    user: string;
    /** The UUID of the sale that was repriced. */
    sale: string | null;
  }[];
  readonly payments: readonly { id: string; key: string; member: string; points: string }[];
  readonly givenBack: readonly { id: string; payment: string; points: string }[];
  /** What each edit of a description made of it. */
  readonly edits: readonly { readonly key: string }[];
  /** The Idempotency-Keys of actions. */
  readonly keys: readonly { readonly key: string; readonly path: string }[];
  readonly stock: readonly { reward: string; added: string; available: string; issued: string }[];
  readonly people: readonly PersonRow[];
  /** UUIDs by key; a member may have several. */
  readonly members: ReadonlyMap<string, string>;
  readonly stores: ReadonlyMap<string, { readonly id: string; readonly participating: boolean }>;
  readonly segments: readonly { id: string; key: string; status: string }[];
  /** The first one first. */
  readonly versions: readonly VersionRow[];
  readonly regulars: readonly RegularRow[];
  readonly tiers: readonly TierRow[];
  readonly tierChanges: readonly TierChangeRow[];
  readonly moves: readonly MoveRow[];
  readonly setAside: readonly { class: string; id: string; error: string }[];
}
