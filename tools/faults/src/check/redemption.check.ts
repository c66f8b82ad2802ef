import { normaliseVoucherCode, redemption } from "@rewards/domain";
import { groupBy, sumOf } from "../list.ts";
import { allShopMembers, shopMembers, shopPairs, shopRewards } from "../servers/shop.ts";
import { suiteSession } from "../servers/watch.ts";
import { type Asked, checkByKey, firstBreak, publicId, type Rule } from "./book.ts";
import type { Facts, RedemptionRow } from "./facts.ts";
import { type Finding, rowFinding } from "./finding.ts";

const rewards = new Map(Object.values(shopRewards).map((one) => [one.key, one]));
const isRich = new Set([...shopMembers.rich, ...shopMembers.pairs].map(({ key }) => key));
const isTwin = new Set(shopPairs.flatMap(({ twins, cards }) => [...twins.map(({ key }) => key), ...cards]));
const isOfShop = new Set(allShopMembers.map(({ key }) => key));

/**
 * Each accepted redemption exists once and is settled: everything was taken and minted, or nothing, for a possible
 * reason.
 */
export const checkRedemptions: Rule = (evidence) => {
  const own = evidence.facts.redemptions.filter(({ key }) => key !== suiteSession);
  return [...checkByKey(evidence, "redemption", own, checkExisting), ...checkOutcomes(evidence.facts, own)];
};

function checkExisting(asked: Asked, rows: readonly RedemptionRow[]): Finding[] {
  const existing = new Set(rows.map(({ id }) => publicId(redemption, id)));
  const missing = [...asked.ids].filter((id) => !existing.has(id));
  return firstBreak(asked, rows, [
    // Without an ExternalID each request makes a redemption, but the load sends these once.
    [rows.length > 1, "doubled", `${rows.length} redemptions of one request`],
    [missing.length > 0, "lost", `answered with ${missing.join()}, which is missing`],
    [rows.length > 0 && asked.isRefused, "unrequested", "refused, but a redemption exists"],
  ]);
}

function checkOutcomes(facts: Facts, rows: readonly RedemptionRow[]): Finding[] {
  const entries = groupBy(facts.entries, ({ source }) => source);
  const items = groupBy(facts.items, (item) => item.redemption);
  const codesOf = ({ lines }: RedemptionRow) => lines.map((line) => normaliseVoucherCode(line.VoucherCode));
  const codes = groupBy(rows.flatMap(codesOf), (code) => code);
  return rows.flatMap((row): Finding[] => {
    const posted = (entries.get(row.id) ?? []).map(({ type, amount }) => `${type} ${Number(amount)}`);
    const minted = items.get(row.id) ?? [];
    const broken = (kind: Finding["kind"], message: string) => [
      rowFinding(kind, row.key, message, row, ...(entries.get(row.id) ?? []), ...minted),
    ];
    if (row.status === "Resolved-Rejected") {
      if (posted.length + minted.length > 0) return broken("unrequested", "rejected, but something was taken");
      const isShared = codesOf(row).some((code) => (codes.get(code) ?? []).length > 1);
      return canBe(row, isShared) ? [] : broken("false", "rejected for a false reason");
    }
    if (row.status !== "Resolved-Completed") return broken("stuck", `it is ${row.status}`);
    const cost = costOf(row);
    const expected = cost > 0 ? [`Redemption ${-cost}`] : [];
    if (posted.join() === expected.join() && minted.length === row.lines.length) return [];
    const isMore = posted.length > expected.length || minted.length > row.lines.length;
    const message = `took [${posted.join()}] and minted ${minted.length}; it should be [${expected.join()}] and ${row.lines.length}`;
    return broken(isMore ? "doubled" : "lost", message);
  });
}

const priceOf = (reward: string, quantity: string) => (rewards.get(reward)?.cost ?? 0) * Number(quantity);
/** In points. */
export const costOf = ({ lines }: RedemptionRow) =>
  sumOf(lines.map((line) => priceOf(line.RewardExternalID, line.Quantity)));
export const costOfItem = ({ reward, quantity }: Facts["items"][number]) => priceOf(reward, quantity);

/** Whether the rejection's reason is possible for this redemption. */
function canBe({ note, member, lines }: RedemptionRow, isCodeShared: boolean): boolean {
  const reasons: Record<string, boolean> = {
    Error_Member_Unknown: !isOfShop.has(member),
    Error_Member_Blocked: isTwin.has(member),
    Error_Balance_Insufficient: !isRich.has(member),
    Error_Stock_Insufficient: lines.some((line) => rewards.get(line.RewardExternalID)?.stock !== undefined),
    Error_Voucher_Taken: isCodeShared,
  };
  return reasons[note.slice(0, note.indexOf(":"))] ?? false;
}
