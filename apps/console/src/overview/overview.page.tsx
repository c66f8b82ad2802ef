import { type BoundedCount, countedRowsMax, type ServiceStatus } from "@rewards/db";
import { operatorRight } from "@rewards/domain";
import type { QueueState } from "@rewards/queue";
import { formatAge, formatCount } from "@rewards/runtime";
import type { QueueLook, Status } from "@rewards/status";
import { Facts } from "../page/facts.tsx";
import type { Page } from "../page/page.ts";
import { Table } from "../page/table.tsx";

/** What `rewards status` prints. */
export const overviewPage: Page = {
  path: "/",
  menu: "Overview",
  right: operatorRight("list"),
  show: async (_, __, { look }) => ({ title: "Overview", body: <Overview status={await look()} /> }),
};

const Overview = ({ status }: { readonly status: Status }) => {
  const { service } = status;
  return (
    <>
      <Attention sentences={status.attention} />
      <Table {...classTable(service)} />
      {service.deadLetters.length > 0 && <Table {...deadLetterTable(service)} />}
      <p>{awaitingText(service)}</p>
      <h2>Processes and servers</h2>
      <Facts facts={factsOf(status)} />
      <p class="note">
        As of <time datetime={service.at}>{service.at}</time>, by the clock of Postgres. <a href="/">Reload</a>
      </p>
    </>
  );
};

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

function classTable({ classes, deadLetters }: ServiceStatus) {
  const deadOf = (name: string) =>
    deadLetters.filter((dead) => dead.class === name).reduce((sum, { count }) => sum + count, 0);
  return {
    caption: "Records that wait, by class",
    head: ["Class", "Pending", "Oldest", "Failing", "Postponed", "Dead letters"],
    numbers: [1, 2, 3, 4, 5],
    rows: classes.map((one) => [
      one.class,
      counted(one.pending),
      ageOf(one.oldestMs),
      counted(one.failing),
      counted(one.postponed),
      counted(deadOf(one.class)),
    ]),
  };
}

function deadLetterTable({ deadLetters }: ServiceStatus) {
  return {
    caption: "Dead letters, by reason",
    head: ["Reason", "Class", "Dead letters"],
    numbers: [2],
    rows: deadLetters.map((one) => [one.reason, one.class, counted(one.count)]),
  };
}

function awaitingText({ awaiting: { sales, forMember, forStore, oldestMs } }: ServiceStatus): string {
  if (sales === 0) return "No sale awaits a member or store.";
  const oldest = oldestMs === null ? "" : `; the oldest for ${formatAge(oldestMs)}`;
  return `Sales that await their member or store: ${counted(sales)} (a member ${counted(forMember)}, a store ${counted(forStore)})${oldest}.`;
}

function factsOf({ release, service, queue }: Status): [name: string, value: string][] {
  const { postgres, schema, workers, sessions } = service;
  return [
    ["Workers", formatCount(workers)],
    ["Queue", queueText(queue)],
    ["Postgres", `${postgres}, schema ${schema.applied} of ${schema.expected} migrations`],
    ["Connections", sessions.map(({ name, count }) => `${name} ${count}`).join(", ") || "none"],
    ["Release", `${release.rewards}, Node ${release.node}`],
  ];
}

function queueText(queue: QueueLook): string {
  if (queue === null) return "not asked: set QUEUE_URL";
  if ("fault" in queue) return queue.fault;
  const server = queue.redis ? `Redis ${queue.redis.version}, ${queue.redis.maxmemoryPolicy}` : "in Postgres";
  const sum = (of: "waiting" | "active") => Object.values(queue.jobs).reduce((total, one) => total + one[of], 0);
  return `${server}, BullMQ ${queue.bullmq}: ${formatCount(sum("waiting"))} jobs wait, ${formatCount(sum("active"))} in hand${pausedText(queue)}`;
}

const pausedText = ({ paused }: QueueState) => (paused.length === 0 ? "" : `; paused: ${paused.join(", ")}`);
