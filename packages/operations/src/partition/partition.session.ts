import { advisoryLocks, type Tx } from "@rewards/db";
import type postgres from "postgres";
import { betweenLocks, lockAgainstVacuum, openOwner, takeLock } from "../lock.wait.ts";

type Sql = postgres.Sql;

/** A change of partitions cannot be made now. The message is a sentence or two for the operator, with the remedy. */
export class PartitionError extends Error {
  override readonly name = "PartitionError";
}

export type PartitionSession = Awaited<ReturnType<typeof openSession>>;

/** While a statement waits for a table, later statements queue behind it. */
const lockWaitMsMax = 500;
/** Under load, the locks of a busy table may take some tries. */
const lockTriesMax = 240;

const settings: Readonly<Record<string, string>> = {
  TimeZone: "UTC",
  default_transaction_isolation: "read committed",
  statement_timeout: "0",
  transaction_timeout: "0",
  // A server may end sessions that idle, also between two tries of this command.
  idle_session_timeout: "0",
  idle_in_transaction_session_timeout: "60s",
  lock_timeout: `${lockWaitMsMax}ms`,
  tcp_keepalives_idle: "15",
  tcp_keepalives_interval: "5",
  tcp_keepalives_count: "3",
  client_connection_check_interval: "5s",
};

/** Long enough that Postgres ends an automatic vacuum of the table, which takes a second. */
const vacuumWaitMsMax = 10_000;

/** Waits for an automatic vacuum of a table, in a lock that keeps no caller waiting, before it takes a stronger one. */
export async function lockQuietly(tx: Tx, table: string): Promise<void> {
  await lockAgainstVacuum(tx, table, vacuumWaitMsMax);
  await tx.unsafe(`set local lock_timeout = '${lockWaitMsMax}ms'`);
}

/** Longer than Postgres needs to notice that the process of a command was killed: see client_connection_check_interval. */
const turnWaitMsMax = 15_000;
/**
 * Opens the session, takes its lock, and runs `use`.
 * @throws PartitionError if another command changes partitions now, or if the role does not own the tables.
 */
export async function withPartitions<Result>(
  url: string,
  use: (session: PartitionSession) => Promise<Result>,
): Promise<Result> {
  const sql = openOwner(url, { application_name: "rewards-partitions" });
  try {
    return await use(await openSession(sql));
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/**
 * The session of a command that changes partitions: one connection, as the owner of the tables. Its statements may take
 * hours without a sign of life, so it has no time limit and no deadline on the client side.
 */
async function openSession(sql: Sql) {
  await sql`
    select set_config(name, value, false)
    from unnest(${Object.keys(settings)}::text[], ${Object.values(settings)}::text[]) as s(name, value)`;
  await becomeOwner(sql);
  if (!(await takeLock(sql, advisoryLocks.partitions, turnWaitMsMax)))
    throw new PartitionError("Another command changes partitions now: wait until it ends.");
  const pid = await readPid(sql);

  /** Runs a transaction of this session. If its connection was lost meanwhile, it fails: its lock is gone too. */
  async function within<Result>(run: (tx: Tx) => Promise<Result>): Promise<Result> {
    const ran = await sql.begin(async (tx) => {
      // The driver opens a new connection for a lost one. That one has neither the lock nor the settings.
      if ((await readPid(tx)) !== pid)
        throw new PartitionError("The connection to Postgres was lost: run the command again.");
      return { result: await run(tx) };
    });
    return ran.result;
  }

  /** As `within`, again and again while its locks are not free. */
  const locking = <Result>(run: (tx: Tx) => Promise<Result>): Promise<Result> =>
    betweenLocks(() => within(run), { triesMax: lockTriesMax });
  return { within, locking };
}

async function readPid(sql: Sql | Tx): Promise<number> {
  const [row] = await sql<[{ pid: number }]>`select pg_backend_pid() as pid`;
  return row.pid;
}

/** What the command makes must belong to the owner of `sale`, even if a superuser runs it. */
async function becomeOwner(sql: Sql): Promise<void> {
  const [row] = await sql<{ owner: string; isMember: boolean }[]>`
    select pg_get_userbyid(relowner) as owner, pg_has_role(relowner, 'member') as "isMember"
    from pg_class where oid = to_regclass('sale')`;
  if (!row) throw new PartitionError("The database is not migrated: run `npm run migrate` as its owner.");
  if (!row.isMember)
    throw new PartitionError(
      `Only ${row.owner}, the owner of the tables, can change partitions: set DATABASE_URL as for \`npm run migrate\`.`,
    );
  await sql`set role ${sql(row.owner)}`;
}
