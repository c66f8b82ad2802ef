import { chmod, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { Redis } from "ioredis";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeTemporaryFolder, type TemporaryFolder } from "../testing/folder.ts";
import { findRedisServer } from "./find.ts";
import { type EmbeddedRedis, startRedis } from "./start.ts";

const testWaitMsMax = 600_000;
const binary = await findRedisServer(process.env["PATH"]);
const isRoot = process.getuid?.() === 0;

let folder: TemporaryFolder;
let server: EmbeddedRedis;

async function start(): Promise<void> {
  server = await startRedis({ binary: binary ?? "", dataDir: join(folder.path, "redis") });
}

async function ask<T>(url: string, work: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(url, { retryStrategy: () => null, maxRetriesPerRequest: 0 });
  redis.on("error", () => undefined);
  try {
    return await work(redis);
  } finally {
    redis.disconnect();
  }
}

const fileOf = (name: string): string => join(folder.path, "redis", name);
const modeOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8);

describe.skipIf(binary === undefined)("an embedded Redis", { timeout: testWaitMsMax }, () => {
  beforeEach(async () => {
    folder = await makeTemporaryFolder("rewards-redis-closed-test-");
    await start();
  });

  afterEach(async () => {
    await server.stop();
    await folder.remove();
  }, testWaitMsMax);

  it("does nothing for who has no password, or a wrong one", async () => {
    const { port } = server;
    for (const url of [`redis://127.0.0.1:${port}`, `redis://:wrong@127.0.0.1:${port}`])
      await expect(ask(url, (redis) => redis.set("key", "value"))).rejects.toThrow();
    expect(await ask(server.url, (redis) => redis.get("key"))).toBeNull();
  });

  it.runIf(process.platform === "linux")(
    "shows its password in no command line and no environment, and is not root",
    async () => {
      const { password } = new URL(server.url);
      expect(password.length).toBeGreaterThan(20);
      for (const name of ["cmdline", "environ"])
        expect(await readFile(`/proc/${server.pid}/${name}`, "utf8")).not.toContain(password);
      const [, uid] = /^Uid:\s+(\d+)/m.exec(await readFile(`/proc/${server.pid}/status`, "utf8")) ?? [];
      expect(Number(uid)).not.toBe(0);
    },
  );

  it("keeps folder and log to itself", async () => {
    expect(await modeOf(fileOf(""))).toBe(isRoot ? "710" : "700");
    expect(await modeOf(fileOf("data"))).toBe("700");
    expect(await modeOf(fileOf("redis.log"))).toBe("600");
  });

  it("goes on with its data after a restart, and closes a folder that was opened to all", async () => {
    await ask(server.url, (redis) => redis.set("kept", "7"));
    await server.stop();
    await chmod(fileOf(""), 0o755);
    await chmod(fileOf("redis.log"), 0o644);
    await start();
    expect(await ask(server.url, (redis) => redis.get("kept"))).toBe("7");
    expect(await modeOf(fileOf("redis.log"))).toBe("600");
    expect(await modeOf(fileOf(""))).toBe(isRoot ? "710" : "700");
  });
});
