import { type BoundedCount, countedRowsMax, type ReplicaLook, type ServiceStatus } from "@rewards/operations";
import { describeRedis } from "@rewards/queue";
import { formatAge, formatCount, wrap } from "@rewards/runtime";
import type { QueueLook, Status } from "@rewards/status";
import { formatTable } from "../format.ts";

/** For people, in lines of at most 80 columns. */
export function statusLines(status: Status): string[] {
  const { service, attention } = status;
  const parts = [
    versionLines(status),
    classLines(service),
    deadLetterLines(service),
    awaitingLines(service),
    partitionLines(service),
    workerLines(service),
    attention.length === 0 ? [wellText(status)] : ["To do", ...attention.flatMap((text) => wrap(text, "  "))],
  ];
  return parts.flatMap((lines, index) => (index === 0 || lines.length === 0 ? lines : ["", ...lines]));
}

const wellText = ({ queue }: Status) =>
  queue === null
    ? "All is well in the database. The queue was not asked."
    : "All is well in the database and the queue.";

const counted = (count: BoundedCount) => (count < countedRowsMax ? formatCount(count) : `${formatCount(count)}+`);

function versionLines({ release, service: { postgres, schema, at }, queue, replica }: Status): string[] {
  const name = schema.applied === schema.expected && !schema.isNewer ? schema.last : "not of this release";
  return [
    `Rewards   ${release.rewards}, Node ${release.node}; ${at} by Postgres' clock`,
    `Postgres  ${postgres}; schema ${schema.applied} of ${schema.expected} migrations (${name})`,
    ...wrap(`Queue     ${queueText(queue)}`),
    ...(replica === null ? [] : [`Replica   ${replicaText(replica)}`]),
  ];
}

function replicaText({ reason, lagMs }: ReplicaLook): string {
  if (reason !== null) return "not used";
  return lagMs === null ? "used" : `used; ${formatCount(lagMs)} ms behind`;
}

function queueText(queue: QueueLook): string {
  if (queue === null) return "not asked: set QUEUE_URL";
  if ("fault" in queue) return "does not answer";
  const server = queue.redis ? describeRedis(queue.redis) : "in Postgres";
  const partitions = queue.partitions > 1 ? `; ${queue.partitions} partitions` : "";
  return `${server}${partitions}; BullMQ ${queue.bullmq}; ${jobsText(queue.jobs)}${pausedText(queue.paused)}`;
}

const pausedText = (paused: readonly string[]) => (paused.length === 0 ? "" : `; paused: ${paused.join(", ")}`);

function jobsText(jobs: Readonly<Record<string, { waiting: number; active: number }>>): string {
  const sum = (of: "waiting" | "active") => Object.values(jobs).reduce((total, one) => total + one[of], 0);
  return `${formatCount(sum("waiting"))} jobs wait, ${formatCount(sum("active"))} in hand`;
}

function classLines({ classes, deadLetters }: ServiceStatus): string[] {
  const deadOf = (name: string) =>
    deadLetters.filter((dead) => dead.class === name).reduce((sum, { count }) => sum + count, 0);
  return formatTable(
    {
      Class: (one) => one.class,
      Pending: (one) => counted(one.pending),
      Oldest: (one) => (one.oldestMs === null ? "" : formatAge(one.oldestMs)),
      Failing: (one) => counted(one.failing),
      Postponed: (one) => counted(one.postponed),
      "Dead letters": (one) => counted(deadOf(one.class)),
    },
    classes,
  );
}

function deadLetterLines({ deadLetters }: ServiceStatus): string[] {
  if (deadLetters.length === 0) return [];
  return formatTable(
    { "Reason of dead letters": (one) => one.reason, Class: (one) => one.class, Count: (one) => counted(one.count) },
    deadLetters,
  );
}

function awaitingLines({ awaiting }: ServiceStatus): string[] {
  const { sales, forMember, forStore, forOriginal, oldestMs } = awaiting;
  if (sales === 0) return ["No sale awaits its member, store or original sale."];
  const oldest = oldestMs === null ? "" : `; the oldest for ${formatAge(oldestMs)}`;
  return wrap(
    `Sales that wait: ${counted(sales)} (for a member ${counted(forMember)}, for a store ${counted(forStore)}, for the original of a return ${counted(forOriginal)})${oldest}`,
  );
}

function partitionLines({ partitions: { until }, ledgerPartitions }: ServiceStatus): string[] {
  return [
    ...(until === null ? [] : [`Partitions of sales: one for each month until ${until.slice(0, 10)}`]),
    ...(ledgerPartitions === 1 ? [] : [`Partitions of the ledger: ${ledgerPartitions}, by member`]),
  ];
}

function workerLines({ workers, sessions }: ServiceStatus): string[] {
  const connections = sessions.map(({ name, count }) => `${name} ${count}`).join(", ");
  return [`Workers: ${workers}`, ...(connections ? wrap(`Connections: ${connections}`) : [])];
}
