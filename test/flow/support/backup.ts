import { chmod, chown, cp, mkdir, mkdtemp, readdir, realpath, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { openDatabase } from "@rewards/db";
import { type EmbeddedPostgres, postgresDatabase, startPostgres } from "@rewards/embedded";
import { expect } from "vitest";

/**
 * A Postgres server with its WAL archived, and what is made of its backup. What `pg_basebackup` does is done here by the
 * functions that it uses itself, since the embedded server comes without that program.
 */
export interface BackedUpPostgres {
  readonly url: string;
  /** Copies the data folder of the running server. */
  backUp(): Promise<void>;
  /** Names this moment, and resolves when the archive holds all that was committed before it. */
  markMoment(name: string): Promise<void>;
  /** Ends the server, and starts another one on the copy, as it was at that moment; gives its database's URL. */
  restoreTo(name: string): Promise<string>;
  stop(): Promise<void>;
}

const archivedMsMax = 30_000;
/** What pg_basebackup leaves out: it belongs to the running server, or is made anew. */
const leftOut =
  /^(postmaster\.(pid|opts)|(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/.+|.*pgsql_tmp.*|.*pg_internal\.init.*)$/;

export async function startBackedUpPostgres(): Promise<BackedUpPostgres> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), "rewards-flow-backup-"));
  // As root Postgres runs as another user, who must get in.
  await chmod(folder, 0o755);
  const archive = join(folder, "archive");
  await mkdir(archive);
  await chmod(archive, 0o777);
  const copy = join(folder, "copy", "cluster");
  const settings = { archive_mode: "on", archive_command: `cp %p ${archive}/%f` };
  const primary = await startPostgres({ dataDir: join(folder, "primary"), durable: false, settings });
  const servers: EmbeddedPostgres[] = [primary];
  const database = openDatabase({
    url: primary.url(postgresDatabase),
    name: "backup",
    poolMax: 1,
    viewPoolMax: 1,
  });
  const { sql } = database;

  async function backUp(): Promise<void> {
    const [{ data_directory: source }] = await sql<[{ data_directory: string }]>`show data_directory`;
    // One session from start to stop: with it the backup would end.
    const session = await sql.reserve();
    // Its end waits until the archive has all that the copy needs.
    await session`set statement_timeout = '60s'`;
    await session`select pg_backup_start('copy', fast => true)`;
    await cp(source, copy, { recursive: true, filter: (path) => !leftOut.test(relative(source, path)) });
    const [stopped] = await session<[{ labelfile: string }]>`select labelfile from pg_backup_stop()`;
    session.release();
    await writeFile(join(copy, "backup_label"), stopped.labelfile);
    await giveTo(await stat(source), copy);
  }

  async function markMoment(name: string): Promise<void> {
    await sql`select pg_create_restore_point(${name})`;
    const [row] = await sql<[{ file: string }]>`select pg_walfile_name(pg_switch_wal()) as file`;
    const isArchived = async () => {
      const [archiver] = await sql`select last_archived_wal >= ${row.file} as done from pg_stat_archiver`;
      return archiver?.["done"];
    };
    await expect.poll(isArchived, { timeout: archivedMsMax }).toBe(true);
  }

  async function restoreTo(name: string): Promise<string> {
    await database.close();
    await primary.stop();
    await writeFile(join(copy, "recovery.signal"), "");
    // The restored roles have the passwords that they had.
    await cp(join(folder, "primary", "password"), join(folder, "copy", "password"));
    const restored = await startPostgres({
      dataDir: join(folder, "copy"),
      durable: false,
      settings: {
        restore_command: `cp ${archive}/%f %p`,
        recovery_target_name: name,
        recovery_target_action: "promote",
      },
    });
    servers.push(restored);
    return restored.url(postgresDatabase);
  }

  return {
    url: primary.url(postgresDatabase),
    backUp,
    markMoment,
    restoreTo,
    async stop() {
      await database.close();
      for (const server of servers) await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Files that root copied belong to root; Postgres wants its own. */
async function giveTo({ uid, gid }: { uid: number; gid: number }, folder: string): Promise<void> {
  if (uid === process.getuid?.()) return;
  const names = await readdir(folder, { recursive: true });
  for (const name of [".", ...names]) await chown(join(folder, name), uid, gid);
}
