import {
  codeOf,
  readSchemaState,
  readServiceStatus,
  type SchemaState,
  type ServiceStatus,
  type Sql,
} from "@rewards/db";
import { stagedObjects } from "@rewards/domain";
import { backendOf, inspectQueue, QueueFaultError, type QueueState, remedyOfQueue } from "@rewards/queue";
import { type DatabaseChoice, withDatabase } from "../database.ts";
import { CommandError, describeCause, describeTarget } from "../error.ts";
import { attentionOf } from "./status.attention.ts";
import { readRelease } from "./status.release.ts";
import { statusLines } from "./status.report.ts";

/** The state of the queue, the sentence that says why it is not known, or null if nobody said where the queue is. */
export type QueueLook = QueueState | { readonly fault: string } | null;

export interface Status {
  readonly release: { readonly rewards: string; readonly node: string };
  readonly service: ServiceStatus;
  readonly queue: QueueLook;
}

export interface StatusOptions {
  readonly choice: DatabaseChoice;
  readonly queueUrl: string | undefined;
  readonly isJson: boolean;
  readonly print: (line: string) => void;
  readonly exitWith: (code: number) => void;
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * Prints the state of the service: backlog, failures, workers, versions, and what an operator has to do. The process ends
 * with 1 if the queue cannot be used.
 */
export async function showStatus({ choice, queueUrl, isJson, print, exitWith }: StatusOptions): Promise<void> {
  const [service, queue] = await Promise.all([
    withDatabase(choice, ({ sql }) => readService(sql)),
    queueUrl === undefined ? null : lookAtQueue(queueUrl),
  ]);
  const status = { release: readRelease(), service, queue };
  const attention = attentionOf(status);
  if (isJson) print(JSON.stringify({ ...status, attention }));
  else for (const line of statusLines(status, attention)) print(line);
  if (queue !== null && "fault" in queue) exitWith(1);
}

/** If tables are missing, the schema is of another release: then its state is all that is printed. */
async function readService(sql: Sql): Promise<ServiceStatus> {
  try {
    return await readServiceStatus(sql);
  } catch (error) {
    if (!codeOf(error).startsWith("42")) throw new CommandError(`Cannot read the status: ${describeCause(error)}`);
    throw new CommandError(describeSchema(await readSchemaState(sql), error));
  }
}

function describeSchema({ applied, expected }: SchemaState, error: unknown): string {
  if (applied >= expected) return `Cannot read the status: ${describeCause(error)}`;
  return `The schema has ${applied} of ${expected} migrations of this release: run \`npm run migrate\`.`;
}

async function lookAtQueue(url: string): Promise<QueueLook> {
  const names = stagedObjects.map(({ noun }) => noun);
  return inspectQueue(url, names, silent).catch((error: unknown) => ({ fault: describeQueueFault(url, error) }));
}

/** One sentence with the cause and the remedy, without user and password. */
function describeQueueFault(url: string, error: unknown): string {
  const { code } = error instanceof QueueFaultError ? error : new QueueFaultError(error);
  const server = backendOf(url) === "redis" ? "Redis" : "The queue's Postgres";
  const isAway = /^(E[A-Z]|QUEUE_TIMEOUT|QUEUE_FAILED)/.test(code);
  const remedy = remedyOfQueue(error).replace(/^./, (letter) => letter.toLowerCase());
  return `${server} at ${new URL(url).protocol}//${describeTarget(url)} cannot be ${isAway ? "reached" : "used"} (${code}): ${remedy}`;
}
