import { createLineBudget, tlsRemedyOf } from "@rewards/runtime";

/** The queue did not answer in time. It may have done the work; workers tolerate duplicates. */
export class QueueTimeoutError extends Error {
  override readonly name = "QueueTimeoutError";
}

/** An operation of the queue failed. `code` gives the reason, without an address or a secret. */
export class QueueFaultError extends Error {
  override readonly name = "QueueFaultError";
  readonly code: string;

  constructor(cause: unknown) {
    const code = codeOfCause(cause);
    super(`the queue fails (${code})`, { cause });
    this.code = code;
  }
}

/** The word that begins a refusal of Redis. Drivers put other words before it. */
const redisRefusal = /\b(WRONGPASS|NOAUTH|NOPERM|LOADING|READONLY|MISCONF|OOM|MASTERDOWN|CLUSTERDOWN|MOVED)\b/;

/** What ioredis says of a command while it has no connection, and BullMQ of a closed one. */
const notConnected = /Stream isn't writeable|Connection is closed/;

/** What BullMQ says of a job in hand that its server has forgotten, or that another worker has taken meanwhile. */
const jobGone = /^(Missing (key|lock) for job|Lock mismatch for job|could not renew lock for job)/;

function codeOfCause(cause: unknown): string {
  // If no node of a cluster answers, the driver keeps the error of the last node.
  const { lastNodeError } = (cause ?? {}) as { lastNodeError?: unknown };
  if (lastNodeError) return codeOfCause(lastNodeError);
  const [, refusal] = redisRefusal.exec(cause instanceof Error ? cause.message : "") ?? [];
  if (refusal !== undefined) return refusal;
  const code = (cause as { code?: unknown } | null)?.code;
  if (typeof code === "string") return code;
  if (cause instanceof Error && notConnected.test(cause.message)) return "NOT_CONNECTED";
  if (cause instanceof Error && jobGone.test(cause.message)) return "QUEUE_JOB_GONE";
  // BullMQ's own error for missing or older tables has no code.
  if (cause instanceof Error && /Migration/.test(cause.name)) return "QUEUE_UNMIGRATED";
  return cause instanceof QueueTimeoutError ? "QUEUE_TIMEOUT" : "QUEUE_FAILED";
}

const login = "It refuses the login: check the user and the password in QUEUE_URL.";
const unmigrated = "Its tables are missing or old: run `npm run migrate` with this QUEUE_URL.";

/** By the word of Redis, by SQLSTATE or its class, or by the code of the system. */
const remedies: Readonly<Record<string, string>> = {
  WRONGPASS: login,
  NOAUTH: login,
  "28": login,
  NOPERM: "Its user lacks rights: allow all commands on the keys {rewards*.",
  LOADING: "It reads its data from the disk: wait for it.",
  READONLY: "It is a replica: point QUEUE_URL at the primary.",
  MOVED: "It is a node of a cluster: use redis+cluster:// in QUEUE_URL.",
  MISCONF: "It cannot write to its disk: make room, or mend the folder's rights.",
  OOM: "It is full: give it more memory, or FLUSHALL, which loses nothing.",
  "3D": "It has no such database: check QUEUE_URL.",
  QUEUE_JOB_GONE:
    "It lost jobs in hand, as after a restart without its data, or this worker hung. Nothing to do: each record is posted once.",
  QUEUE_UNMIGRATED: unmigrated,
  "3F": unmigrated,
  "42": unmigrated,
  "53300": "It takes no more connections: raise max_connections.",
};
const remedyOfOthers = "Check that it runs, and that QUEUE_URL and the network lead to it.";

/** The remedy for an error of the queue, for operators. It holds nothing that callers must not see. */
export function remedyOfQueue(error: unknown): string {
  const { code } = error instanceof QueueFaultError ? error : new QueueFaultError(error);
  return remedies[code] ?? remedies[code.slice(0, 2)] ?? tlsRemedyOf({ code }) ?? remedyOfOthers;
}

/** The part of a pino logger that this package uses. */
export interface QueueLogger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** A queue that is away fails many times a second. */
const sampledLines = { linesMax: 1, everyMs: 5_000 };

/**
 * Returns a function that logs the first failure at once and then at most one in 5 s,
 * with the number of failures since the line before.
 */
export function createSampledWarn(logger: QueueLogger, message: string): (fields: object) => void {
  const budget = createLineBudget(sampledLines);
  return (fields) => {
    const heldBack = budget.take();
    if (heldBack !== undefined) logger.warn({ ...fields, count: heldBack + 1 }, message);
  };
}

const ofConnections = new WeakMap<QueueLogger, (fields: object) => void>();

/** Warns of an error, with its remedy. One for all connections with the same logger: a server that is away fails each. */
export function connectionWarn(logger: QueueLogger): (err: unknown, fields?: object) => void {
  const warn = ofConnections.get(logger) ?? createSampledWarn(logger, "queue connection failed");
  ofConnections.set(logger, warn);
  return (err, fields) => warn({ err, ...fields, remedy: remedyOfQueue(err) });
}
