import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { withConnection } from "../database.ts";
import { FolderInUseError } from "../owner.ts";
import { identifyProcess } from "../process/claim.js";
import { waitUntil } from "../process/run.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../testing/folder.ts";
import { holdServer } from "../testing/hold.ts";
import { type EmbeddedPostgres, startPostgres } from "./start.ts";

const testWaitMsMax = 600_000;

let folder: TemporaryFolder;
let running: EmbeddedPostgres[];

beforeEach(async () => {
  folder = await makeTemporaryFolder("rewards-postgres-test-");
  running = [];
});

afterEach(async () => {
  for (const server of running) await server.stop();
  await folder.remove();
}, testWaitMsMax);

async function start(options: { port?: number; durable?: boolean } = {}): Promise<EmbeddedPostgres> {
  const server = await startPostgres({ dataDir: folder.path, durable: false, ...options });
  running.push(server);
  return server;
}

function ask(server: EmbeddedPostgres, query: string): Promise<readonly Record<string, unknown>[]> {
  return withConnection(server.url("rewards"), (sql) => sql.unsafe(query));
}

async function isGone(pid: number): Promise<boolean> {
  return identifyProcess(pid) === undefined;
}

it("data outlives a stop, and the folder can be started again", { timeout: testWaitMsMax }, async () => {
  const first = await start({ durable: true });
  await ask(first, "create table kept as select 7 as value");
  await first.stop();
  expect(await isGone(first.pid)).toBe(true);
  const second = await start({ durable: true });
  expect(await ask(second, "select value from kept")).toEqual([{ value: 7 }]);
  expect(await ask(second, "show fsync")).toEqual([{ fsync: "on" }]);
  await second.stop();
  await second.stop();
});

it("a second owner is refused while the first lives", { timeout: testWaitMsMax }, async () => {
  const first = await start();
  await expect(start()).rejects.toThrow(`Already running from this folder, process ${process.pid}`);
  expect(await ask(first, "select 1 as one")).toEqual([{ one: 1 }]);
});

it("of three started at once on a new folder one runs, unharmed", { timeout: testWaitMsMax }, async () => {
  const results = await Promise.allSettled([start(), start(), start()]);
  const refused = results.filter((result) => result.status === "rejected");
  expect(running).toHaveLength(1);
  expect(refused.map((result) => result.reason)).toEqual([expect.any(FolderInUseError), expect.any(FolderInUseError)]);
  expect(await ask(running[0] as EmbeddedPostgres, "select 1 as one")).toEqual([{ one: 1 }]);
});

it("the server of a killed process is replaced", { timeout: testWaitMsMax }, async () => {
  const holder = await holdServer<{ pid: number }>(
    `embedded.startPostgres({ dataDir: ${JSON.stringify(folder.path)} })`,
  );
  await expect(start()).rejects.toThrow(FolderInUseError);
  await holder.kill();
  expect(await isGone(holder.started.pid)).toBe(false);
  const server = await start();
  expect(await isGone(holder.started.pid)).toBe(true);
  expect(await ask(server, "select 1 as one")).toEqual([{ one: 1 }]);
});

it("a killed server's folder recovers, with what was committed", { timeout: testWaitMsMax }, async () => {
  const first = await start({ durable: true });
  await ask(first, "create table kept as select 7 as value");
  process.kill(first.pid, "SIGKILL");
  expect(await waitUntil(() => isGone(first.pid), testWaitMsMax)).toBe(true);
  await first.stop();
  const second = await start();
  expect(await ask(second, "select value from kept")).toEqual([{ value: 7 }]);
});

it("a postmaster.pid whose number another program got is no hindrance", { timeout: testWaitMsMax }, async () => {
  const first = await start();
  const pidFile = join(folder.path, "cluster", "postmaster.pid");
  const lines = (await readFile(pidFile, "utf8")).split("\n");
  await first.stop();
  await writeFile(pidFile, [String(process.ppid), ...lines.slice(1)].join("\n"));
  const second = await start();
  expect(await ask(second, "select 1 as one")).toEqual([{ one: 1 }]);
});

it("an interrupted initdb is started over", { timeout: testWaitMsMax }, async () => {
  const draft = join(folder.path, "cluster.draft-0123");
  await mkdir(draft);
  await writeFile(join(draft, "PG_VERSION"), "18\n");
  await start();
  expect((await readdir(folder.path)).filter((name) => name.includes("draft"))).toEqual([]);
});

it("a missing database is made again", { timeout: testWaitMsMax }, async () => {
  const first = await start();
  await withConnection(first.url("postgres"), (sql) => sql`drop database rewards`);
  await first.stop();
  expect(await ask(await start(), "select 1 as one")).toEqual([{ one: 1 }]);
});

it("a taken port fails with the server's own words, and frees the folder", { timeout: testWaitMsMax }, async () => {
  const other = await startPostgres({ dataDir: join(folder.path, "other"), durable: false });
  try {
    await expect(start({ port: other.port })).rejects.toThrow(/Address already in use/);
  } finally {
    await other.stop();
    await rm(join(folder.path, "other"), { recursive: true });
  }
  await start();
});

it.runIf(process.platform === "linux")(
  "a signal to our group or terminal does not reach the server",
  { timeout: testWaitMsMax },
  async () => {
    const { pid } = await start();
    const stat = await readFile(`/proc/${pid}/stat`, "utf8");
    const [, , group, session] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    expect([group, session]).toEqual([String(pid), String(pid)]);
  },
);
