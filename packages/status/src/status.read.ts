import { readFileSync } from "node:fs";
import { codeOf, type Sql } from "@rewards/db";
import { stagedObjects } from "@rewards/domain";
import {
  demandSchema,
  describeOldSchema,
  type ReplicaLook,
  readServiceStatus,
  type ServiceStatus,
} from "@rewards/operations";
import { backendOf, inspectQueue, QueueFaultError, remedyOfQueue } from "@rewards/queue";
import { describeCause, describeTarget, parseServerUrl } from "@rewards/runtime";
import { attentionOf, type Judged, type QueueLook } from "./status.attention.ts";

/** The state of the whole service, as `rewards status` prints it and the console shows it. */
export interface Status extends Judged {
  readonly release: { readonly rewards: string; readonly node: string };
  /** What an operator has to do, a sentence each, in the order of doing. */
  readonly attention: readonly string[];
}

/**
 * The state cannot be read. The message is one sentence for an operator. `cause` is what Postgres said; without one, the
 * message has the remedy.
 */
export class StatusUnreadableError extends Error {
  override readonly name = "StatusUnreadableError";
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * Reads backlog, failures, workers and versions from Postgres, and asks the queue. A queue that does not answer is a part
 * of the result.
 * @throws StatusUnreadableError if Postgres refuses, or its schema is older than this release needs.
 */
export async function readStatus(
  sql: Sql,
  queueUrl: string | undefined,
  lookAtReplica: () => Promise<ReplicaLook | null> = async () => null,
): Promise<Status> {
  const [service, queue, replica] = await Promise.all([
    readService(sql),
    queueUrl === undefined ? null : lookAtQueue(queueUrl),
    lookAtReplica(),
  ]);
  const status = { release: readRelease(), service, queue, replica };
  return { ...status, attention: attentionOf(status) };
}

/** If tables are missing, the schema is of another release: then its state is all that is reported. */
async function readService(sql: Sql): Promise<ServiceStatus> {
  try {
    return await readServiceStatus(sql);
  } catch (error) {
    if (!codeOf(error).startsWith("42")) throw unreadable(error);
    const schema = await demandSchema(sql).catch((cause: unknown) => {
      throw unreadable(cause);
    });
    const old = describeOldSchema(schema);
    throw old === undefined ? unreadable(error) : new StatusUnreadableError(old);
  }
}

const unreadable = (cause: unknown) =>
  new StatusUnreadableError(`Cannot read the status: ${describeCause(cause)}`, { cause });

async function lookAtQueue(url: string): Promise<QueueLook> {
  const names = stagedObjects.map(({ noun }) => noun);
  return inspectQueue(url, names, silent).catch((error: unknown) => ({ fault: describeQueueFault(url, error) }));
}

/** One sentence with the cause and the remedy, without user and password. */
function describeQueueFault(url: string, error: unknown): string {
  const { code } = error instanceof QueueFaultError ? error : new QueueFaultError(error);
  const server = backendOf(url) === "redis" ? "Redis" : "The queue's Postgres";
  const isAway = /^(E[A-Z]|QUEUE_TIMEOUT|QUEUE_FAILED|NOT_CONNECTED)/.test(code);
  const remedy = remedyOfQueue(error).replace(/^./, (letter) => letter.toLowerCase());
  return `${server} at ${parseServerUrl(url)?.url.protocol}//${describeTarget(url)} cannot be ${isAway ? "reached" : "used"} (${code}): ${remedy}`;
}

/** The versions of this program and of what runs it. */
function readRelease(): Status["release"] {
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
    version: string;
  };
  return { rewards: version, node: process.versions.node };
}
