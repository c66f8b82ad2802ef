import { formatTable } from "@rewards/lab/report/table";
import type { QueueBackend } from "@rewards/queue";
import { type FindingKind, findingKinds } from "./check/finding.ts";
import { type Fault, isOn } from "./faults/fault.ts";
import { sumOf } from "./list.ts";
import type { Back } from "./round/world.ts";
import type { RoundReport } from "./suite/suite.run.ts";

const findingsShownMax = 5;
const evidenceLengthMax = 4_000;
const lostKinds: readonly FindingKind[] = ["lost", "stuck"];
const doubledKinds: readonly FindingKind[] = ["doubled", "unrequested"];

const columns = ["Fault", "No.", "Injected", "In flight", "Requests", "Refused", "Unknown", "Lost", "Doubled", "Other"];
const backColumns = ["Accepts, ms", "Posts, ms"];
const note =
  "In flight: requests without an answer when the fault began. Refused: answered that they have no effect. Unknown: no answer, or 503; the client repeats what its key allows. Requests, Refused and Unknown are of all rounds that had the fault.";
const backNote =
  "Accepts, Posts: the longest time after the servers were right until all APIs accepted sales, and workers posted them.";

type Summed = Pick<Fault, "name" | "number" | "backends">;
type FaultSum = ReturnType<typeof sumFault>;

export const sumFaults = (faults: readonly Summed[], reports: readonly RoundReport[]): FaultSum[] =>
  [...new Set(reports.map(({ backend }) => backend))].flatMap((backend) =>
    faults.filter((fault) => isOn(fault, backend)).map((fault) => sumFault(fault, backend, reports)),
  );

/**
 * What a fault did on one backend, over all of its rounds. A break counts for every fault of its round; the evidence shows
 * which of them caused it.
 */
function sumFault({ name, number }: Summed, backend: QueueBackend, reports: readonly RoundReport[]) {
  const rounds = reports.filter((one) => one.backend === backend && one.faults.includes(name));
  const done = rounds.flatMap(({ injections }) => injections.filter((one) => one.fault === name && one.isDone));
  const findings = rounds.flatMap((one) => one.findings);
  const ofKinds = (kinds: readonly FindingKind[]) => findings.filter(({ kind }) => kinds.includes(kind)).length;
  const total = (what: "requests" | "refused" | "unknown") => sumOf(rounds.map((one) => one[what]));
  const backMsMax = (what: Back["what"]) => {
    const all = rounds.flatMap(({ backs }) => backs.filter((back) => back.what === what));
    return all.length > 0 ? Math.round(Math.max(...all.map(({ ms }) => ms))) : undefined;
  };
  const [lost, doubled] = [ofKinds(lostKinds), ofKinds(doubledKinds)];
  return {
    fault: name,
    number,
    backend,
    injected: done.length,
    inFlight: sumOf(done.map((one) => one.inFlight)),
    ...{ requests: total("requests"), refused: total("refused"), unknown: total("unknown") },
    lost,
    doubled,
    /** Breaks of any other kind. */
    broken: findings.length - lost - doubled,
    backMsMax: { accepting: backMsMax("accepting"), posting: backMsMax("posting") },
  };
}

/** One table per backend, all with the same columns. The last one explains them. */
export function formatSums(sums: readonly FaultSum[], reports: readonly RoundReport[]): string[] {
  const backends = [...new Set(sums.map(({ backend }) => backend))];
  const hasBacks = reports.some(({ backs }) => backs.length > 0);
  const show = (figure: number | undefined) => figure?.toLocaleString("en-US") ?? "";
  const rowOf = ({ fault, number, backMsMax: { accepting, posting }, ...one }: FaultSum) => {
    const { injected, inFlight, requests, refused, unknown, lost, doubled, broken } = one;
    const figures = [injected, inFlight, requests, refused, unknown, lost, doubled, broken];
    return [fault, String(number), ...[...figures, ...(hasBacks ? [accepting, posting] : [])].map(show)];
  };
  return backends.flatMap((backend, index) => {
    const rounds = reports.filter((one) => one.backend === backend);
    const requests = sumOf(rounds.map((one) => one.requests));
    const table = {
      title: `Queue on ${backend}: ${rounds.length} rounds, ${show(requests)} requests`,
      columns: [...columns, ...(hasBacks ? backColumns : [])],
      rows: sums.filter((one) => one.backend === backend).map(rowOf),
      notes: index < backends.length - 1 ? [] : [note, ...(hasBacks ? [backNote] : [])],
    };
    return ["", ...formatTable(table)];
  });
}

/** The breaks with their evidence, and the options that repeat them. */
export const formatBreaks = (reports: readonly RoundReport[], again: string): string[] =>
  reports
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
