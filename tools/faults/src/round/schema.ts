import { setTimeout as delay } from "node:timers/promises";
import type { Sql } from "postgres";

/** Short, since every later statement on the table queues behind a waiting schema change. */
const lockWait = "500ms";
const lockNotAvailable = "55P03";
const pauseMs = 250;
const triesMax = 80;

/**
 * Changes a table under load, as a migration does: gives up if the table is busy, and retries.
 * @throws Postgres' error, after about a minute of tries.
 */
export async function changeSchema(sql: Sql, statements: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await sql.begin(async (tx) => {
        await tx`select set_config('lock_timeout', ${lockWait}, true)`;
        await tx.unsafe(statements);
      });
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== lockNotAvailable || tries === triesMax) throw error;
      await delay(pauseMs);
    }
  }
}
