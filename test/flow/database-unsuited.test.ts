import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { openDatabase } from "@rewards/db";
import { findFreePort } from "@rewards/embedded";
import { migrate } from "@rewards/lab/database";
import { migrateDatabase } from "@rewards/operations";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { expectError } from "./support/errors.ts";
import { registerBasics, saleContent } from "./support/fixtures.ts";
import { reasonsOf } from "./support/readiness.ts";
import {
  expectBooksInOrder,
  type Running,
  runToEnd,
  type Stack,
  startStack,
  startWatchedWorker,
} from "./support/stack.ts";

const host = "127.0.0.1";
const someId = `STO-${"0".repeat(32)}`;
const name = `unmigrated_${process.pid}_${Date.now()}`;
const server = openDatabase({ url: inject("databaseServerUrl"), name: "test", poolMax: 1, viewPoolMax: 1 });
let stack: Stack;

beforeAll(async () => {
  await server.sql.unsafe(`create database ${name}`);
  const url = new URL(inject("databaseServerUrl"));
  url.pathname = `/${name}`;
  stack = await startStack({ databaseUrl: url.href, workers: 0 });
});
afterAll(async () => {
  await stack.stop();
  await server.sql.unsafe(`drop database if exists ${name} with (force)`);
  await server.close();
});

/** Expects that the process says why it is not ready, in one warning for each reason, and that one names this remedy. */
async function expectComplaint(process: Pick<Running, "lines">, remedy: string): Promise<void> {
  const isNamed = () => reasonsOf(process).reasons.some((reason) => reason.includes(remedy));
  await expect.poll(isNamed).toBe(true);
  const complaints = process.lines.map((line) => JSON.parse(line)).filter(({ reason }) => reason?.includes(remedy));
  for (const one of complaints) expect(one).toMatchObject({ level: 40, msg: "not ready" });
}

const unready = (reason: string) => ({
  status: 503,
  body: { status: "unavailable", reason: expect.stringContaining(reason) },
});

test("without a migration no call is a 500: API and worker say what to run, and work once it is done", async () => {
  const api = await stack.startApi();
  const { worker, ready } = await startWatchedWorker(stack);
  const { client } = api;
  await expect.poll(() => client.send("GET", "/readyz")).toMatchObject(unready("npm run migrate"));
  await expect.poll(ready).toMatchObject(unready("npm run migrate"));
  const calls = [
    client.create("Sale", saleContent({ store: "S", member: "M", product: "P" } as never)),
    client.create("Member", { ExternalID: "M", FullName: "x", ProgramBusinessID: "REWARDS" }),
    client.create("Segment", { Name: "x" }),
    client.act(someId, "Edit", { content: { Name: "x" } }),
    client.view("ProgramList"),
    client.read(someId),
  ];
  for (const answer of await Promise.all(calls)) expectError(answer, 503, "Error_Database_Unsuited");
  for (const one of [api, worker]) await expectComplaint(one, "as its owner");
  await migrate(stack.ownerUrl);
  await expect.poll(() => client.send("GET", "/readyz"), { timeout: 60_000 }).toMatchObject({ status: 200 });
  const basics = await registerBasics(client);
  expect(await client.create("Sale", saleContent(basics))).toMatchObject({ status: 201 });
  await expectBooksInOrder(stack);
  await expect.poll(ready, { timeout: 60_000 }).toMatchObject({ status: 200, body: { status: "ok" } });
});

test("with a schema older than the release a process is unready and fails no record; with a newer one it is ready", async () => {
  const { sql } = stack.database;
  const [applied] = await sql`
    delete from drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.__drizzle_migrations)
    returning hash, created_at`;
  const { ready } = await startWatchedWorker(stack);
  const { client } = await stack.startApi();
  for (const ask of [() => client.send("GET", "/readyz"), ready])
    await expect.poll(ask).toMatchObject(unready("is not migrated"));
  const { hash, created_at: createdAt } = applied as { hash: string; created_at: string };
  const later = { hash: "later", created_at: Number(createdAt) + 1 };
  await sql`insert into drizzle.__drizzle_migrations ${sql([{ hash, created_at: createdAt }, later])}`;
  await expect.poll(() => client.send("GET", "/readyz")).toMatchObject({ status: 200, body: { status: "ok" } });
  await expect.poll(ready, { timeout: 60_000 }).toMatchObject({ status: 200 });
});

