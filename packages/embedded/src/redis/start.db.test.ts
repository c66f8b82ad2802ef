import { stat, utimes } from "node:fs/promises";
import { Redis } from "ioredis";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FolderInUseError } from "../owner.ts";
import { identifyProcess } from "../process/claim.js";
import { waitUntil } from "../process/run.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../testing/folder.ts";
import { holdServer } from "../testing/hold.ts";
import { removeAbandoned } from "../testing/start.ts";
import { findRedisServer } from "./find.ts";
import { type EmbeddedRedis, startRedis } from "./start.ts";

const testWaitMsMax = 600_000;
const binary = await findRedisServer(process.env["PATH"]);

let folder: TemporaryFolder;
let running: EmbeddedRedis[];

async function start(): Promise<EmbeddedRedis> {
  const server = await startRedis({ binary: binary ?? "", dataDir: folder.path });
  running.push(server);
  return server;
}

async function ask<T>(server: EmbeddedRedis, work: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(server.url);
  try {
    return await work(redis);
  } finally {
    redis.disconnect();
  }
}

async function isGone(pid: number): Promise<boolean> {
  return identifyProcess(pid) === undefined;
}

describe.skipIf(binary === undefined)("an embedded Redis", { timeout: testWaitMsMax }, () => {
  beforeEach(async () => {
    folder = await makeTemporaryFolder("rewards-redis-test-");
    running = [];
  });

  afterEach(async () => {
    for (const server of running) await server.stop();
    await folder.remove();
  }, testWaitMsMax);

  it("keeps its data over a stop and a start", async () => {
    const first = await start();
    await ask(first, (redis) => redis.set("kept", "7"));
    await first.stop();
    expect(await isGone(first.pid)).toBe(true);
    const second = await start();
    expect(await ask(second, (redis) => redis.get("kept"))).toBe("7");
    const policy = await ask(second, (redis) => redis.config("GET", "maxmemory-policy"));
    expect(policy).toEqual(["maxmemory-policy", "noeviction"]);
    await second.stop();
    await second.stop();
  });

  it("refuses a second owner while the first lives", async () => {
    const first = await start();
    await expect(start()).rejects.toThrow(`Already running from this folder, process ${process.pid}`);
    expect(await ask(first, (redis) => redis.ping())).toBe("PONG");
  });

  it("runs once when it is started twice at once on a new folder", async () => {
    await Promise.allSettled([start(), start()]);
    expect(running).toHaveLength(1);
  });

  it("of a killed test run is ended by a later one, with its folder", async () => {
    const options = JSON.stringify({ binary, dataDir: folder.path });
    const holder = await holdServer<EmbeddedRedis>(`embedded.startRedis(${options})`);
    const longAgo = new Date(Date.now() - 3_600_000);
    await utimes(folder.path, longAgo, longAgo);
    await removeAbandoned();
    expect(await isGone(holder.started.pid)).toBe(false);
    await holder.kill();
    await removeAbandoned();
    expect(await isGone(holder.started.pid)).toBe(true);
    await expect(stat(folder.path)).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("replaces the server of a killed process, with its data", async () => {
    const holder = await holdServer<EmbeddedRedis>(
      `embedded.startRedis(${JSON.stringify({ binary, dataDir: folder.path })})`,
    );
    await ask(holder.started, (redis) => redis.set("kept", "7"));
    await expect(start()).rejects.toThrow(FolderInUseError);
    await holder.kill();
    const server = await start();
    expect(await isGone(holder.started.pid)).toBe(true);
    expect(await ask(server, (redis) => redis.get("kept"))).toBe("7");
  });

  it("starts again after the server itself was killed", async () => {
    const first = await start();
    process.kill(first.pid, "SIGKILL");
    expect(await waitUntil(() => isGone(first.pid), testWaitMsMax)).toBe(true);
    await first.stop();
    expect(await ask(await start(), (redis) => redis.ping())).toBe("PONG");
  });
});

it("no Redis is found on an empty, missing or relative PATH", async () => {
  expect(await findRedisServer(undefined)).toBeUndefined();
  expect(await findRedisServer("")).toBeUndefined();
  expect(await findRedisServer("bin:/no/such/folder")).toBeUndefined();
});
