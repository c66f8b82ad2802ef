import type { Sql } from "postgres";

/** Statements that Postgres ran, by the path that they belong to. */
export interface Statements {
  readonly insert: number;
  readonly post: number;
  /** Sales in the batches that were inserted and posted. */
  readonly insertBatches: number;
  readonly postBatches: number;
}

/** Begins to count anew. */
export async function resetStatements(sql: Sql): Promise<void> {
  await sql`create extension if not exists pg_stat_statements`;
  await sql`select pg_stat_statements_reset()`;
}

/** What was run since, BullMQ's and recovery's own statements left out. */
export async function readStatements(sql: Sql): Promise<Statements> {
  const rows = await sql<{ query: string; calls: string }[]>`select query, calls from pg_stat_statements`;
  const calls = (matches: (query: string) => boolean) =>
    rows.filter(({ query }) => matches(query)).reduce((sum, row) => sum + Number(row.calls), 0);
  const isInsert = (query: string) => query.includes('insert into "sale"');
  const isRecovery = (query: string) =>
    /pg_stat_statements|pg_locks|next_at|from pending p\s|from awaiting|bullmq|pg_type/.test(query);
  const insert = calls(isInsert);
  return {
    insert,
    post: calls((query) => !isInsert(query) && !isRecovery(query)),
    insertBatches: insert,
    postBatches: calls((query) => /insert into ledger_entry/.test(query)),
  };
}
