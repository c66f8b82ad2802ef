import { ledgerEntry } from "../ledger/ledger.record.ts";
import { member } from "../member/member.class.ts";
import { memberMerge } from "../member/member.merge.record.ts";
import { redemption } from "../redemption/redemption.class.ts";
import { redemptionItem } from "../redemption-item/redemption-item.class.ts";
import { reward } from "../reward/reward.class.ts";
import { sale } from "../sale/sale.class.ts";
import { segment } from "../segment/segment.class.ts";
import { tierChange } from "../tier/tier.change.ts";

/** What readers learn of a kind of events. */
interface EventKindDefinition {
  /** The right that callers need to read them. */
  readonly right: string;
  /** The prefix of the ID of the record that an event is about; undefined if it may be of any class. */
  readonly idPrefix?: string;
  /** When it happens, for the documentation. */
  readonly text: string;
  /** The status that the record has afterwards, where the kind says it. */
  readonly status?: string;
}

const ofSale = (status: string, text: string) => ({ right: "sale:read", idPrefix: sale.idPrefix, status, text });
const ofRedemption = (status: string, text: string) => ({
  ...{ right: "redemption:read", idPrefix: redemption.idPrefix, status, text },
});
const ofVoucher = (status: string, text: string) => ({
  ...{ right: "redemption_item:read", idPrefix: redemptionItem.idPrefix, status, text },
});
const ofMember = ({ idPrefix }: { readonly idPrefix: string }, text: string) => ({
  ...{ right: "member:read", idPrefix, text },
});
const [sold, redeemed, issued] = [sale.transitions, redemption.transitions, redemptionItem.transitions];

/** The kinds of events, as `<noun>.<what happened>`. A later release adds kinds, and fields to their data. */
export const eventKinds = {
  "sale.accepted": ofSale(sale.initial, "A sale was stored, and is not processed yet."),
  "sale.completed": ofSale(sold.complete.to, "A sale was processed."),
  "sale.rejected": ofSale(sold.reject.to, "A sale earns nothing, for the `Reason`."),
  "sale.awaiting": ofSale(
    sold.await.to,
    "A sale waits for what `Awaiting` names: its member, its store, or the sale that it returns.",
  ),
  "redemption.completed": ofRedemption(redeemed.complete.to, "A redemption took its points, and its vouchers exist."),
  "redemption.rejected": ofRedemption(redeemed.reject.to, "A redemption took nothing, for the `Reason`."),
  "redemption.cancelled": ofRedemption(redeemed.cancel.to, "What was not used of a redemption was cancelled."),
  "voucher.locked": ofVoucher(issued.lock.to, "A voucher was locked."),
  "voucher.unlocked": ofVoucher(issued.unlock.to, "A voucher was unlocked. A lock that ends by itself is not told."),
  "voucher.used": ofVoucher(issued.use.to, "A voucher was used."),
  "voucher.cancelled": ofVoucher(issued.cancel.to, "A voucher was cancelled, by itself or with its redemption."),
  "voucher.expired": ofVoucher(issued.expire.to, "A voucher that was not used expired."),
  "member.created": ofMember(member, "A member was registered."),
  "member.merged": ofMember(memberMerge, "A member got the points, cards and vouchers of another one, which ended."),
  "balance.changed": ofMember(ledgerEntry, "Points were posted to a member's balance, or taken from it."),
  "points.expiring": ofMember(member, "`Points` of a member expire in 30 days, at `ExpirationDateTime`."),
  "points.expired": ofMember(ledgerEntry, "Points expired; `balance.changed` tells it too."),
  "tier.changed": ofMember(tierChange, "A member has another tier, or none any more."),
  "reward.out_of_stock": {
    ...{ right: "reward:read", idPrefix: reward.idPrefix, text: "Nothing is left of a reward's stock." },
  },
  "segment.changed": {
    ...{ right: "segment:read", idPrefix: segment.idPrefix, text: "A segment or its members changed." },
  },
  "dead_letter.created": {
    ...{ right: "operator:list", text: "A record failed at every attempt, and waits for an operator." },
  },
} as const satisfies Readonly<Record<string, EventKindDefinition>>;

export type EventKind = keyof typeof eventKinds;

export const eventKindNames = Object.keys(eventKinds) as readonly EventKind[];
