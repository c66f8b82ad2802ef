import { sale } from "@rewards/domain";
import { codeOf, isAccepted } from "../load/record.ts";
import { shopProducts } from "../servers/shop.ts";
import { type Asked, answeredIds, checkByKey, type Evidence, finding, groupBy, publicId, type Rule } from "./book.ts";
import type { EntryRow, SaleRow } from "./facts.ts";
import type { Finding } from "./finding.ts";

const earning = new Set(shopProducts.filter(({ earns }) => earns).map(({ key }) => key));

/** Each accepted sale exists once, under the answered ID, with exactly the entries it earns. No other sale exists. */
export const checkSales: Rule = (evidence) => {
  const { facts } = evidence;
  const entries = groupBy(facts.entries, ({ source }) => source);
  return [
    ...checkByKey(evidence, "sale", facts.sales, ({ key }) => key, checkExisting),
    ...facts.sales.flatMap((row) => checkOutcome(evidence, row, entries.get(row.id) ?? [])),
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

const comparable = (item: SaleRow["items"][number]) => [item.ProductCode, item.Quantity, item.TotalAmount];

/**
 * A sale completes once when its member and store are registered, with its entries; until then it waits without
 * entries.
 */
function checkOutcome({ facts }: Evidence, row: SaleRow, entries: readonly EntryRow[]): Finding[] {
  const store = facts.stores.get(row.store);
  const waits = !store || !facts.members.has(row.member);
  const status = waits ? "Pending-Awaiting Reference" : "Resolved-Completed";
  const expected = waits || !store.participating ? [] : pointsOf(row);
  const found = entries.map(({ type, amount }) => `${type} ${Number(amount)}`).toSorted();
  const about = { key: row.key, evidence: [row, ...entries] };
  const findings: Finding[] = [];
  if (row.status !== status)
    findings.push({ ...about, kind: "stuck", message: `it is ${row.status} and should be ${status}` });
  if (waits && !row.is_awaiting)
    findings.push({ ...about, kind: "stuck", message: "it waits, but is missing from the awaiting table" });
  if (found.join() !== expected.join())
    findings.push({
      ...about,
      kind: found.length > expected.length ? "doubled" : "lost",
      message: `posted [${found.join(", ")}] and should have [${expected.join(", ")}]`,
    });
  const others = entries.filter((entry) => entry.member !== row.member);
  return others.length === 0
    ? findings
    : [...findings, { ...about, kind: "books", message: "posted to another member" }];
}

/** The suite's own calculation of what a sale earns: whole points of the hundredths bought, and of those returned. */
function pointsOf({ items }: SaleRow): string[] {
  const hundredths = (sign: number) =>
    items
      .filter((item) => earning.has(item.ProductCode) && Math.sign(item.Quantity) === sign)
      .reduce((sum, item) => sum + Math.round(Math.abs(item.TotalAmount) * 100), 0);
  const bought = Math.floor(hundredths(1) / 100);
  const returned = Math.floor(hundredths(-1) / 100);
  return [...(returned > 0 ? [`Return ${-returned}`] : []), ...(bought > 0 ? [`Sale ${bought}`] : [])];
}
