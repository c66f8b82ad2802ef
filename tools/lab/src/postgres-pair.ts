import { chown, cp, readdir, stat, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { type EmbeddedPostgres, findFreePort, postgresDatabase, startPostgres } from "@rewards/embedded";
import type { Sql } from "postgres";
import { signal } from "./children.ts";
import { createClosers } from "./closers.ts";
import { withSql } from "./database.ts";
import { poll } from "./poll.ts";
import { makeFolder } from "./servers.ts";

/** One of two servers with the same data. It keeps its address, whichever of them is the primary. */
export interface PairedServer {
  /** As the owner. */
  readonly url: string;
  /** Ends it in order, or by SIGKILL. */
  end(name?: "SIGKILL"): Promise<void>;
  /** Starts it as the standby of the other one. */
  follow(): Promise<void>;
  /** Makes a standby the primary. */
  promote(): Promise<void>;
  /** From now on the other one gets nothing of what it commits. */
  holdBack(): Promise<void>;
  /** Runs a statement as the owner, in a new session. */
  ask(statement: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Every commit from now on is also on the disk of the other one. Resolves once that is so. */
  protect(): Promise<void>;
}

export interface PostgresPair {
  /** The primary at the start. */
  readonly first: PairedServer;
  readonly second: PairedServer;
  stop(): Promise<void>;
}

const host = "127.0.0.1";
const caughtUpMsMax = 120_000;
/** A standby that was down for a while needs the WAL of that time. */
const settings = { wal_keep_size: "256MB", hot_standby_feedback: "on" };

/**
 * The data of a migrated database comes from `migrate`, which gets the owner's URL before the copy is made. `given` are
 * settings of both servers.
 */
export async function startPostgresPair(
  migrate: (url: string) => Promise<void>,
  given: Readonly<Record<string, string>> = {},
): Promise<PostgresPair> {
  const closers = createClosers();
  const folder = await makeFolder("pair", closers);
  const dataDirs = [join(folder, "first"), join(folder, "second")] as const;
  const ports = [await findFreePort(host), await findFreePort(host)] as const;
  const running = new Map<string, EmbeddedPostgres>();
  closers.add(async () => {
    for (const server of running.values()) await server.stop();
  });

  async function start(index: 0 | 1, more: Readonly<Record<string, string>> = {}): Promise<string> {
    const server = await startPostgres({
      dataDir: dataDirs[index],
      port: ports[index],
      durable: false,
      settings: { ...settings, ...given, ...more },
    });
    running.set(dataDirs[index], server);
    return server.url(postgresDatabase);
  }

  const firstUrl = await start(0);
  await migrate(firstUrl);
  await withSql(firstUrl, (sql) => copyCluster(sql, join(dataDirs[1], "cluster")));
  await cp(join(dataDirs[0], "password"), join(dataDirs[1], "password"));
  const { username, password } = new URL(firstUrl);
  const urlOf = (index: 0 | 1) => `postgres://${username}:${password}@${host}:${ports[index]}/${postgresDatabase}`;
  const senders = new Set<number>();
  const serverOf = (index: 0 | 1, other: 0 | 1): PairedServer => ({
    url: urlOf(index),
    holdBack: () =>
      withSql(urlOf(index), async (sql) => {
        for (const { pid } of await sql<{ pid: number }[]>`select pid from pg_stat_replication`) {
          senders.add(pid);
          signal(pid, "SIGSTOP");
        }
      }),
    async end(name) {
      const server = running.get(dataDirs[index]);
      if (name !== undefined && server !== undefined) process.kill(server.pid, name);
      for (const pid of senders) signal(pid, "SIGKILL");
      senders.clear();
      await server?.stop();
    },
    async follow() {
      await writeFile(join(dataDirs[index], "cluster", "standby.signal"), "");
      const info = `host=${host} port=${ports[other]} user=${username} password=${password}`;
      await start(index, { primary_conninfo: info });
    },
    promote: () => withSql(urlOf(index), promote),
    ask: (statement) => withSql(urlOf(index), async (sql) => [...(await sql.unsafe(statement))]),
    protect: () => withSql(urlOf(index), awaitStandby),
  });
  const pair = { first: serverOf(0, 1), second: serverOf(1, 0) };
  await pair.second.follow();
  return { ...pair, stop: closers.close };
}

/** Without a standby itself: its commits must not wait for one. */
async function promote(sql: Sql): Promise<void> {
  await sql.unsafe("alter system reset synchronous_standby_names");
  await sql`select pg_reload_conf()`;
  await sql`select pg_promote()`;
}

async function awaitStandby(sql: Sql): Promise<void> {
  await sql.unsafe("alter system set synchronous_standby_names = '*'");
  await sql`select pg_reload_conf()`;
  const read = async () => {
    const [row] = await sql<{ state: string; names: string }[]>`
      select sync_state as state, current_setting('synchronous_standby_names') as names from pg_stat_replication`;
    return row;
  };
  const row = await poll(read, (one) => one?.state === "sync" && one.names === "*", caughtUpMsMax);
  if (row?.state !== "sync") throw new Error("the standby has not caught up");
}

/** Files that pg_basebackup skips: they belong to the running server, or Postgres recreates them. */
const leftOut =
  /^(postmaster\.(pid|opts)|(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/.+|.*pgsql_tmp.*|.*pg_internal\.init.*)$/;

/**
 * Copies the data folder of a running server, for a server that begins with recovery. The embedded server comes without
 * `pg_basebackup`, so this calls the functions that this program uses.
 */
export async function copyCluster(sql: Sql, copy: string): Promise<void> {
  const [{ data_directory: source }] = await sql<[{ data_directory: string }]>`show data_directory`;
  // One session from start to stop: the backup would end with its session.
  const session = await sql.reserve();
  // pg_backup_stop waits until the archive has everything that the copy needs.
  await session`set statement_timeout = '60s'`;
  await session`select pg_backup_start('copy', fast => true)`;
  await cp(source, copy, { recursive: true, filter: (path) => !leftOut.test(relative(source, path)) });
  const [stopped] = await session<[{ labelfile: string }]>`select labelfile from pg_backup_stop()`;
  session.release();
  await writeFile(join(copy, "backup_label"), stopped.labelfile);
  await giveTo(await stat(source), copy);
}

/** Files copied by root belong to root, but Postgres must own them. */
async function giveTo({ uid, gid }: { uid: number; gid: number }, folder: string): Promise<void> {
  if (uid === process.getuid?.()) return;
  const names = await readdir(folder, { recursive: true });
  for (const name of [".", ...names]) await chown(join(folder, name), uid, gid);
}
