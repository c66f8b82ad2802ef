import postgres, { type ReservedSql, type Sql } from "postgres";
import { changeSchema } from "../round/schema.ts";
import type { Fault } from "./fault.ts";

const diskFull = "53100";
const connectionsMax = 200;
const heldTables = "sale, redemption, balance, pending";
const deadlock = "40P01";
const holdTriesMax = 10;
const filledTables = ["sale", "redemption", "ledger_entry", "pending"];

/** Half of the inserts fail as on a full disk, so some of a process' statements succeed. */
async function fillDisk(sql: Sql): Promise<void> {
  await sql.unsafe(`
    create function faults.fill_disk() returns trigger language plpgsql as $$
    begin
      if random() < 0.5 then
        raise exception 'could not extend file: No space left on device' using errcode = '${diskFull}';
      end if;
      return null;
    end $$`);
  for (const table of filledTables)
    await changeSchema(
      sql,
      `create trigger faults_disk before insert on ${table} for each statement execute function faults.fill_disk()`,
    );
}

/** One table at a time: several at once could deadlock with running transactions. */
async function emptyDisk(sql: Sql): Promise<void> {
  for (const table of filledTables) await changeSchema(sql, `drop trigger faults_disk on ${table}`);
  await sql`drop function faults.fill_disk()`;
}

/**
 * Begins a transaction that locks several tables; Postgres may end it as the victim of a deadlock with running ones.
 */
async function holdTables(sql: ReservedSql): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    await sql`begin`;
    try {
      await sql.unsafe(`lock table ${heldTables} in access exclusive mode`);
      return;
    } catch (error) {
      await sql`rollback`;
      if ((error as { code?: string }).code !== deadlock || tries === holdTriesMax) throw error;
    }
  }
}

/** Opens sessions until the server refuses, and again as slots become free. Returns a function that ends them. */
async function takeConnections(databaseUrl: string): Promise<() => Promise<void>> {
  const taken: Sql[] = [];
  for (let n = 0; n < connectionsMax; n += 1) {
    const one = postgres(databaseUrl, { max: 1, idle_timeout: 0, onnotice: () => undefined, connect_timeout: 2 });
    taken.push(one);
    const isOpen = await one`select 1`.then(
      () => true,
      () => false,
    );
    if (!isOpen) break;
  }
  return async () => {
    await Promise.all(taken.map((one) => one.end({ timeout: 0 })));
  };
}

export const postgresShortages: readonly Fault[] = [
  {
    name: "disk-full",
    numbers: [18],
    summary: "inserts of sales, redemptions and entries fail with 53100, half of the time",
    holds: ["postgres", "sale"],
    needs: ["server"],
    lastsMs: [600, 1_500],
    async inject({ sql }) {
      await fillDisk(sql);
      return () => emptyDisk(sql);
    },
  },
  {
    name: "pool-exhausted",
    numbers: [18],
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
  {
    name: "connections-exhausted",
    numbers: [18],
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
];
