import { redemptionItem } from "@rewards/domain";
import { groupBy } from "../list.ts";
import { askedOf, countEffects, type Evidence, finding, publicId, type Rule, rowFinding } from "./book.ts";
import type { ItemRow, MoveRow } from "./facts.ts";
import type { Finding } from "./finding.ts";

/** Vouchers are unique, locked and used at most once each, and never after their expiry. */
export const checkVouchers: Rule = (evidence) => {
  const { items, moves } = evidence.facts;
  const moved = groupBy(moves, ({ id }) => id);
  const rows = new Map(items.map((item) => [publicId(redemptionItem, item.id), item]));
  return [
    ...[...groupBy(items, (item) => item.voucher_key)]
      .filter(([, same]) => same.length > 1)
      .map(([key, same]) => rowFinding("doubled", key, "one voucher code on several items", ...same)),
    ...items.flatMap((item) => checkExpiry(item, moved.get(item.id) ?? [])),
    ...checkActions(evidence, "use", "Resolved-Completed", rows, moved),
    ...checkActions(evidence, "lock", "Open-Active", rows, moved),
  ];
};

function checkExpiry(item: ItemRow, moves: readonly MoveRow[]): Finding[] {
  const { expires } = item;
  const late = moves.filter((move) => expires && move.new !== "Resolved-Expired" && move.at > expires);
  const early = moves.filter((move) => move.new === "Resolved-Expired" && (!expires || move.at < expires));
  return [
    ...late.map((move) => rowFinding("false", item.id, "locked or used after its expiry", item, move)),
    ...early.map((move) => rowFinding("false", item.id, "expired before its expiry", item, move)),
  ];
}

function checkActions(
  evidence: Evidence,
  kind: "use" | "lock",
  status: string,
  rows: ReadonlyMap<string, ItemRow>,
  moved: ReadonlyMap<string, readonly MoveRow[]>,
): Finding[] {
  return askedOf(evidence, kind).flatMap((asked) => {
    const item = rows.get(asked.key);
    const times = (moved.get(item?.id ?? "") ?? []).filter((move) => move.new === status).length;
    const { least, most } = countEffects(asked);
    if (least > 1) return [finding("doubled", asked, `${kind} was granted twice`, item)];
    if (times < least) return [finding("lost", asked, `${kind} was granted, but not done`, item)];
    if (times > most) return [finding("unrequested", asked, `${kind} was done, but not granted`, item)];
    return [];
  });
}
