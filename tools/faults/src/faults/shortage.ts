import postgres, { type ReservedSql, type Sql } from "postgres";
import type { FaultRows } from "./fault.ts";
import { addTrigger } from "./trigger.ts";

const connectionsMax = 200;
const deadlock = "40P01";
const holdTriesMax = 10;

/** Half of the inserts fail as on a full disk, so some of a process' statements succeed. */
const diskFull = {
  name: "faults_disk",
  tables: ["sale", "redemption", "ledger_entry", "pending"],
  event: "insert",
  each: "statement",
  refuse: `
    if random() < 0.5 then
      raise exception 'could not extend file: No space left on device' using errcode = '53100';
    end if;`,
} as const;

/**
 * Begins a transaction that locks several tables; Postgres may end it as the victim of a deadlock with running ones.
 */
async function holdTables(sql: ReservedSql): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    await sql`begin`;
    try {
      await sql`lock table sale, redemption, balance, pending in access exclusive mode`;
      return;
    } catch (error) {
      await sql`rollback`;
      if ((error as { code?: string }).code !== deadlock || tries === holdTriesMax) throw error;
    }
  }
}

/** Opens sessions until the server refuses, and again as slots become free. Returns a function that ends them. */
async function takeConnections(databaseUrl: string): Promise<() => Promise<unknown>> {
  const taken: Sql[] = [];
  const isOpen = (one: Sql) =>
    one`select 1`.then(
      () => true,
      () => false,
    );
  for (let n = 0; n < connectionsMax; n += 1) {
    const one = postgres(databaseUrl, { max: 1, idle_timeout: 0, onnotice: () => undefined, connect_timeout: 2 });
    taken.push(one);
    if (!(await isOpen(one))) break;
  }
  return () => Promise.all(taken.map((one) => one.end({ timeout: 0 })));
}

export const shortageFaults: FaultRows = {
  "disk-full": {
    number: 18,
    summary: "inserts of sales, redemptions and entries fail with 53100, half of the time",
    holds: ["postgres", "sale"],
    needs: ["server"],
    lastsMs: [600, 1_500],
    inject: ({ sql }) => addTrigger(sql, diskFull),
  },
  "pool-exhausted": {
    number: 18,
    summary: "every connection of every pool waits for a lock that another session holds",
    holds: ["postgres"],
    lastsMs: [1_500, 3_000],
    async inject({ sql }) {
      const holder = await sql.reserve();
      await holdTables(holder);
      return async () => {
        await holder`rollback`;
        holder.release();
      };
    },
  },
  "connections-exhausted": {
    number: 18,
    summary: "the server refuses new connections (53300), and open ones are ended",
    holds: ["server", "postgres", "queue"],
    lastsMs: [600, 1_500],
    async inject({ sql, databaseUrl }) {
      const release = await takeConnections(databaseUrl);
      await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name like 'rewards-%'`;
      const releaseMore = await takeConnections(databaseUrl);
      return async () => {
        await release();
        await releaseMore();
      };
    },
  },
};
