import {
  codeOf,
  readSchemaState,
  readServiceStatus,
  type SchemaState,
  type ServiceStatus,
  type Sql,
} from "@rewards/db";
import { stagedObjects } from "@rewards/domain";
import { inspectQueue, type QueueState } from "@rewards/queue";
import { type DatabaseChoice, withDatabase } from "../database.ts";
import { CommandError, describeCause } from "../error.ts";
import { attentionOf } from "./status.attention.ts";
import { readRelease } from "./status.release.ts";
import { statusLines } from "./status.report.ts";

/** What is known of the queue: how it is, why it could not be asked, or that nobody said where it is. */
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
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Prints how the service is: what waits, what fails, who works, which versions, and what needs somebody. */
export async function showStatus({ choice, queueUrl, isJson, print }: StatusOptions): Promise<void> {
  const [service, queue] = await Promise.all([
    withDatabase(choice, ({ sql }) => readService(sql)),
    queueUrl === undefined ? null : lookAtQueue(queueUrl),
  ]);
  const status = { release: readRelease(), service, queue };
  const attention = attentionOf(status);
  if (isJson) print(JSON.stringify({ ...status, attention }));
  else for (const line of statusLines(status, attention)) print(line);
}

/** Tables that are not there are those of a schema that is not of this release: its state is then all there is to say. */
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
  return inspectQueue(url, names, silent).catch((error: unknown) => ({ fault: describeCause(error) }));
}
