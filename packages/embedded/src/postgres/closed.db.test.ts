import { chmod, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { withConnection } from "../database.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../testing/folder.ts";
import { serviceUrlOf } from "./access.ts";
import { type EmbeddedPostgres, startPostgres } from "./start.ts";

const testWaitMsMax = 600_000;
const isRoot = process.getuid?.() === 0;

let folder: TemporaryFolder;
let server: EmbeddedPostgres;

async function start(): Promise<void> {
  server = await startPostgres({ dataDir: join(folder.path, "postgres"), durable: false });
}

beforeEach(async () => {
  folder = await makeTemporaryFolder("rewards-closed-test-");
  await start();
}, testWaitMsMax);

afterEach(async () => {
  await server.stop();
  await folder.remove();
}, testWaitMsMax);

const fileOf = (name: string): string => join(folder.path, "postgres", name);
const modeOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8);

/** What a connection by this URL meets: the code of Postgres' refusal, or "in". */
function tryConnection(url: string): Promise<string> {
  return withConnection(url, (sql) => sql`select 1`).then(
    () => "in",
    (error: { code?: string }) => error.code ?? "",
  );
}

function withPassword(password: string): string {
  const url = new URL(server.url("rewards"));
  url.password = password;
  return url.href;
}

it("nobody gets in without the password, on any database", { timeout: testWaitMsMax }, async () => {
  expect(await tryConnection(server.url("rewards"))).toBe("in");
  expect(await tryConnection(withPassword("wrong"))).toBe("28P01");
  for (const database of ["rewards", "postgres", "template1"]) {
    const url = new URL(withPassword(""));
    url.pathname = `/${database}`;
    expect(await tryConnection(url.href)).not.toBe("in");
  }
  const rules = await withConnection(server.url("rewards"), (sql) => sql`select auth_method from pg_hba_file_rules`);
  expect(new Set(rules.map((rule) => rule["auth_method"]))).toEqual(new Set(["scram-sha-256"]));
});

it("the service's password opens the service's role alone, and runs no program", {
  timeout: testWaitMsMax,
}, async () => {
  const url = server.serviceUrl("rewards");
  expect(url).toBe(serviceUrlOf(server.url("rewards")));
  expect(await tryConnection(url)).toBe("in");
  expect(await tryConnection(withPassword(new URL(url).password))).toBe("28P01");
  const run = withConnection(url, (sql) => sql`copy (select 1) to program 'id'`);
  await expect(run).rejects.toMatchObject({ code: "42501" });
});

it("a folder that was opened to all keeps its data and is closed", { timeout: testWaitMsMax }, async () => {
  await withConnection(server.url("rewards"), (sql) => sql`create table kept as select 7 as value`);
  await server.stop();
  // Everybody may log in, everything can be read, and no file has a password.
  await writeFile(fileOf("cluster/pg_hba.conf"), "host all all 127.0.0.1/32 trust\n");
  await rm(fileOf("password"));
  await rm(fileOf("pg_hba.conf"));
  await chmod(fileOf(""), 0o755);
  await chmod(fileOf("postgres.log"), 0o644);
  await start();
  const kept = await withConnection(server.url("rewards"), (sql) => sql`select value from kept`);
  expect([...kept]).toEqual([{ value: 7 }]);
  expect(await tryConnection(withPassword(""))).not.toBe("in");
  await expectClosed();
});

it("folder, log and password are the owner's alone", { timeout: testWaitMsMax }, expectClosed);

async function expectClosed(): Promise<void> {
  // As root the server's account passes through the folder to its own, without seeing what is in it.
  expect(await modeOf(fileOf(""))).toBe(isRoot ? "710" : "700");
  expect(await modeOf(fileOf("cluster"))).toBe("700");
  expect(await modeOf(fileOf("postgres.log"))).toBe("600");
  expect(await modeOf(fileOf("password"))).toBe("600");
  expect(await modeOf(fileOf("pg_hba.conf"))).toBe(isRoot ? "640" : "600");
}

it("the log holds what failed, but no value of a row and no statement", { timeout: testWaitMsMax }, async () => {
  await withConnection(server.url("rewards"), async (sql) => {
    await sql`create table person (name text primary key, age int check (age > 0))`;
    await sql`insert into person values ('ada-secret', 1)`;
    const refused = [
      sql`insert into person values ('ada-secret', 2)`,
      sql`insert into person values ('bob-secret', -1)`,
      sql.unsafe("select 'carl-secret' from nowhere"),
    ];
    for (const one of refused) await expect(one).rejects.toThrow();
  });
  const log = await readFile(server.logFile, "utf8");
  expect(log).toContain("duplicate key value violates unique constraint");
  expect(log).toContain("violates check constraint");
  expect(log).toContain('relation "nowhere" does not exist');
  expect(log).not.toContain("secret");
  expect(log).not.toContain(new URL(server.url("rewards")).password);
});

it.runIf(process.platform === "linux")("the server does not run as root", { timeout: testWaitMsMax }, async () => {
  const status = await readFile(`/proc/${server.pid}/status`, "utf8");
  const [, uid] = /^Uid:\s+(\d+)/m.exec(status) ?? [];
  expect(Number(uid)).not.toBe(0);
});
