import { formatTable } from "@rewards/lab/report/table";
import { findingKinds } from "../check/finding.ts";
import type { RoundReport } from "../suite/suite.run.ts";
import type { FaultSum } from "./report.sum.ts";

const findingsShownMax = 5;
const evidenceLengthMax = 4_000;

const columns = ["Fault", "No.", "Injected", "In flight", "Requests", "Refused", "Unknown", "Lost", "Doubled", "Other"];
const backColumns = ["Accepts, ms", "Posts, ms"];
const note =
  "In flight: requests without an answer when the fault began. Refused: answered that they have no effect. Unknown: no answer, or 503; the client repeats what its key allows. Requests, Refused and Unknown are of all rounds that had the fault.";
const backNote =
  "Accepts, Posts: the longest time after the servers were right until all APIs accepted sales, and workers posted them.";

/** One table per backend, all with the same columns. The last one explains them. */
export function formatSums(sums: readonly FaultSum[], reports: readonly RoundReport[]): string[] {
  const backends = [...new Set(sums.map(({ backend }) => backend))];
  const hasBacks = reports.some(({ backs }) => backs.length > 0);
  const notes = hasBacks ? [note, backNote] : [note];
  return backends.flatMap((backend, index) => {
    const rounds = reports.filter((one) => one.backend === backend);
    const requests = rounds.reduce((sum, one) => sum + one.requests, 0);
    const rows = sums
      .filter((one) => one.backend === backend)
      .map((one) => [
        one.fault,
        String(one.number),
        ...[one.injected, one.inFlight, one.requests, one.refused, one.unknown, one.lost, one.doubled, one.broken].map(
          (figure) => figure.toLocaleString("en-US"),
        ),
        ...(hasBacks
          ? [one.backMsMax.accepting, one.backMsMax.posting].map((ms) => ms?.toLocaleString("en-US") ?? "")
          : []),
      ]);
    const title = `Queue on ${backend}: ${rounds.length} rounds, ${requests.toLocaleString("en-US")} requests`;
    return [
      "",
      ...formatTable({
        title,
        columns: [...columns, ...(hasBacks ? backColumns : [])],
        rows,
        notes: index === backends.length - 1 ? notes : [],
      }),
    ];
  });
}

/** The breaks with their evidence, and the options that repeat them. */
export function formatBreaks(reports: readonly RoundReport[], again: string): string[] {
  return reports
    .filter(({ findings }) => findings.length > 0)
    .flatMap(({ backend, round, faults, findings, logFile }) => [
      "",
      `BROKEN: round ${round} on ${backend} (${faults.join(", ")}): ${findings.length} findings`,
      ...findings
        .slice(0, findingsShownMax)
        .flatMap(({ kind, key, message, evidence }) => [
          `  ${findingKinds[kind]}: ${key}: ${message}`,
          ...evidence.map((one) => `    ${JSON.stringify(one)}`.slice(0, evidenceLengthMax)),
        ]),
      ...(findings.length > findingsShownMax ? [`  … and ${findings.length - findingsShownMax} more (--out)`] : []),
      `  Written by the processes: ${logFile}`,
      `  Again: npm run faults -- ${again} --backend ${backend} --from ${round} --rounds 1`,
    ]);
}
