import { verifyBooks } from "@rewards/operations";
import type { Sql } from "postgres";
import { checkAnswers, checkCreates, checkReads, checkRepeats } from "./answer.check.ts";
import type { Evidence, Rule } from "./book.ts";
import {
  checkAdjustments,
  checkEdits,
  checkKeys,
  checkPayments,
  checkSegments,
  checkStock,
  checkVouchers,
} from "./count.check.ts";
import { type Finding, rowFinding } from "./finding.ts";
import { checkCards, checkMerges } from "./merge.check.ts";
import { checkPoints } from "./points.check.ts";
import { checkRedemptions } from "./redemption.check.ts";
import { checkRows } from "./row.check.ts";
import { checkNamed, checkRegulars, checkVersions } from "./rule.check.ts";
import { checkSales } from "./sale.check.ts";

/** Rules that hold at the end of every round, whatever its faults. */
const rules: readonly Rule[] = [
  ...[checkSales, checkPoints, checkRedemptions],
  ...[checkMerges, checkCards],
  ...[checkAdjustments, checkPayments, checkEdits, checkKeys, checkSegments, checkStock, checkVouchers],
  ...[checkCreates, checkAnswers, checkReads, checkRepeats],
  ...[checkVersions, checkRegulars, checkNamed, checkRows],
];

/** Compares the database with the recorded answers, and verifies the books. */
export async function checkRound(sql: Sql, evidence: Evidence, more: readonly Rule[]): Promise<Finding[]> {
  const books = await verifyBooks(sql as unknown as Parameters<typeof verifyBooks>[0]);
  return [
    ...books.map((broken) => rowFinding("books", broken.invariant, "broken in the books", broken)),
    ...[...rules, ...more].flatMap((rule) => rule(evidence)),
  ];
}
