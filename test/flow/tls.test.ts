import { openDatabase } from "@rewards/db";
import { migrate } from "@rewards/lab/database";
import { createProducer } from "@rewards/queue";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { awaitStatus, balanceOf, registerBasics, saleContent } from "./support/fixtures.ts";
import { hasRedis, startStack } from "./support/stack.ts";
import { type Certificate, createAuthority, startTlsPostgres, startTlsRedis, type TlsPostgres } from "./support/tls.ts";

const cleanUp: (() => unknown)[] = [];
afterAll(async () => {
  for (const step of cleanUp.toReversed()) await step();
});

const authority = createAuthority(cleanUp);
const other = createAuthority(cleanUp);
const certificates = {
  "the name localhost": authority.issue("DNS:localhost"),
  "the address 127.0.0.1": authority.issue("IP:127.0.0.1"),
  "both, by another CA": other.issue("DNS:localhost,IP:127.0.0.1"),
} satisfies Record<string, Certificate>;
type Kind = keyof typeof certificates;
const kinds = Object.keys(certificates) as Kind[];
const root = `sslrootcert=${authority.crt}`;

/** The result of a connection attempt: connected, or the error's code. */
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => "connected",
    (error: { code?: string; message: string }) => error.code ?? error.message,
  );

/** A connection may take three seconds, which is short for a slow machine. */
async function tryDatabase(url: string): Promise<string> {
  for (;;) {
    const found = await tryDatabaseOnce(url);
    if (found !== "CONNECT_TIMEOUT") return found;
  }
}

async function tryDatabaseOnce(url: string): Promise<string> {
  const database = openDatabase({ url, name: "tls", poolMax: 1, viewPoolMax: 1 });
  try {
    const rows = await database.sql`select ssl from pg_stat_ssl where pid = pg_backend_pid()`;
    return rows[0]?.["ssl"] ? "connected" : "without TLS";
  } catch (error) {
    return outcome(Promise.reject(error));
  } finally {
    await database.close();
  }
}

const queueTriesMax = 30;

/** Its calls only say that the queue is down; the log has the reason. Each may take a second, which a slow machine needs. */
async function tryQueue(url: string): Promise<string> {
  const logged: string[] = [];
  const warn = ({ err }: { err?: Error & { code?: string } }) => void logged.push(err?.code ?? String(err?.message));
  const logger = { info: () => undefined, error: () => undefined, warn };
  const producer = createProducer({ url, names: ["tls"], logger });
  try {
    let answer = "";
    for (let tries = 0; answer !== "connected" && logged.length === 0 && tries < queueTriesMax; tries += 1)
      answer = await outcome(producer.ping());
    return answer === "connected" ? answer : (logged[0] ?? answer);
  } finally {
    await producer.close();
  }
}

const untrusted = expect.stringMatching(/^(SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE)$/);
const misnamed = "ERR_TLS_CERT_ALTNAME_INVALID";

/** The URL's host and parameters, the server's certificate, and the expected result. */
const cases: [host: string, query: string, kind: Kind, expected: unknown][] = [
  ["localhost", `sslmode=verify-full&${root}`, "the name localhost", "connected"],
  ["127.0.0.1", `sslmode=verify-full&${root}`, "the address 127.0.0.1", "connected"],
  ["127.0.0.1", `sslmode=verify-full&${root}`, "the name localhost", misnamed],
  ["localhost", `sslmode=verify-full&${root}`, "the address 127.0.0.1", misnamed],
  ["localhost", `sslmode=verify-full&${root}`, "both, by another CA", untrusted],
  ["127.0.0.1", `sslmode=verify-ca&${root}`, "the name localhost", "connected"],
  ["127.0.0.1", `sslmode=verify-ca&${root}`, "both, by another CA", untrusted],
  ["127.0.0.1", "sslmode=require", "both, by another CA", "connected"],
  ["127.0.0.1", `sslmode=require&${root}`, "both, by another CA", untrusted],
  ["localhost", "sslmode=verify-full", "the name localhost", untrusted],
];
const casesOf = (kind: Kind) => cases.filter((one) => one[2] === kind);

let postgres: TlsPostgres;
beforeAll(async () => {
  postgres = await startTlsPostgres(cleanUp);
  await postgres.present(certificates["the address 127.0.0.1"]);
  const url = postgres.url("127.0.0.1", `sslmode=verify-full&${root}`);
  await migrate(url);
});

