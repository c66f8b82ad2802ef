import { chmod, cp, mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "@rewards/db";
import { type EmbeddedPostgres, postgresDatabase, startPostgres } from "@rewards/embedded";
import { copyCluster } from "@rewards/lab/postgres-pair";
import { expect } from "vitest";

/**
 * A Postgres server that archives its WAL, and the server restored from its backup. The embedded server comes without
 * `pg_basebackup`, so the backup calls the functions that this program uses.
 */
export interface BackedUpPostgres {
  readonly url: string;
  /** Copies the data folder of the running server. */
  backUp(): Promise<void>;
  /** Names this moment. Resolves once the archive has everything committed before it. */
  markMoment(name: string): Promise<void>;
  /** Stops the server, starts one on the copy, recovered to that moment, and returns its database's URL. */
  restoreTo(name: string): Promise<string>;
  stop(): Promise<void>;
}

const archivedMsMax = 120_000;
export async function startBackedUpPostgres(): Promise<BackedUpPostgres> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), "rewards-flow-backup-"));
  // Under root, Postgres runs as another user, who needs access.
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

  async function restoreTo(name: string): Promise<string> {
    await database.close();
    await primary.stop();
    await writeFile(join(copy, "recovery.signal"), "");
    // The restored roles keep their passwords.
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
    backUp: () => copyCluster(sql, copy),
    markMoment: (name) => markMoment(sql, name),
    restoreTo,
    async stop() {
      await database.close();
      for (const server of servers) await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

type Sql = ReturnType<typeof openDatabase>["sql"];

async function markMoment(sql: Sql, name: string): Promise<void> {
  await sql`select pg_create_restore_point(${name})`;
  const [row] = await sql<[{ file: string }]>`select pg_walfile_name(pg_switch_wal()) as file`;
  const isArchived = async () => {
    const [archiver] = await sql`select last_archived_wal >= ${row.file} as done from pg_stat_archiver`;
    return archiver?.["done"];
  };
  await expect.poll(isArchived, { timeout: archivedMsMax }).toBe(true);
}
