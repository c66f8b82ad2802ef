import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Redis } from "ioredis";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { withConnection } from "../database.ts";
import { findRedisServer } from "../redis/find.ts";
import type { ServiceError } from "../service/log.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../testing/folder.ts";
import { type Servers, startServers } from "./start.ts";

const timeout = 300_000;
const waiting = { timeout: 240_000, interval: 50 };
const path = process.env["PATH"];
let folder: TemporaryFolder;
let servers: Servers | undefined;
let notices: string[];
let failures: ServiceError[];

beforeEach(async () => {
  folder = await makeTemporaryFolder("rewards-supervise-servers-test-");
  [notices, failures] = [[], []];
});

afterEach(async () => {
  await servers?.stop();
  servers = undefined;
  await folder.remove();
});

async function start(searched: string | undefined): Promise<Servers> {
  const onFailure = (error: ServiceError) => void failures.push(error);
  servers = await startServers({
    dataDir: folder.path,
    path: searched,
    log: (line) => void notices.push(line),
    onFailure,
  });
  return servers;
}

async function pidIn(...file: string[]): Promise<number> {
  return Number.parseInt(await readFile(join(folder.path, ...file), "utf8"), 10);
}

const postgresPid = () => pidIn("postgres", "cluster", "postmaster.pid");
const countOf = (text: string) => notices.filter((line) => line.startsWith(text)).length;

async function kill(pid: number, times: number): Promise<void> {
  process.kill(pid, "SIGKILL");
  await vi.waitFor(() => expect(countOf("Postgres is up again")).toBe(times), waiting);
}

it("a Postgres that is killed is started again on its data and its port, and said so", { timeout }, async () => {
  const { ownerUrl } = await start("");
  await withConnection(ownerUrl, (sql) => sql`create table kept as select 7 as value`);
  await kill(await postgresPid(), 1);
  expect([...(await withConnection(ownerUrl, (sql) => sql`select value from kept`))]).toEqual([{ value: 7 }]);
  expect(notices.join("\n")).toMatch(/Postgres ended unexpectedly; it is started again \(log: \S+postgres\.log\)/);
  expect(failures).toEqual([]);
});

it("a Postgres that ends four times is given up, with the end of its log", { timeout }, async () => {
  await start("");
  for (const times of [1, 2, 3]) await kill(await postgresPid(), times);
  process.kill(await postgresPid(), "SIGKILL");
  await vi.waitFor(() => expect(failures).toHaveLength(1), waiting);
  expect(failures[0]?.message).toMatch(
    /Postgres ended 4 times .* not started again\.\nThe end of \S+postgres\.log:\n.+/,
  );
});

it("a server that is stopped is not started again", { timeout }, async () => {
  await (await start("")).stop();
  expect(notices.join("\n")).not.toContain("again");
});

it.runIf((await findRedisServer(path)) !== undefined)(
  "a Redis that is killed is started again on its port",
  { timeout },
  async () => {
    const { queueUrl } = await start(path);
    process.kill(await pidIn("redis", "redis.pid"), "SIGKILL");
    await vi.waitFor(() => expect(countOf("Redis is up again")).toBe(1), waiting);
    const redis = new Redis(queueUrl, { lazyConnect: true });
    await redis.connect();
    expect(await redis.config("GET", "dir")).toEqual(["dir", join(folder.path, "redis", "data")]);
    redis.disconnect();
  },
);