describe.each(kinds)("Postgres with a certificate for %s", (kind) => {
  beforeAll(() => postgres.present(certificates[kind]));

  test.each(casesOf(kind))(
    "reached as %s with %s, as the database and as the queue",
    async (host, query, _, expected) => {
      const url = postgres.url(host, query);
      expect(await tryDatabase(url)).toEqual(expected);
      expect(await tryQueue(url)).toEqual(expected);
    },
  );
});

test("a Postgres with TLS is used without TLS if the URL says so", async () => {
  expect(await tryDatabase(postgres.url("127.0.0.1", "sslmode=disable"))).toBe("without TLS");
});

describe.runIf(hasRedis)("Redis", () => {
  test.each(kinds)("with a certificate for %s", async (kind) => {
    const redis = await startTlsRedis({ authority, certificate: certificates[kind] }, cleanUp);
    for (const [host, query, , expected] of casesOf(kind))
      expect([host, query, await tryQueue(redis.url(host, query))]).toEqual([host, query, expected]);
    // The default sslmode is verify-full.
    const isForAddress = kind === "the address 127.0.0.1";
    expect((await tryQueue(redis.url("127.0.0.1", root))) === "connected").toBe(isForAddress);
  });

  test("that requires a client certificate accepts only a client that presents one", async () => {
    const certificate = certificates["the address 127.0.0.1"];
    const redis = await startTlsRedis({ authority, certificate, asksCallers: true }, cleanUp);
    const { crt, key } = authority.issue("DNS:worker");
    expect(await tryQueue(redis.url("127.0.0.1", `${root}&sslcert=${crt}&sslkey=${key}`))).toBe("connected");
    expect(await tryQueue(redis.url("127.0.0.1", root))).not.toBe("connected");
  });
});

const queues = hasRedis ? ["redis", "postgres"] : ["postgres"];

describe.each(queues)("with its queue in %s, the service", (queue) => {
  const query = `sslmode=verify-full&${root}`;

  /** Servers with certificates for 127.0.0.1, and URLs that name this host. */
  async function startServers(host: string) {
    const certificate = certificates["the address 127.0.0.1"];
    await postgres.present(certificate);
    const databaseUrl = postgres.url(host, query);
    if (queue === "postgres") return { databaseUrl, queueUrl: databaseUrl };
    const redis = await startTlsRedis({ authority, certificate }, cleanUp);
    return { databaseUrl, queueUrl: redis.url(host, query) };
  }

  test("posts a sale only over TLS, if the certificates are for the address in the URLs", async () => {
    const stack = await startStack(await startServers("127.0.0.1"));
    try {
      const basics = await registerBasics(stack.client);
      await awaitStatus(stack.client, await stack.client.created("Sale", saleContent(basics)), "Resolved-Completed");
      expect(await balanceOf(stack.client, basics.member)).toBe(100);
      const sessions = await stack.database.sql`
        select distinct s.ssl from pg_stat_ssl s join pg_stat_activity using (pid) where application_name like 'rewards-%'`;
      expect(sessions).toEqual([{ ssl: true }]);
    } finally {
      await stack.stop();
    }
  });

  test("is not ready if the certificates are for another host, and logs why with the remedy", async () => {
    const stack = await startStack(await startServers("localhost"));
    const remedy = "Its certificate is for another host: use one of its names or addresses in the URL.";
    const logged = (process: string, message: string) =>
      stack.lines.map((line) => JSON.parse(line)).filter(({ msg, name }) => msg === message && name === process);
    try {
      const reason = `Postgres fails (${misnamed}). ${remedy}`;
      const reasons = (process: string, message: string) => logged(process, message).map((line) => line.reason);
      await expect.poll(() => reasons("api", "not ready")).toContain(reason);
      await expect.poll(() => stack.client.send("GET", "/readyz")).toMatchObject({ status: 503, body: { reason } });
      const ofQueue = `The queue fails (${misnamed}). ${remedy}`;
      for (const process of ["api", "worker"])
        await expect.poll(() => reasons(process, "the queue needs mending")).toContain(ofQueue);
    } finally {
      await stack.stop();
    }
  });
});

test("a Postgres without TLS is refused in both TLS modes", async () => {
  const { host, username, password } = new URL(inject("databaseServerUrl"));
  for (const query of ["sslmode=require", `sslmode=verify-full&${root}`]) {
    const url = `postgres://${username}:${password}@${host}/postgres?${query}`;
    // The driver continues with the handshake, and the server disconnects.
    expect(await tryDatabase(url)).toMatch(/^(ECONNRESET|EPIPE|ERR_SSL_WRONG_VERSION_NUMBER)$/);
    expect(await tryQueue(url)).toBe("The server does not support SSL connections");
  }
});
