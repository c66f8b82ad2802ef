import { setTimeout as delay } from "node:timers/promises";
import type { Sql } from "postgres";

/** Short, since every later statement on the table queues behind a waiting schema change. */
const lockWait = "500ms";
const lockNotAvailable = "55P03";
const pauseMs = 250;
const triesMax = 80;

/** A trigger of the suite, which refuses rows of the product. */
interface Trigger {
  readonly name: string;
  readonly tables: readonly string[];
  readonly event: "insert" | "update";
  readonly each: "row" | "statement";
  /** In PL/pgSQL; the row passes where it raises nothing. */
  readonly refuse: string;
}

/**
 * Adds a trigger to one table after the other: several at once could deadlock with running transactions. Returns a
 * function that removes it.
 */
export async function addTrigger(sql: Sql, { name, tables, event, each, refuse }: Trigger) {
  await sql.unsafe(`
    create function faults.${name}() returns trigger language plpgsql as $$ begin ${refuse} return new; end $$`);
  for (const table of tables)
    await changeSchema(
      sql,
      `create trigger ${name} before ${event} on ${table} for each ${each} execute function faults.${name}()`,
    );
  return async () => {
    for (const table of tables) await changeSchema(sql, `drop trigger ${name} on ${table}`);
    await sql.unsafe(`drop function faults.${name}()`);
  };
}

/**
 * Changes a table under load, as a migration does: gives up if the table is busy, and retries.
 * @throws Postgres' error, after about a minute of tries.
 */
async function changeSchema(sql: Sql, statement: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await sql.begin(async (tx) => {
        await tx`select set_config('lock_timeout', ${lockWait}, true)`;
        await tx.unsafe(statement);
      });
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== lockNotAvailable || tries === triesMax) throw error;
      await delay(pauseMs);
    }
  }
}