const url = (user: string, port: string | number, database: string) =>
  `postgres://${user}:topsecret@${host}:${port}/${database}`;
const serverPort = new URL(inject("databaseServerUrl")).port;

test.each([
  ["a refused login", async () => url("nobody", serverPort, name), "check the role in DATABASE_URL"],
  [
    "a database that is not there",
    async () => Object.assign(new URL(stack.databaseUrl), { pathname: "/missing" }).href,
    "no such database: check DATABASE_URL",
  ],
  ["a host that is not there", async () => url("rewards", await findFreePort(host), name), "Check that it runs"],
])("%s is one line of API and worker at once, with the remedy and without the password", async (_, urlOf, remedy) => {
  const wrong = await urlOf();
  const env = { DATABASE_URL: wrong, QUEUE_URL: stack.queueUrl };
  const [api, { worker, ready }] = await Promise.all([stack.startApi(env), startWatchedWorker(stack, env)]);
  await expect.poll(() => api.client.send("GET", "/readyz")).toMatchObject(unready(remedy));
  await expect.poll(ready).toMatchObject(unready(remedy));
  for (const one of [api, worker]) {
    await expectComplaint(one, remedy);
    expect(one.lines.join("\n")).not.toContain("topsecret");
  }
});

/** The programs of a Postgres before 17, if this machine has one. */
function findOldServer(): string | undefined {
  const root = "/usr/lib/postgresql";
  try {
    const old = readdirSync(root).find((version) => Number(version) < 17);
    return old && join(root, old, "bin");
  } catch {
    return undefined;
  }
}

const oldServer = findOldServer();

test.skipIf(oldServer === undefined)(
  "API, worker and migrate refuse to start on a server that is too old",
  async () => {
    const old = await startOldServer(oldServer as string);
    try {
      await expect(migrateDatabase(old.url)).rejects.toThrow(/PostgreSQL 1\d\S* .*too old: this release needs 17/);
      for (const app of ["api", "worker"] as const) {
        const env = { DATABASE_URL: old.url, QUEUE_URL: stack.queueUrl, PORT: "0" };
        const { code, lines } = await runToEnd(app, env);
        expect(code).toBe(1);
        expect(lines.map((line) => JSON.parse(line))).toMatchObject([
          { level: 60, msg: "start failed", err: { message: expect.stringContaining("needs 17 or newer") } },
        ]);
      }
    } finally {
      old.stop();
    }
  },
);

/** Postgres refuses to run as root, so it runs as the account that its package created. */
async function startOldServer(bin: string) {
  const account = process.getuid?.() === 0 ? { uid: idOf("-u"), gid: idOf("-g") } : {};
  const folder = mkdtempSync("/tmp/rewards-old-postgres-");
  const run = (program: string, ...args: string[]) => {
    const { status, stderr } = spawnSync(join(bin, program), args, {
      ...account,
      cwd: "/",
      encoding: "utf8",
      stdio: ["ignore", "ignore", "pipe"],
    });
    if (status !== 0) throw new Error(`${program}: ${stderr}`);
  };
  if (account.uid !== undefined) spawnSync("chown", [String(account.uid), folder]);
  const [data, port] = [join(folder, "data"), await findFreePort(host)];
  run("initdb", "-D", data, "-U", "rewards", "--auth=trust", "--encoding=UTF8", "--no-sync");
  run(
    "pg_ctl",
    "-D",
    data,
    "-w",
    "-l",
    join(folder, "log"),
    "-o",
    `-p ${port} -c listen_addresses=${host} -k ${folder}`,
    "start",
  );
  return {
    url: `postgres://rewards@${host}:${port}/postgres`,
    stop: () => {
      run("pg_ctl", "-D", data, "-m", "immediate", "stop");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function idOf(flag: "-u" | "-g"): number {
  return Number(spawnSync("id", [flag, "postgres"], { encoding: "utf8" }).stdout.trim());
}
