import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { findFreePort, processUrlOf, serviceUrlOf } from "@rewards/embedded";
import { signal } from "@rewards/lab/children";
import { poll } from "@rewards/lab/poll";
import { makeFolder } from "@rewards/lab/servers";
import type { Opening } from "../faults/fault.ts";

/** A PgBouncer in front of the shared Postgres. */
export interface Pooler {
  readonly url: string;
  /** SIGKILL. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** `old`: in transaction mode, as releases before 1.21: it does not know prepared statements. */
type Kind = "new" | "old";

const host = "127.0.0.1";
const startMsMax = 10_000;
/** As docs/run.md has it. */
const ignored =
  "statement_timeout, lock_timeout, idle_in_transaction_session_timeout, idle_session_timeout, transaction_timeout, plan_cache_mode, enable_seqscan, jit, default_transaction_isolation, synchronous_commit, tcp_keepalives_idle, tcp_keepalives_interval, tcp_keepalives_count";

/** @throws if the PATH has no pgbouncer. */
export async function openPooler({ closers, servers, path }: Opening, kind: Kind): Promise<Pooler> {
  const { url: postgresUrl } = servers.postgres;
  const folder = await makeFolder("pooler", closers);
  const port = await findFreePort(host);
  const users = join(folder, "users.txt");
  const file = join(folder, "pgbouncer.ini");
  await writeFile(
    users,
    loginsOf(postgresUrl)
      .map(([user, password]) => `"${user}" "${password}"\n`)
      .join(""),
  );
  await writeFile(file, configure({ port, users, kind, path, postgres: new URL(postgresUrl) }));
  let child: ReturnType<typeof spawn> | undefined;
  const kill = async () => {
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    signal(child.pid as number, "SIGKILL");
    await ended;
  };
  const start = async () => {
    // PgBouncer refuses to run as root.
    const user = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
    child = spawn("pgbouncer", [...user, file], { stdio: "ignore", env: { PATH: path } });
    if (!(await poll(() => isListening(port), Boolean, startMsMax))) throw new Error("pgbouncer did not start");
  };
  closers.add(kill);
  await start();
  const url = new URL(postgresUrl);
  url.port = String(port);
  return { url: url.href, kill, start };
}

/** Of the owner, the commands and each process. */
function loginsOf(postgresUrl: string): [string, string][] {
  const service = serviceUrlOf(postgresUrl);
  return [postgresUrl, service, processUrlOf("api", service), processUrlOf("worker", service)].map((text) => {
    const { username, password } = new URL(text);
    return [username, password];
  });
}

interface Settings {
  readonly port: number;
  readonly users: string;
  readonly kind: Kind;
  readonly path: string | undefined;
  readonly postgres: URL;
}

function configure({ port, users, kind, path, postgres }: Settings): string {
  const knowsStatements = isRecent(path);
  const statements = knowsStatements ? { max_prepared_statements: kind === "new" ? 500 : 0 } : {};
  const settings = {
    listen_addr: host,
    listen_port: port,
    unix_socket_dir: "",
    auth_type: "scram-sha-256",
    auth_file: users,
    // A release that does not know prepared statements can serve only whole sessions.
    pool_mode: kind === "new" && !knowsStatements ? "session" : "transaction",
    ...statements,
    max_client_conn: 500,
    default_pool_size: 20,
    ignore_startup_parameters: ignored,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`);
  return `[databases]\n* = host=${postgres.hostname} port=${postgres.port}\n[pgbouncer]\n${lines.join("")}`;
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
  const first = await Promise.race([once(socket, "connect").catch(() => undefined), delay(startMsMax)]);
  socket.destroy();
  return first !== undefined;
}
