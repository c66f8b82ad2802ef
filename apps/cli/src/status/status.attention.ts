import { formatAge, formatCount } from "../format.ts";
import type { Status } from "./status.ts";

/** Recovery enqueues what is older than a few seconds; what is older than this is not getting on. */
const oldestMsMax = 30_000;

/** What needs somebody, each in a sentence with what to do; in the order in which it is to be done. */
const checks: readonly ((status: Status) => string | false)[] = [
  ({ service: { schema } }) =>
    schema.applied < schema.expected &&
    `The schema is older than this release (${schema.applied} of ${schema.expected} migrations): run \`npm run migrate\`.`,
  ({ service: { schema } }) =>
    schema.applied > schema.expected &&
    `The schema is newer than this release (${schema.applied} migrations, ${schema.expected} known): use the newer release.`,
  ({ queue }) =>
    queue !== null &&
    "fault" in queue &&
    `The queue does not answer (${queue.fault}): sales are accepted and wait. Check QUEUE_URL and that it runs.`,
  ({ queue }) =>
    queue !== null &&
    "redis" in queue &&
    queue.redis !== null &&
    queue.redis.maxmemoryPolicy !== "noeviction" &&
    `Redis may throw jobs away (maxmemory-policy ${queue.redis.maxmemoryPolicy}): set noeviction.`,
  ({ service: { workers } }) => workers === 0 && "No worker is connected: start one (`npm run start:worker`).",
  ({ service: { classes } }) => {
    const late = classes.find(({ oldestMs }) => oldestMs !== null && oldestMs > oldestMsMax);
    return (
      late !== undefined &&
      `A ${late.class} has waited for ${formatAge(late.oldestMs ?? 0)}: add workers, or look at their logs.`
    );
  },
  ({ service: { classes } }) => {
    const failing = classes.reduce((sum, one) => sum + one.failing, 0);
    return (
      failing > 0 && `Records fail for a reason of their own (${formatCount(failing)}): read \`error\` in failing.`
    );
  },
  ({ service: { deadLetters } }) =>
    deadLetters.length > 0 && "Dead letters wait for you: `rewards dead-letters list`, then replay or discard them.",
];

export function attentionOf(status: Status): string[] {
  return checks.flatMap((check) => check(status) || []);
}
