import { chown, cp, readdir, stat, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import type { Sql } from "postgres";

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
