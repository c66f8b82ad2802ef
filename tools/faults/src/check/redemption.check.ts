import { normaliseVoucherCode, redemption } from "@rewards/domain";
import { groupBy } from "../list.ts";
import { allShopMembers, shopMembers, shopRewards } from "../servers/shop.ts";
import { suiteSession } from "../servers/watch.ts";
import { type Asked, answeredIds, checkByKey, type Evidence, finding, publicId, type Rule } from "./book.ts";
import type { RedemptionRow } from "./facts.ts";
import type { Finding } from "./finding.ts";

const rewards = new Map(Object.values(shopRewards).map((one) => [one.key, one]));
const isRich = new Set([...shopMembers.rich, ...shopMembers.pairs].map(({ key }) => key));
const isOfShop = new Set(allShopMembers.map(({ key }) => key));

/**
 * Each accepted redemption exists once and is settled: everything was taken and minted, or nothing, for a possible
 * reason.
 */
export const checkRedemptions: Rule = (evidence) => {
  const own = evidence.facts.redemptions.filter(({ key }) => key !== suiteSession);
  return [...checkByKey(evidence, "redemption", own, ({ key }) => key, checkExisting), ...checkOutcomes(evidence, own)];
};

function checkExisting(asked: Asked, rows: readonly RedemptionRow[]): Finding[] {
  const ids = answeredIds(asked);
  const existing = new Set(rows.map(({ id }) => publicId(redemption, id)));
  // Without an ExternalID each request makes a redemption, but the load sends these once.
  if (rows.length > 1) return [finding("doubled", asked, `${rows.length} redemptions of one request`, ...rows)];
  const missing = [...ids].filter((id) => !existing.has(id));
  if (missing.length > 0) return [finding("lost", asked, `answered with ${missing.join()}, which is missing`, ...rows)];
  if (rows.length > 0 && ids.size === 0 && asked.unknown.length === 0)
    return [finding("unrequested", asked, "refused, but a redemption exists", ...rows)];
  return [];
}

function checkOutcomes({ facts }: Evidence, rows: readonly RedemptionRow[]): Finding[] {
  const entries = groupBy(facts.entries, ({ source }) => source);
  const items = groupBy(facts.items, (item) => item.redemption);
  const codes = groupBy(
    rows.flatMap((row) => row.lines.map((line) => ({ row, key: normaliseVoucherCode(line.VoucherCode) }))),
    ({ key }) => key,
  );
  return rows.flatMap((row): Finding[] => {
    const posted = (entries.get(row.id) ?? []).map(({ type, amount }) => `${type} ${Number(amount)}`);
    const minted = items.get(row.id) ?? [];
    const evidence = [row, ...(entries.get(row.id) ?? []), ...minted];
    const about = { key: row.key, evidence };
    if (row.status === "Resolved-Rejected") {
      if (posted.length > 0 || minted.length > 0)
        return [{ ...about, kind: "unrequested", message: "rejected, but something was taken" }];
      const isShared = row.lines.some((line) => (codes.get(normaliseVoucherCode(line.VoucherCode)) ?? []).length > 1);
      return canBe(row, isShared) ? [] : [{ ...about, kind: "false", message: "rejected for a false reason" }];
    }
    if (row.status !== "Resolved-Completed") return [{ ...about, kind: "stuck", message: `it is ${row.status}` }];
    const cost = row.lines.reduce((sum, line) => sum + costOf(line), 0);
    const expected = cost > 0 ? [`Redemption ${-cost}`] : [];
    if (posted.join() === expected.join() && minted.length === row.lines.length) return [];
    const isMore = posted.length > expected.length || minted.length > row.lines.length;
    const message = `took [${posted.join()}] and minted ${minted.length}; it should be [${expected.join()}] and ${row.lines.length}`;
    return [{ ...about, kind: isMore ? "doubled" : "lost", message }];
  });
}

/** In points. */
export const costOf = (line: RedemptionRow["lines"][number]) =>
  (rewards.get(line.RewardExternalID)?.cost ?? 0) * Number(line.Quantity);

/** Whether the rejection's reason is possible for this redemption. */
function canBe({ note, member, lines }: RedemptionRow, isCodeShared: boolean): boolean {
  const reasons: Record<string, boolean> = {
    Error_Member_Unknown: !isOfShop.has(member),
    Error_Balance_Insufficient: !isRich.has(member),
    Error_Stock_Insufficient: lines.some((line) => rewards.get(line.RewardExternalID)?.stock !== undefined),
    Error_Voucher_Taken: isCodeShared,
  };
  return reasons[note.slice(0, note.indexOf(":"))] ?? false;
}
