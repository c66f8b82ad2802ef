import PgBoss from "pg-boss";
import type { TransactionSql } from "postgres";

export const queueName = "sale";

export interface SaleJob {
  readonly id: string;
}

/** Starts pg-boss, which makes its own schema. Cron schedules are off, since there are none. */
export async function startBoss(options: PgBoss.ConstructorOptions): Promise<PgBoss> {
  const boss = new PgBoss({ ...options, schedule: false });
  // Only its housekeeping raises this; calls reject by themselves.
  boss.on("error", () => undefined);
  return boss.start();
}

/**
 * Creates the queue if it is missing. Only the API calls this: two processes that create queues at once may deadlock. A
 * worker finds no jobs until then.
 */
export async function createQueue(boss: PgBoss): Promise<void> {
  // A sale may come before its member or store, so it is retried for about a quarter of an hour.
  await boss.createQueue(queueName, { name: queueName, retryLimit: 10, retryDelay: 1, retryBackoff: true });
}

/**
 * Lets pg-boss write inside a transaction of postgres.js; its documentation calls this bringing your own connection.
 */
export function bossOf(tx: TransactionSql): PgBoss.Db {
  return {
    async executeSql(text: string, values: unknown[]) {
      const rows = await tx.unsafe(text, values.map(parameterOf), { prepare: true });
      return { rows: [...rows] };
    },
  };
}

/** pg sends undefined as null; postgres.js refuses it. */
function parameterOf(value: unknown) {
  return (value ?? null) as null | string | number | boolean;
}
