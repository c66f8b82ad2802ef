import { type BooksReport, findingsOf } from "@rewards/operations";
import { formatCount } from "@rewards/runtime";
import { formatTable } from "../format.ts";

/** For people: a table of the checks, every violation, the newest head, and the verdict. */
export function reportLines(report: BooksReport, seconds: number): string[] {
  const results = report.passes.flatMap((pass) => pass.results);
  const findings = findingsOf(report);
  const details = findings.flatMap(({ check, says, broken, first }) => [
    `${check}: ${says}`,
    `  ${formatCount(broken)} broken, the first: ${describeRow(first)}`,
  ]);
  const took = `${results.length} checks in ${seconds.toFixed(1)} s`;
  const verdict = report.isSound ? `Books: OK (${took})` : `Books: BROKEN (${findings.length} of ${took})`;
  const table = formatTable(
    {
      Check: (one) => one.check,
      Invariant: (one) => one.invariant,
      Rows: (one) => formatCount(one.rows),
      Result: ({ broken }) => (broken === 0 ? "OK" : `${formatCount(broken)} broken`),
    },
    results,
  );
  const parts = [table, details, unreadLines(report.unread), headLines(report.heads)];
  return [...parts.flatMap((lines) => (lines.length > 0 ? [...lines, ""] : [])), verdict];
}

function describeRow(row: Readonly<Record<string, string>> | null): string {
  return Object.entries(row ?? {})
    .map(([name, value]) => `${name} ${value}`)
    .join(", ");
}

const unreadLines = (months: BooksReport["unread"]) =>
  months.length > 0
    ? [`Not read: the sales of ${months.join(", ")}, which are in files. --archives <folder> reads them.`]
    : [];

function headLines({ count, last, isBehind }: BooksReport["heads"]): string[] {
  const written = last
    ? `Heads: ${formatCount(count)}. The newest, to be noted outside of this database: ${last.at}=${last.head}`
    : "Heads: none.";
  return isBehind ? [written, "Hours that are over have none yet: a worker writes it, or --write-heads."] : [written];
}

/** For a machine. */
export function reportJson({ isSound, passes, heads, unread }: BooksReport, seconds: number): object {
  return {
    sound: isSound,
    seconds: Number(seconds.toFixed(3)),
    passes: passes.map(({ of, tookMs, results }) => ({
      of,
      seconds: Number((tookMs / 1000).toFixed(3)),
      rows: results[0]?.rows ?? 0,
      checks: results.map(({ check, invariant, says, broken, first }) => ({ check, invariant, says, broken, first })),
    })),
    heads: { count: heads.count, last: heads.last, behind: heads.isBehind },
    unread,
  };
}
