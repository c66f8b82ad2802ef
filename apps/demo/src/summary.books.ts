import type { Played } from "./play.ts";
import { count } from "./summary.text.ts";

const differenceLines = 20;

export function describeBooks({ checks }: Played): string[] {
  if (checks.isOk) return [`Books: OK (${count(checks.count)} checks)`];
  const { differences } = checks;
  const shown = differences.slice(0, differenceLines).map((difference) => `  ${difference}`);
  const rest = differences.length - shown.length;
  return [
    `Books: ${count(differences.length)} of ${count(checks.count)} checks failed`,
    ...shown,
    ...(rest > 0 ? [`  and ${count(rest)} more`] : []),
  ];
}
