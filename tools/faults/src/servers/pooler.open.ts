import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { findFreePort, processUrlOf, serviceUrlOf } from "@rewards/embedded";
import { makeFolder } from "@rewards/lab/servers";
import type { Opening, Site } from "../faults/fault.ts";
import { host, startServer, type TopologyServer } from "./server.start.ts";

/** A PgBouncer in front of the shared Postgres. */
export interface Pooler extends TopologyServer {
  readonly url: string;
  /** Leads past it. */
  readonly directUrl: string;
}

/** `old`: in transaction mode, as releases before 1.21: it does not know prepared statements. */
type Kind = "new" | "old";

const connectMsMax = 10_000;
/** As docs/run.md has it. */
const ignored =
  "statement_timeout, lock_timeout, idle_in_transaction_session_timeout, idle_session_timeout, transaction_timeout, plan_cache_mode, enable_seqscan, jit, default_transaction_isolation, synchronous_commit, tcp_keepalives_idle, tcp_keepalives_interval, tcp_keepalives_count";

/** @throws if the PATH has no pgbouncer. */
export async function openPooler(opening: Opening, kind: Kind): Promise<Pooler & Pick<Site, "place">> {
  const directUrl = opening.servers.postgres.url;
  const folder = await makeFolder("pooler", opening.closers);
  const port = await findFreePort(host);
  const users = join(folder, "users.txt");
  const file = join(folder, "pgbouncer.ini");
  await writeFile(users, loginsOf(directUrl).join(""));
  const { hostname, port: postgresPort } = new URL(directUrl);
  const settings = Object.entries({ listen_port: port, auth_file: users, ...settingsOf(kind, opening.path) });
  const lines = settings.map(([name, value]) => `${name} = ${value}\n`);
  await writeFile(file, `[databases]\n* = host=${hostname} port=${postgresPort}\n[pgbouncer]\n${lines.join("")}`);
  // PgBouncer refuses to run as root.
  const user = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
  const server = await startServer(opening, ["pgbouncer", ...user, file], () => isListening(port));
  const url = new URL(directUrl);
  url.port = String(port);
  return { ...server, url: url.href, directUrl, place: {} };
}

/** Of the owner, the commands and each process. */
function loginsOf(postgresUrl: string): string[] {
  const service = serviceUrlOf(postgresUrl);
  return [postgresUrl, service, processUrlOf("api", service), processUrlOf("worker", service)].map((text) => {
    const { username, password } = new URL(text);
    return `"${username}" "${password}"\n`;
  });
}

function settingsOf(kind: Kind, path: string | undefined) {
  const knowsStatements = isRecent(path);
  return {
    listen_addr: host,
    unix_socket_dir: "",
    auth_type: "scram-sha-256",
    // A release that does not know prepared statements can serve only whole sessions.
    pool_mode: kind === "new" && !knowsStatements ? "session" : "transaction",
    ...(knowsStatements && { max_prepared_statements: kind === "new" ? 500 : 0 }),
    max_client_conn: 500,
    default_pool_size: 20,
    ignore_startup_parameters: ignored,
  };
}

/** Whether it knows prepared statements, as 1.21 and newer do. */
function isRecent(path: string | undefined): boolean {
  const [, major, minor] = /(\d+)\.(\d+)/.exec(readVersion(path)) ?? [];
  return Number(major) > 1 || Number(minor) >= 21;
}

function readVersion(path: string | undefined): string {
  try {
    return execFileSync("pgbouncer", ["--version"], { encoding: "utf8", env: { PATH: path } });
  } catch (cause) {
    throw new Error("no pgbouncer on the PATH: install it, or name other faults (--fault)", { cause });
  }
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, host);
  const first = await Promise.race([once(socket, "connect").catch(() => undefined), delay(connectMsMax)]);
  socket.destroy();
  return first !== undefined;
}
