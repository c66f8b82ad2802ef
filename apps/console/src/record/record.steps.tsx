import { amountOf, objectOfId, showAmount } from "@rewards/domain";
import {
  type InspectedEntry,
  type RedemptionInspection,
  type Spending,
  spendingRowsMax,
  type Waiting,
} from "@rewards/operations";
import { formatAge, traceIdPlace } from "@rewards/runtime";
import type { Child } from "hono/jsx";
import { formatChange, formatPoints, type Step, Time } from "../page/elements.tsx";
import { RecordLink } from "./record.facts.tsx";
import { operationsRight, type Sight } from "./record.page.tsx";

/**
 * The step that begins every record of the API.
 * @param traceUrl the page of a trace in a tracing UI, with `{traceId}`.
 */
export const acceptedStep = (
  { receivedAt, sender, requestId, traceId }: Accepted,
  traceUrl: string | undefined,
): Step => ({
  at: receivedAt,
  title: "Accepted: durable in Postgres, answered with 201",
  details: [
    `Caller ${sender.user}, origin ${sender.origin}.`,
    ...(requestId === null
      ? []
      : [
          <>
            Request <code>{requestId}</code>
          </>,
        ]),
    ...(traceId === null ? [] : [<Trace id={traceId} url={traceUrl?.replace(traceIdPlace, traceId)} />]),
  ],
});

type Accepted = Pick<RedemptionInspection, "receivedAt" | "sender" | "requestId" | "traceId">;

const Trace = ({ id, url }: { readonly id: string; readonly url: string | undefined }) => (
  <>Trace {url === undefined ? <code>{id}</code> : <a href={url}>{id}</a>}</>
);

/** Failed attempts, and the retry or dead letter that followed. */
export function failureSteps({ failing, deadLetter, pendingSince }: Waiting, { hasOperations }: Sight): Step[] {
  const steps: Step[] = [];
  if (failing) steps.push(failing.attempts > 0 ? failingStep(failing) : postponedStep(failing));
  if (deadLetter) {
    const { ID, attempts, firstAt, lastAt, reason, error, job, trace } = deadLetter;
    if (attempts > 1) steps.push({ at: firstAt, title: "First failed attempt", tone: "problem" });
    const told = hasOperations
      ? [
          `${reason}: ${error}`,
          <>
            Job <Job of={ID} id={job} />, trace {trace || "unknown"} in the workers' log.
          </>,
        ]
      : [`${reason}. You need the right ${operationsRight} to see the error.`];
    const remedy = (
      <>
        It waits for an operator: <code>rewards dead-letters replay {ID}</code> or <code>discard</code>, or the page{" "}
        <a href="/dead-letters">Dead letters</a>.
      </>
    );
    steps.push({
      at: lastAt,
      title: `Dead letter after ${countOf(attempts)}`,
      details: [...told, remedy],
      tone: "problem",
    });
  }
  if (pendingSince !== null && !failing)
    steps.push({
      at: pendingSince,
      title: "Waits for a worker",
      tone: "waiting",
      details: waitDetails(pendingSince, hasOperations),
    });
  return steps;
}

const waitDetails = (since: string, hasOperations: boolean): Child[] => [
  `For ${formatAge(Date.now() - Date.parse(since))} now. Workers take the oldest first; the overview shows whether one is connected.`,
  ...(hasOperations ? [<a href="/queue">The jobs of all queues</a>] : []),
];

interface JobProps {
  /** The ID of a record of the job. */
  readonly of: string;
  /** Empty if the queue gave none. */
  readonly id: string;
}

const Job = ({ of, id }: JobProps) =>
  id === "" ? (
    <>unknown</>
  ) : (
    <a href={`/queue/${objectOfId(of).definition.noun}/jobs/${encodeURIComponent(id)}`}>{id}</a>
  );

const countOf = (attempts: number) => `${attempts} ${attempts === 1 ? "attempt" : "attempts"}`;

type Failing = NonNullable<Waiting["failing"]>;

const failingStep = ({ attempts, error, firstAt, nextAt }: Failing): Step => ({
  at: firstAt,
  title: `${countOf(attempts)} failed`,
  details: [
    `Last error: ${error}`,
    <>
      Next attempt at <Time at={nextAt} isExact />. After eight attempts it becomes a dead letter.
    </>,
  ],
  tone: "problem",
});

const postponedStep = ({ error, firstAt, nextAt }: Failing): Step => ({
  at: firstAt,
  title: "Set aside",
  details: [
    error || "An operator replayed it, or another session holds rows that it needs.",
    <>
      Next attempt at <Time at={nextAt} isExact />.
    </>,
  ],
  tone: "waiting",
});

/** An entry of the ledger, with the balance after it, and what spent it since. */
export function entryStep(entry: InspectedEntry, receivedAt: string, { hasCodes }: Sight): Step {
  const isAward = !entry.amount.startsWith("-");
  const spent = entry.spentBy.reduce((sum, { points }) => sum + amountOf(points), 0n);
  const debt = amountOf(entry.amount) - amountOf(entry.available) - spent;
  return {
    at: entry.at,
    title: `${entry.type}: ${formatChange(entry.amount)} ${entry.currency}`,
    details: [
      `Posted ${formatAge(Math.max(0, Date.parse(entry.at) - Date.parse(receivedAt)))} after it was accepted, as entry ${entry.sequence} of the balance.`,
      `Balance after it: ${formatPoints(entry.balanceAfter)} ${entry.currency}.`,
      ...(isAward ? [`Left to spend of it: ${formatPoints(entry.available)}.`] : []),
      ...entry.spentBy.map((spending) => <Spent spending={spending} hasCodes={hasCodes} />),
      ...(isAward && debt > 0n && !entry.isCutOff ? [`It paid off a debt of ${showAmount(debt)}.`] : []),
      ...(entry.isCutOff ? [`What spent it is looked for in the ${spendingRowsMax} entries after it only.`] : []),
    ],
    tone: "good",
  };
}

const Spent = ({ spending, hasCodes }: { readonly spending: Spending; readonly hasCodes: boolean }) => {
  const { at, type, sourceID, points, vouchers } = spending;
  return (
    <>
      <RecordLink id={sourceID}>{type}</RecordLink> took {formatPoints(points)} of it at <Time at={at} />
      {vouchers.map(({ reward, code, status }) => `; ${reward}${hasCodes ? ` ${code}` : ""}: ${status}`)}.
    </>
  );
};

interface Ended {
  readonly status: string;
  readonly note: string;
  readonly updatedAt: string;
  readonly settledBy: string | null;
}

/** The last move, if the record is settled. */
export function endSteps({ status, note, updatedAt, settledBy }: Ended): Step[] {
  if (!status.startsWith("Resolved")) return [];
  const isRejected = status !== "Resolved-Completed";
  const by = settledBy === null ? "" : `By process ${settledBy} (host and process ID).`;
  const details = [note, by].filter(Boolean);
  return [{ at: updatedAt, title: status, details, tone: isRejected ? "problem" : "good" }];
}
