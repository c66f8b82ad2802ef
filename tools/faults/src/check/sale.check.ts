import { sale } from "@rewards/domain";
import { codeOf, isAccepted } from "../load/record.ts";
import { pastSales } from "../servers/shop.ts";
import { type Asked, checkByKey, type Evidence, firstBreak, publicId, type Rule } from "./book.ts";
import type { SaleRow } from "./facts.ts";
import { type Finding, finding, rowFinding } from "./finding.ts";

const isPast = new Set(pastSales.map(({ key }) => key));

/** Each accepted sale exists once, under the answered ID, and is settled or waits. No other sale exists. */
export const checkSales: Rule = (evidence) => {
  const { facts } = evidence;
  const sales = new Map(facts.sales.map((row) => [row.key, row]));
  const own = facts.sales.filter(({ key }) => !isPast.has(key));
  return [
    ...checkByKey(evidence, "sale", own, checkExisting),
    ...facts.sales.flatMap((row) => checkOutcome(evidence, row, sales)),
  ];
};

/** Compares the sales of a key with the answers for it. */
function checkExisting(asked: Asked, rows: readonly SaleRow[]): Finding[] {
  const [row] = rows;
  if (!row || rows.length > 1) {
    const isReused = asked.refused.some((attempt) => codeOf(attempt) === "Error_Key_Reused");
    return firstBreak(asked, rows, [
      [rows.length > 1, "doubled", `${rows.length} sales of one ExternalID`],
      [asked.ids.size > 0, "lost", "accepted, but the sale is missing"],
      [isReused && asked.unknown.length === 0, "false", "refused for a key that was never used"],
    ]);
  }
  const own = publicId(sale, row.id);
  const isOther = [...asked.ids].some((id) => id !== own);
  return [
    ...firstBreak(asked, [row], [[isOther, "false", `answered with IDs other than ${own}`]]),
    ...firstBreak(asked, [row], [[asked.isRefused, "unrequested", "refused, but a sale exists"]]),
    ...checkVariants(asked, row),
  ];
}

/** Of several bodies under one key, the stored one was accepted, and the others refused. */
function checkVariants(asked: Asked, row: SaleRow): Finding[] {
  const existing = comparable(row.member, row.store, row.items);
  return asked.calls.flatMap(({ call, attempts }) => {
    const content = call.content as { MemberExternalID: string; StoreCode: string; SaleItems: SaleRow["items"] };
    const isStored = existing === comparable(content.MemberExternalID, content.StoreCode, content.SaleItems);
    return attempts.flatMap((attempt) => {
      if (isAccepted(attempt) && !isStored)
        return [finding("false", asked, "accepted a body other than the stored one", row)];
      if (codeOf(attempt) === "Error_Key_Reused" && !attempt.isVoid && isStored)
        return [finding("false", asked, "refused the stored body as a different one", row)];
      return [];
    });
  });
}

const comparable = (member: string, store: string, items: SaleRow["items"]) =>
  JSON.stringify([
    ...[member, store],
    items.map((one) => [one.ProductCode, one.Quantity, one.TotalAmount, one.OriginalSaleExternalID, one.OriginalLine]),
  ]);

/** A sale is settled once its member, its store and the sales that its lines name are; until then it waits. */
function checkOutcome({ facts }: Evidence, row: SaleRow, sales: ReadonlyMap<string, SaleRow>): Finding[] {
  const waits = isWaiting(facts, row, sales);
  const isRight = waits ? row.status === sale.transitions.await.to : row.status.startsWith("Resolved-");
  if (!isRight)
    return [rowFinding("stuck", row.key, `it is ${row.status} and should ${waits ? "wait" : "be settled"}`, row)];
  return waits && !row.is_awaiting
    ? [rowFinding("stuck", row.key, "it waits, but is missing from the awaiting table", row)]
    : [];
}

function isWaiting(facts: Evidence["facts"], row: SaleRow, sales: ReadonlyMap<string, SaleRow>): boolean {
  if (!facts.stores.has(row.store) || !facts.members.has(row.member)) return true;
  return row.items.some(({ OriginalSaleExternalID: key }) => {
    const original = key === undefined ? undefined : sales.get(key);
    return key !== undefined && (!original || isWaiting(facts, original, sales));
  });
}
