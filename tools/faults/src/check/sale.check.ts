import { sale } from "@rewards/domain";
import { codeOf, isAccepted } from "../load/record.ts";
import { pastSales } from "../servers/shop.ts";
import { type Asked, answeredIds, checkByKey, type Evidence, finding, publicId, type Rule } from "./book.ts";
import type { SaleRow } from "./facts.ts";
import type { Finding } from "./finding.ts";

const isPast = new Set(pastSales.map(({ key }) => key));

/** Each accepted sale exists once, under the answered ID, and is settled or waits. No other sale exists. */
export const checkSales: Rule = (evidence) => {
  const { facts } = evidence;
  const sales = new Map(facts.sales.map((row) => [row.key, row]));
  return [
    ...checkByKey(
      evidence,
      "sale",
      facts.sales.filter(({ key }) => !isPast.has(key)),
      ({ key }) => key,
      checkExisting,
    ),
    ...facts.sales.flatMap((row) => checkOutcome(evidence, row, sales)),
  ];
};

/** Compares the sales of a key with the answers for it. */
function checkExisting(asked: Asked, rows: readonly SaleRow[]): Finding[] {
  const [row] = rows;
  if (rows.length > 1) return [finding("doubled", asked, `${rows.length} sales of one ExternalID`, ...rows)];
  const ids = answeredIds(asked);
  if (!row) {
    if (ids.size > 0) return [finding("lost", asked, "accepted, but the sale is missing")];
    const reused = asked.refused.some((attempt) => codeOf(attempt) === "Error_Key_Reused");
    return reused && asked.unknown.length === 0
      ? [finding("false", asked, "refused for a key that was never used")]
      : [];
  }
  const own = publicId(sale, row.id);
  const findings: Finding[] = [];
  if ([...ids].some((id) => id !== own))
    findings.push(finding("false", asked, `answered with IDs other than ${own}`, row));
  if (ids.size === 0 && asked.unknown.length === 0)
    findings.push(finding("unrequested", asked, "refused, but a sale exists", row));
  return [...findings, ...checkVariants(asked, row)];
}

/** Of several bodies under one key, the stored one was accepted, and the others refused. */
function checkVariants(asked: Asked, row: SaleRow): Finding[] {
  const existing = JSON.stringify([row.member, row.store, row.items.map(comparable)]);
  return asked.calls.flatMap(({ call, attempts }) => {
    const content = call.content as { MemberExternalID: string; StoreCode: string; SaleItems: SaleRow["items"] };
    const isStored =
      existing === JSON.stringify([content.MemberExternalID, content.StoreCode, content.SaleItems.map(comparable)]);
    return attempts.flatMap((attempt) => {
      if (isAccepted(attempt) && !isStored)
        return [finding("false", asked, "accepted a body other than the stored one", row)];
      if (codeOf(attempt) === "Error_Key_Reused" && !attempt.isVoid && isStored)
        return [finding("false", asked, "refused the stored body as a different one", row)];
      return [];
    });
  });
}

const comparable = (item: SaleRow["items"][number]) => [
  ...[item.ProductCode, item.Quantity, item.TotalAmount],
  item.OriginalSaleExternalID,
];

/** A sale is settled once its member, its store and the sales that its lines name are; until then it waits. */
function checkOutcome({ facts }: Evidence, row: SaleRow, sales: ReadonlyMap<string, SaleRow>): Finding[] {
  const waits = isWaiting(facts, row, sales);
  const isSettled = row.status.startsWith("Resolved-");
  const about = { key: row.key, evidence: [row] };
  if (waits ? row.status !== sale.transitions.await.to : !isSettled)
    return [{ ...about, kind: "stuck", message: `it is ${row.status} and should ${waits ? "wait" : "be settled"}` }];
  if (waits && !row.is_awaiting)
    return [{ ...about, kind: "stuck", message: "it waits, but is missing from the awaiting table" }];
  return [];
}

function isWaiting(facts: Evidence["facts"], row: SaleRow, sales: ReadonlyMap<string, SaleRow>): boolean {
  if (!facts.stores.has(row.store) || !facts.members.has(row.member)) return true;
  return row.items.some(({ OriginalSaleExternalID: key }) => {
    const original = key === undefined ? undefined : sales.get(key);
    return key !== undefined && (!original || isWaiting(facts, original, sales));
  });
}
