import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "@rewards/db";
import { findFreePort, startPostgres } from "@rewards/embedded";
import { vi } from "vitest";

export interface Certificate {
  readonly crt: string;
  readonly key: string;
}

/** A private CA: the paths of its certificate and of those that it issues. */
export interface Authority {
  readonly crt: string;
  /** `names` as OpenSSL writes them: `DNS:localhost`, `IP:127.0.0.1`. */
  issue(names: string): Certificate;
}

/** Runs the openssl command in a folder that is removed after the test. */
export function createAuthority(cleanUp: (() => unknown)[]): Authority {
  const folder = mkdtempSync(join(tmpdir(), "rewards-ca-"));
  cleanUp.push(() => rmSync(folder, { recursive: true }));
  const openssl = (...args: string[]) => execFileSync("openssl", args, { cwd: folder, stdio: "pipe" });
  const request = ["req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  openssl(...request, "-x509", "-days", "2", "-subj", "/CN=Test CA", "-keyout", "ca.key", "-out", "ca.crt");
  let issued = 0;
  return {
    crt: join(folder, "ca.crt"),
    issue(names) {
      const name = `issued-${issued++}`;
      openssl(...request, "-subj", "/CN=test", "-keyout", `${name}.key`, "-out", `${name}.csr`);
      writeFileSync(join(folder, `${name}.ext`), `subjectAltName=${names}\n`);
      const by = ["-CA", "ca.crt", "-CAkey", "ca.key", "-CAcreateserial", "-extfile", `${name}.ext`];
      openssl("x509", "-req", "-days", "2", "-in", `${name}.csr`, ...by, "-out", `${name}.crt`);
      return { crt: join(folder, `${name}.crt`), key: join(folder, `${name}.key`) };
    },
  };
}

/** A Postgres with TLS, whose certificate can be changed while it runs. */
export interface TlsPostgres {
  /** The URL with this host and this query string. */
  url(host: string, query: string): string;
  present(certificate: Certificate): Promise<void>;
}

/** Accepts connections without TLS too, so that tests see that TLS is used when the URL asks for it. */
export async function startTlsPostgres(cleanUp: (() => unknown)[]): Promise<TlsPostgres> {
  const dataDir = mkdtempSync(join(tmpdir(), "rewards-tls-postgres-"));
  cleanUp.push(() => rmSync(dataDir, { recursive: true }));
  const server = await startPostgres({ dataDir, durable: false });
  cleanUp.push(() => server.stop());
  const database = openDatabase({ url: server.url("rewards"), name: "tls-test", poolMax: 1, viewPoolMax: 1 });
  cleanUp.push(() => database.close());
  const { sql } = database;
  /** The server writes the file, since Postgres requires that its user owns its key. */
  const writeFile = (name: string, path: string) => {
    const lines = readFileSync(path, "utf8")
      .trim()
      .split("\n")
      .map((line) => `('${line}')`);
    return sql.unsafe(`copy (values ${lines.join()}) to program 'umask 077; cat > ${name}'`);
  };
  return {
    url(host, query) {
      const url = new URL(server.url("rewards"));
      return `postgres://${url.username}:${url.password}@${host}:${server.port}/rewards?${query}`;
    },
    async present({ crt, key }) {
      await writeFile("server.crt", crt);
      await writeFile("server.key", key);
      await sql.unsafe("alter system set ssl = on");
      const before = await sql`select pg_conf_load_time()::text as at, pg_reload_conf()`;
      await vi.waitFor(
        async () => {
          const [after] = await sql`select pg_conf_load_time()::text as at, current_setting('ssl') as ssl`;
          if (after?.["ssl"] !== "on" || after["at"] === before[0]?.["at"]) throw new Error("not reloaded");
        },
        { timeout: 60_000 },
      );
    },
  };
}

export interface TlsRedisOptions {
  readonly authority: Authority;
  readonly certificate: Certificate;
  /** Whether callers must show a certificate of the CA too. */
  readonly asksCallers?: boolean;
}

/** Accepts no connection without TLS. */
export async function startTlsRedis(options: TlsRedisOptions, cleanUp: (() => unknown)[]) {
  const { authority, certificate, asksCallers = false } = options;
  const port = await findFreePort("127.0.0.1");
  const settings = {
    port: "0",
    "tls-port": String(port),
    bind: "127.0.0.1",
    save: "",
    "tls-ca-cert-file": authority.crt,
    "tls-cert-file": certificate.crt,
    "tls-key-file": certificate.key,
    "tls-auth-clients": asksCallers ? "yes" : "no",
  };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  const server = spawn("redis-server", args, { stdio: "ignore" });
  cleanUp.push(async () => {
    const ended = once(server, "exit");
    server.kill("SIGKILL");
    await ended;
  });
  await vi.waitFor(() => reach(port), { timeout: 60_000 });
  return { url: (host: string, query: string) => `rediss://${host}:${port}?${query}` };
}

async function reach(port: number): Promise<void> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect").finally(() => socket.destroy());
}
