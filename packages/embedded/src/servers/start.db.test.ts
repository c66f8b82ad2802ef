import { readdir } from "node:fs/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { cloneDatabase, connect, createTemplate, withConnection } from "../database.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../testing/folder.ts";
import { startTestServers } from "../testing/start.ts";
import { startServers } from "./start.ts";

const testWaitMsMax = 600_000;
const ignore = (): void => undefined;

let folder: TemporaryFolder;

beforeEach(async () => {
  folder = await makeTemporaryFolder("rewards-servers-test-");
});

afterEach(() => folder.remove());

it("servers whose URLs are given are used as they are, and nothing is started", async () => {
  const servers = await startServers({
    dataDir: folder.path,
    databaseUrl: "postgres://db.example/rewards",
    queueUrl: "rediss://queue.example",
    path: process.env["PATH"],
    log: ignore,
  });
  expect(servers).toMatchObject({
    databaseUrl: "postgres://db.example/rewards",
    queueUrl: "rediss://queue.example",
    queueBackend: "redis",
  });
  await servers.stop();
  expect(await readdir(folder.path)).toEqual([]);
});

it("without a Redis the queue is in the given Postgres", async () => {
  const databaseUrl = "postgres://db.example/rewards";
  const servers = await startServers({ dataDir: folder.path, databaseUrl, path: "", log: ignore });
  expect(servers).toMatchObject({ queueUrl: databaseUrl, queueBackend: "postgres" });
});

it("with nothing given the embedded servers run, and stop", { timeout: testWaitMsMax }, async () => {
  const path = process.env["PATH"];
  const servers = await startServers({ dataDir: folder.path, path, log: ignore });
  const rows = await withConnection(servers.databaseUrl, (sql) => sql`select 1 as one`);
  expect([...rows]).toEqual([{ one: 1 }]);
  await servers.stop();
  const sql = connect(servers.databaseUrl);
  await expect(sql`select 1`).rejects.toThrow(/ECONNREFUSED/);
  await sql.end();
});

it("clones of a template made twice at once are equal and apart", { timeout: testWaitMsMax }, async () => {
  const servers = await startTestServers({ path: "" });
  try {
    let migrations = 0;
    const migrate = async (url: string): Promise<void> => {
      migrations += 1;
      await withConnection(url, (sql) => sql`create table item as select 1 as id`);
    };
    const make = (): Promise<void> => createTemplate(servers.serverUrl, "template_one", migrate);
    await Promise.all([make(), make()]);
    expect(migrations).toBe(1);
    const clone = (): ReturnType<typeof cloneDatabase> => cloneDatabase(servers.serverUrl, "template_one");
    const [left, right] = await Promise.all([clone(), clone()]);
    await withConnection(left.url, (sql) => sql`delete from item`);
    const rows = await withConnection(right.url, (sql) => sql`select id from item`);
    expect([...rows]).toEqual([{ id: 1 }]);
    await left.drop();
    await right.drop();
  } finally {
    await servers.stop();
  }
});
