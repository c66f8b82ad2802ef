import { describeOldSchema, type ReplicaLook, type ServiceStatus } from "@rewards/operations";
import type { QueueState, RedisState } from "@rewards/queue";
import { formatAge, formatCount } from "@rewards/runtime";

/** The state of the queue; a sentence that says why it is unknown; or null if the URL of the queue is not set. */
export type QueueLook = QueueState | { readonly fault: string } | null;

/** What the checks judge. */
export interface Judged {
  readonly service: ServiceStatus;
  readonly queue: QueueLook;
  /** Null without read replicas. */
  readonly replica: ReplicaLook | null;
}

/** Recovery enqueues records older than a few seconds. A record older than this makes no progress. */
const oldestMsMax = 30_000;

/** The sweep runs every minute and takes a few million balances an hour. */
const sweepDueMsMax = 6 * 3_600_000;

/** What an operator has to do, a sentence each, in the order of doing. */
const checks: readonly ((status: Judged) => string | false)[] = [
  ({ service: { schema } }) => describeOldSchema(schema) ?? false,
  ({ service: { schema } }) =>
    schema.isNewer && "A later release has migrated the database: use that release, which knows all of its migrations.",
  ({ queue }) =>
    queue !== null &&
    "fault" in queue &&
    `${queue.fault} Until then sales are accepted, and posted late; with POST_WITHOUT_QUEUE=no they wait.`,
  ({ queue }) =>
    queue !== null &&
    "redis" in queue &&
    queue.redis !== null &&
    queue.redis.maxmemoryPolicy !== "noeviction" &&
    `${describeEvicting(queue.redis)}: set noeviction.`,
  ({ queue }) =>
    queue !== null &&
    "redis" in queue &&
    queue.redis?.maxmemoryPolicy === "noeviction" &&
    queue.risk !== null &&
    queue.risk,
  ({ queue }) =>
    queue !== null &&
    "paused" in queue &&
    queue.paused.length > 0 &&
    `An operator has paused: ${queue.paused.join(", ")}. Records of these queues are accepted and wait. Resume them in the console.`,
  ({ replica }) => replica !== null && replica.reason !== null && `Reads use the primary. ${replica.reason}`,
  ({ service: { workers } }) =>
    workers === 0 &&
    "No worker is connected. If one hangs, kill its process, which `npm start` replaces; otherwise start one (`npm run start:worker`).",
  ({ service: { classes, workers } }) => {
    const late = classes.find(({ oldestMs }) => oldestMs !== null && oldestMs > oldestMsMax);
    return (
      late !== undefined &&
      `A ${late.class} has waited for ${formatAge(late.oldestMs ?? 0)}${workers > 0 ? ": add workers, or look at their logs" : ""}.`
    );
  },
  ({ service: { classes } }) => {
    const failing = classes.reduce((sum, one) => sum + one.failing, 0);
    return (
      failing > 0 &&
      `Failing records: ${formatCount(failing)}. Read \`error\` in the table \`failing\`: each has its own.`
    );
  },
  ({ service: { sweep } }) =>
    sweep.dueMs !== null &&
    sweep.dueMs > sweepDueMsMax &&
    `The sweep of expired points is ${formatAge(sweep.dueMs)} late: look at the workers' logs, and in pg_stat_activity for a session that holds a balance.`,
  ({ service: { partitions } }) =>
    partitions.isShort &&
    `Sales${partitions.until ? ` from ${partitions.until.slice(0, 10)} on` : ""} have no partition: look at the workers' logs, or run \`rewards partitions add\`.`,
  ({ service: { deadLetters } }) =>
    deadLetters.length > 0 && "Dead letters wait for you: `rewards dead-letters list`, then replay or discard them.",
];

function describeEvicting({ maxmemoryPolicy, nodes }: RedisState): string {
  const evicting = nodes.filter((node) => node.maxmemoryPolicy !== "noeviction").map(({ address }) => address);
  const where = nodes.length > 1 ? ` of ${evicting.join(", ")}` : "";
  return `Redis may throw jobs away (maxmemory-policy ${maxmemoryPolicy}${where})`;
}

export function attentionOf(status: Judged): string[] {
  return checks.flatMap((check) => check(status) || []);
}
