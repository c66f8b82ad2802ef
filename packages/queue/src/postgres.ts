import type { EventEmitter } from "node:events";
import { readTls } from "@rewards/runtime";
import type { PostgresPoolConfig } from "bullmq";
import { postgresSchema } from "./names.ts";

/** The queue is a hint, so its commits need not wait for the disk. */
const sessionOptions = "-c synchronous_commit=off";

/** Two connections a queue: adds go one at a time, the other is for reads. Queries are given up after `queryMsMax`. */
export function postgresProducerOptions(url: string, queryMsMax: number): PostgresPoolConfig {
  return poolConfig(url, { max: 2, connectionTimeoutMillis: queryMsMax, query_timeout: queryMsMax });
}

/**
 * Four connections a worker, and one that listens: many jobs run at once, but their queries on the queue are short. A
 * query without an answer fails after ten seconds and its connection is closed; the worker may hold its job until then.
 */
export function postgresConsumerOptions(url: string): PostgresPoolConfig {
  return poolConfig(url, { max: 4, connectionTimeoutMillis: 5_000, query_timeout: 10_000 });
}

/**
 * The pool listens only for errors of idle clients. When a connection is cut while BullMQ holds its client, the error would
 * be unhandled and end the process; the query rejects anyway.
 */
function survive(client: EventEmitter): void {
  client.on("error", () => undefined);
}

/**
 * A config and not a Pool: only then does BullMQ set the search path and listen on a separate connection.
 * Options inside a URL would replace BullMQ's search path, so they are moved out of it and added to ours.
 */
function poolConfig(url: string, limits: PostgresPoolConfig): PostgresPoolConfig {
  const { url: plainUrl, tls } = readTls(url);
  const parsed = new URL(plainUrl);
  const given = parsed.searchParams.get("options");
  parsed.searchParams.delete("options");
  return {
    ...limits,
    connectionString: parsed.href,
    ssl: tls,
    schema: postgresSchema,
    options: given === null ? sessionOptions : `${given} ${sessionOptions}`,
    keepAlive: true,
    onConnect: survive,
    application_name: "rewards-queue",
  };
}
