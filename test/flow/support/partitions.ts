import { expect } from "vitest";
import { runCommand } from "../../../apps/cli/src/testing/command.ts";
import { inTransaction, type Stack } from "./stack.ts";

const patience = { timeout: 60_000, interval: 20 };
const sessions =
  "select from pg_stat_activity a where a.application_name = 'rewards-partitions' and a.datname = current_database()";

/**
 * Where a command is: a condition on its session `a` in pg_stat_activity. It names the relation, because the command also
 * waits for tills that are writing.
 */
export const waitsFor = (relation: string) =>
  `exists (select from pg_locks l where l.pid = a.pid and not l.granted and l.relation = '${relation}'::regclass)`;
/** What a transaction does that stays open until the command is where it waits for that. */
export interface Hurdle {
  readonly hold: string;
  readonly until: string;
}

/** Begins a transaction with this statement. Returns what ends it. */
async function hold({ database }: Stack, statement: string): Promise<() => Promise<void>> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let ended: Promise<unknown> = Promise.resolve();
  await new Promise<void>((resolve, reject) => {
    ended = inTransaction(database, async (tx) => {
      await tx.unsafe(statement);
      resolve();
      await released;
    });
    ended.catch(reject);
  });
  return async () => {
    release();
    await ended;
  };
}

/**
 * Leads a command of partitions from hurdle to hurdle, and kills it at the last one. Returns once Postgres has ended its
 * session.
 */
export async function killAt(
  stack: Stack,
  args: readonly string[],
  hurdles: readonly Hurdle[],
  meanwhile: () => Promise<void>,
): Promise<void> {
  const { sql } = stack.database;
  const count = async (condition: string) => (await sql.unsafe(`${sessions} and ${condition}`)).length;
  let release = async () => {};
  try {
    let start = () => runCommand(args, { DATABASE_URL: stack.ownerUrl, QUEUE_URL: stack.queueUrl });
    for (const hurdle of hurdles) {
      const next = await hold(stack, hurdle.hold);
      await release();
      release = next;
      const command = start();
      start = () => command;
      await expect.poll(() => count(hurdle.until), patience).toBe(1);
    }
    const command = start();
    command.kill("SIGKILL");
    expect(await command.exited).toBe("SIGKILL");
    await meanwhile();
  } finally {
    await release();
  }
  await expect.poll(() => count("true"), patience).toBe(0);
}
