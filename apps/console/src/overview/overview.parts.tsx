import { stagedObjects } from "@rewards/domain";
import { type BoundedCount, countedRowsMax, type PipelineChart, type ServiceStatus } from "@rewards/operations";
import { describeRedis, type QueueState } from "@rewards/queue";
import { formatAge, formatCount } from "@rewards/runtime";
import type { QueueLook, Status } from "@rewards/status";
import { Facts, Table } from "../page/elements.tsx";

/** The parts of the overview that change, as HTML by the ID of their element. */
export function partsOf(status: Status, hour: PipelineChart) {
  const { service } = status;
  return {
    attention: String(<Attention sentences={status.attention} />),
    now: String(<Facts facts={numbersOf(service, hour)} />),
    backlog: String(
      <>
        <Table {...classTable(status)} />
        {service.deadLetters.length > 0 && <Table {...deadLetterTable(service)} />}
        <p>{awaitingText(service)}</p>
      </>,
    ),
    servers: String(
      <>
        <h2>Processes and servers</h2>
        <Facts facts={factsOf(status)} />
        <p class="note">
          As of <time datetime={service.at}>{service.at}</time>, by the clock of Postgres.
        </p>
      </>,
    ),
  };
}

/** The latest whole minute: the one under way has only begun. */
function numbersOf({ classes, workers, deadLetters }: ServiceStatus, { total }: PipelineChart): [string, string][] {
  const lately = (series: readonly (number | null)[]) => series.at(-2) ?? null;
  const rate = (series: readonly number[]) => (lately(series) ?? 0).toFixed(1);
  const lag = (series: readonly (number | null)[]) => {
    const ms = lately(series);
    return ms === null ? "–" : `${formatCount(Math.round(ms))} ms`;
  };
  const oldest = classes.reduce((longest, { oldestMs }) => Math.max(longest, oldestMs ?? 0), 0);
  const dead = deadLetters.reduce((sum, { count }) => sum + count, 0);
  return [
    ["Accepted", `${rate(total.accepted)} a second, in the last whole minute`],
    ["Posted", `${rate(total.posted)} a second`],
    ["Lag", `half within ${lag(total.lagP50Ms)}, 99 % within ${lag(total.lagP99Ms)}`],
    ["Oldest pending", oldest === 0 ? "–" : formatAge(oldest)],
    ["Workers", formatCount(workers)],
    ["Dead letters", counted(dead)],
  ];
}

const Attention = ({ sentences }: { readonly sentences: readonly string[] }) =>
  sentences.length === 0 ? (
    <p class="card good">All is well.</p>
  ) : (
    <section class="card problem" aria-labelledby="todo">
      <h2 id="todo">To do</h2>
      <ul>
        {sentences.map((sentence) => (
          <li>{sentence}</li>
        ))}
      </ul>
    </section>
  );

const counted = (count: BoundedCount) => (count < countedRowsMax ? formatCount(count) : `${formatCount(count)}+`);
const ageOf = (ms: number | null) => (ms === null ? "–" : formatAge(ms));

/** The IDs in a queue are not counted, only its jobs; a job has up to 200 IDs. */
function jobsText(queue: QueueLook, noun: string | undefined): string {
  if (queue === null || "fault" in queue || noun === undefined) return "–";
  const { waiting = 0, active = 0 } = queue.jobs[noun] ?? {};
  return formatCount(waiting + active);
}

function classTable({ service: { classes, deadLetters }, queue }: Status) {
  const nounOf = (name: string) => stagedObjects.find((one) => one.class === name)?.noun;
  const deadOf = (name: string) =>
    deadLetters.filter((dead) => dead.class === name).reduce((sum, { count }) => sum + count, 0);
  return {
    caption: "Records that wait, by class",
    head: ["Class", "Pending", "Jobs in the queue", "Oldest", "Failing", "Postponed", "Dead letters"],
    numbers: [1, 2, 3, 4, 5, 6],
    rows: classes.map((one) => [
      one.class,
      counted(one.pending),
      jobsText(queue, nounOf(one.class)),
      ageOf(one.oldestMs),
      counted(one.failing),
      counted(one.postponed),
      counted(deadOf(one.class)),
    ]),
  };
}

export function deadLetterTable({ deadLetters }: ServiceStatus) {
  return {
    caption: "Dead letters, by reason",
    head: ["Reason", "Class", "Dead letters"],
    numbers: [2],
    rows: deadLetters.map((one) => [one.reason, one.class, counted(one.count)]),
  };
}

function awaitingText({ awaiting: { sales, forMember, forStore, forOriginal, oldestMs } }: ServiceStatus): string {
  if (sales === 0) return "No sale awaits its member, store or original sale.";
  const oldest = oldestMs === null ? "" : `; the oldest for ${formatAge(oldestMs)}`;
  return `Sales that wait: ${counted(sales)} (for a member ${counted(forMember)}, for a store ${counted(forStore)}, for the original of a return ${counted(forOriginal)})${oldest}.`;
}

function factsOf({ release, service, queue }: Status): [name: string, value: string][] {
  const { postgres, schema, sessions } = service;
  return [
    ["Queue", queueText(queue)],
    ["Postgres", `${postgres}, schema ${schema.applied} of ${schema.expected} migrations`],
    ["Connections", sessions.map(({ name, count }) => `${name} ${count}`).join(", ") || "none"],
    ["Release", `${release.rewards}, Node ${release.node}`],
  ];
}

function queueText(queue: QueueLook): string {
  if (queue === null) return "not asked: set QUEUE_URL";
  if ("fault" in queue) return queue.fault;
  const server = queue.redis ? describeRedis(queue.redis) : "in Postgres";
  const sum = (of: "waiting" | "active") => Object.values(queue.jobs).reduce((total, one) => total + one[of], 0);
  return `${server}, BullMQ ${queue.bullmq}: ${formatCount(sum("waiting"))} jobs wait, ${formatCount(sum("active"))} in hand${pausedText(queue)}`;
}

const pausedText = ({ paused }: QueueState) => (paused.length === 0 ? "" : `; paused: ${paused.join(", ")}`);
