import { groupBy } from "../list.ts";
import { type Asked, checkByKey, countEffects, finding, type Rule, rowFinding } from "./book.ts";
import type { Finding } from "./finding.ts";

/** Every answered adjustment has one entry of its amount; one of unknown outcome at most one; a refused one none. */
export const checkAdjustments: Rule = (evidence) => {
  const { facts } = evidence;
  const entries = groupBy(facts.entries, ({ source }) => source);
  const own = facts.adjustments.filter(({ user }) => user !== "faults");
  return [
    ...checkByKey(evidence, "adjust", own, ({ amount }) => amount, checkCount),
    ...own.flatMap((row): Finding[] => {
      const posted = entries.get(row.id) ?? [];
      const isOnce = posted.length === 1 && posted[0]?.type === "Adjustment" && posted[0].amount === row.amount;
      if (isOnce) return [];
      const kind = posted.length > 1 ? "doubled" : "lost";
      return [rowFinding(kind, row.amount, "an adjustment without exactly one entry", row, ...posted)];
    }),
  ];
};

/** Compares the number of rows with the number that was requested. */
function checkCount(asked: Asked, rows: readonly unknown[]): Finding[] {
  const { least, most } = countEffects(asked);
  if (rows.length < least) return [finding("lost", asked, "answered, but missing", ...rows)];
  if (rows.length <= most) return [];
  const kind = most === 0 ? "unrequested" : "doubled";
  return [finding(kind, asked, `${rows.length} exist, but at most ${most} were accepted`, ...rows)];
}

/** Only a return takes a balance below zero, and every entry belongs to an existing record. */
export const checkEntries: Rule = ({ facts }) => {
  const sources = new Set([...facts.sales, ...facts.redemptions, ...facts.adjustments].map(({ id }) => id));
  return facts.entries.flatMap((entry): Finding[] => {
    // An expiry names the entry of an award; the check of the books knows it.
    if (entry.type !== "Expiry" && !sources.has(entry.source))
      return [rowFinding("unrequested", entry.source, "an entry without a record", entry)];
    const isDeduction = Number(entry.amount) < 0 && entry.type !== "Return";
    if (!isDeduction || Number(entry.balance) >= 0) return [];
    return [rowFinding("books", entry.source, `a balance went below zero by an entry of type ${entry.type}`, entry)];
  });
};

/** Segments have no key: at least as many exist as were answered, and at most as many as were requested. */
export const checkSegments: Rule = (evidence) => {
  const { segments } = evidence.facts;
  return [
    ...checkByKey(evidence, "segment", segments, ({ key }) => key, checkCount),
    ...segments
      .filter(({ status }) => status !== "Open-Active")
      .map((row) => rowFinding("stuck", row.key, `it is ${row.status}`, row)),
  ];
};
