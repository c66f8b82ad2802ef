import { AppError, type ObjectDefinition } from "@rewards/domain";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { afterAll, expect } from "vitest";
import { type ClonedDatabase, cloneTemplate } from "../../../../test/src/clone.ts";
import type { TestRecord } from "../../../../test/src/records.ts";
import { type Database, openDatabase, type ReadDatabase, type Sql, type Tx } from "../client.ts";
import { insertGroup } from "../insert/insert.group.ts";

export interface TestDatabase extends Database {
  /** Connects as the owner of the tables. */
  readonly url: string;
  /** Connects as the role of commands. */
  readonly serviceUrl: string;
  /** Connects as the role of a process. */
  readonly urlFor: ClonedDatabase["urlFor"];
  /** A pool on the same database, as of another process, with the service's session settings. */
  openPool(max: number, url?: string): Sql;
  /** A client that records the statements it sends. */
  openRecorder(): Recorder;
}

interface RecordedCall {
  readonly text: string;
  readonly parameters: readonly unknown[];
}

interface Recorder {
  readonly sql: Sql;
  /** The same client, for views. */
  readonly queries: () => ReadDatabase;
  /** Calls `run` and returns the statements sent meanwhile, in order, including `begin` and `commit`. */
  record(run: () => Promise<unknown>): Promise<string[]>;
  /** As `record`, with the parameters. */
  recordCalls(run: () => Promise<unknown>): Promise<RecordedCall[]>;
}

/** A database for one test file, dropped after it. */
export async function openTestDatabase(poolMax = 10, ledgerPartitions = 1): Promise<TestDatabase> {
  const clone = await cloneTemplate(ledgerPartitions);
  const database = openDatabase({ url: clone.url, name: "db-test", poolMax, viewPoolMax: 2 });
  const closers: (() => Promise<void>)[] = [() => database.close()];
  afterAll(async () => {
    await Promise.all(closers.map((close) => close()));
    await clone.drop();
  });
  return {
    ...database,
    url: clone.url,
    serviceUrl: clone.serviceUrl,
    urlFor: clone.urlFor,
    openPool(max, url = clone.url) {
      const pool = openDatabase({ url, name: "db-test-pool", poolMax: max, viewPoolMax: 1 });
      closers.push(() => pool.close());
      return pool.sql;
    },
    openRecorder() {
      const sent: RecordedCall[] = [];
      const debug = (_: number, text: string, parameters: unknown[]) => void sent.push({ text, parameters });
      const sql = postgres(clone.url, { max: 1, onnotice: () => {}, debug });
      closers.push(() => sql.end({ timeout: 5 }));
      const recordCalls: Recorder["recordCalls"] = async (run) => {
        // With its first statement, the driver also queries the server's types.
        await sql`select 1`;
        sent.length = 0;
        await run();
        return [...sent];
      };
      const record: Recorder["record"] = async (run) => (await recordCalls(run)).map(({ text }) => text);
      return { sql, queries: () => drizzle(sql), record, recordCalls };
    },
  };
}

/** Inserts records of a class and returns their UUIDs. */
export async function insertAll(
  sql: Sql,
  definition: ObjectDefinition,
  records: readonly TestRecord[],
): Promise<string[]> {
  const { answers } = await insertGroup(sql, definition, records);
  return answers.map((answer) => {
    if (answer instanceof AppError) throw answer;
    return answer.id;
  });
}

/** The error code if the record was refused, otherwise its UUID. */
export function answerText(answer: AppError | { readonly id: string } | undefined): string | undefined {
  return answer instanceof AppError ? answer.code : answer?.id;
}

/** Resolves once exactly this number of sessions of the database wait for a lock. */
export async function untilWaiting(sql: Sql, sessions = 1): Promise<void> {
  await expect
    .poll(
      async () => {
        const rows = await sql`
          select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and state = 'active'`;
        return rows.length;
      },
      { interval: 5, timeout: 60_000 },
    )
    .toBe(sessions);
}

/**
 * Runs `inside` in a transaction of another session, which stays open until `meanwhile` resolves to its end, however long
 * that takes.
 */
export async function holding(
  sql: Sql,
  inside: (tx: Tx) => Promise<unknown>,
  meanwhile: (tx: Tx) => Promise<"commit" | "rollback">,
): Promise<void> {
  const undo = new Error("undo");
  await sql
    .begin(async (tx) => {
      // Not by set_config: after a query, `inside` could not set the isolation level.
      await tx`set local idle_in_transaction_session_timeout = 0`;
      await tx`set local transaction_timeout = 0`;
      await inside(tx);
      if ((await meanwhile(tx)) === "rollback") throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
}

/** Runs `inside` in a transaction that is rolled back, and returns its result. */
export async function undone<T>(sql: Sql, inside: (tx: Tx) => Promise<T>): Promise<T> {
  const results: T[] = [];
  await holding(
    sql,
    async (tx) => void results.push(await inside(tx)),
    async () => "rollback",
  );
  return results[0] as T;
}
