import { verifyBooks } from "@rewards/operations";
import type { Sql } from "postgres";
import { checkAnswers, checkCreates, checkReads, checkRepeats } from "./answer.check.ts";
import { checkAdjustments, checkEntries, checkSegments } from "./balance.check.ts";
import { type Evidence, type Rule, rowFinding } from "./book.ts";
import type { Finding } from "./finding.ts";
import { checkPoints } from "./points.check.ts";
import { checkRedemptions } from "./redemption.check.ts";
import { checkSales } from "./sale.check.ts";
import { checkMoves, checkSetAside } from "./status.check.ts";
import { checkStock } from "./stock.check.ts";
import { checkVouchers } from "./voucher.check.ts";

/** Rules that hold at the end of every round, whatever its faults. */
const rules: readonly Rule[] = [
  checkSales,
  checkPoints,
  checkRedemptions,
  checkAdjustments,
  checkEntries,
  checkSegments,
  checkStock,
  checkVouchers,
  checkCreates,
  checkAnswers,
  checkReads,
  checkRepeats,
  checkMoves,
  checkSetAside,
];

/** Compares the database with the recorded answers, and verifies the books. */
export async function checkRound(sql: Sql, evidence: Evidence, more: readonly Rule[]): Promise<Finding[]> {
  const books = await verifyBooks(sql as unknown as Parameters<typeof verifyBooks>[0]);
  return [
    ...books.map((broken) => rowFinding("books", broken.invariant, "broken in the books", broken)),
    ...[...rules, ...more].flatMap((rule) => rule(evidence)),
  ];
}
