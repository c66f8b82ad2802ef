import { cpus, release, totalmem, type } from "node:os";
import { withSql } from "@rewards/lab/database";
import { type PostgresSettings, type Servers, withRedis } from "../servers.ts";

/**
 * The machine and the servers of a measurement, in a line.
 * @param settings of Postgres that were given on the command line.
 */
export async function describeMachine(servers: Servers, settings: PostgresSettings = {}): Promise<string> {
  const processors = cpus();
  const memoryGib = (totalmem() / 2 ** 30).toFixed(0);
  const hardware = `${processors.length} cores, ${processors[0]?.model.trim()}, ${memoryGib} GiB, ${type()} ${release()}`;
  const postgres = await withSql(servers.databaseUrl, async (sql) => {
    const [row] = await sql<{ version: string }[]>`select current_setting('server_version') as version`;
    return row?.version.split(" ")[0];
  });
  const redis = await withRedis(servers.redisUrl, (client) => client.info("server"));
  const given = Object.entries(settings).map(([name, value]) => ` ${name}=${value}`);
  return `${hardware}; Node ${process.versions.node}, PostgreSQL ${postgres}${given.join("")}, Redis ${/^redis_version:(\S+)/m.exec(redis)?.[1]}`;
}
