import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort, findRedisServer } from "@rewards/embedded";
import { describe, expect, onTestFinished, test } from "vitest";
import { reasonsOf } from "./support/readiness.ts";
import { backends, hasRedis, type Running, startWatchedWorker, useStack } from "./support/stack.ts";

const host = "127.0.0.1";
const password = "topsecret";
const stack = useStack({ workers: 0 });

async function startBoth(queueUrl: string) {
  const env = { QUEUE_URL: queueUrl };
  const [api, watched] = await Promise.all([stack.startApi(env), startWatchedWorker(stack, env)]);
  return { api, ...watched };
}

const words = { lost: "the queue needs mending", back: "the queue is well again" };

/** Expects one log line per process and reason, with the remedy and without the password, and no line per connection. */
async function expectOneLine(processes: readonly Running[], remedy: string): Promise<void> {
  for (const process of processes) {
    const { lines } = process;
    const isNamed = () => reasonsOf(process, words).reasons.some((reason) => reason.includes(remedy));
    await expect.poll(isNamed).toBe(true);
    const said = lines.map((line) => JSON.parse(line)).filter(({ reason }) => reason?.includes(remedy));
    for (const one of said) expect(one).toMatchObject({ level: 40, msg: words.lost });
    expect(lines.join("\n")).not.toMatch(/queue connection failed|IMPORTANT!/);
    expect(lines.join("\n")).not.toContain(password);
  }
}

test.each(backends)(
  "while the queue on %s is down, the API is degraded and the worker unready, each with the reason",
  async (queue) => {
    const { api, worker, ready } = await startBoth(`${queue}://user:${password}@${host}:${await findFreePort(host)}/0`);
    const reason = expect.stringContaining("Check that it runs, and that QUEUE_URL");
    const degraded = { status: "degraded", postgres: "up", queue: "down", reason };
    await expect.poll(() => api.client.send("GET", "/readyz")).toMatchObject({ status: 200, body: degraded });
    await expect.poll(ready).toMatchObject({ status: 503, body: { status: "unavailable", reason } });
    await expectOneLine([api, worker], "Check that it runs");
  },
);

test("for a queue on an unmigrated Postgres the reason says what to run", async () => {
  const url = new URL(stack.databaseUrl);
  await stack.database.sql.unsafe("drop schema if exists bullmq cascade");
  const { api, ready } = await startBoth(url.href);
  const reason = expect.stringContaining("run `npm run migrate` with this QUEUE_URL");
  const degraded = { status: 200, body: { status: "degraded", reason } };
  await expect.poll(() => api.client.send("GET", "/readyz")).toMatchObject(degraded);
  await expect.poll(ready).toMatchObject({ status: 503, body: { reason } });
});

describe.skipIf(!hasRedis)("Redis", () => {
  async function startRedis(...settings: string[]): Promise<string> {
    const [port, dir] = [await findFreePort(host), await mkdtemp(join(tmpdir(), "rewards-unfit-redis-"))];
    const own = `--port ${port} --bind ${host} --appendonly no --dir ${dir}`.split(" ");
    const args = [...own, "--save", "", ...settings];
    const child: ChildProcess = spawn((await findRedisServer(process.env["PATH"])) as string, args, {
      stdio: ["ignore", "pipe", "ignore"],
    });
    const ended = new Promise((resolve) => child.once("exit", resolve));
    onTestFinished(async () => {
      child.kill("SIGKILL");
      await ended;
      await rm(dir, { recursive: true, force: true });
    });
    await new Promise<void>((resolve) =>
      child.stdout?.on("data", (text: Buffer) => text.includes("Ready to accept connections") && resolve()),
    );
    return `${host}:${port}`;
  }

  test.each([
    ["a wrong password", `:${password}@`],
    ["no password", ""],
  ])("that refuses %s logs one line with the remedy, and never the password", async (_, login) => {
    const at = await startRedis("--requirepass", "another");
    const { api, worker, ready } = await startBoth(`redis://${login}${at}`);
    const remedy = "check the user and the password in QUEUE_URL";
    const reason = expect.stringContaining(remedy);
    await expect
      .poll(() => api.client.send("GET", "/readyz"))
      .toMatchObject({ status: 200, body: { status: "degraded", reason } });
    await expect.poll(ready).toMatchObject({ status: 503, body: { status: "unavailable", reason } });
    await expectOneLine([api, worker], remedy);
  });

  test("that evicts keys is used anyway, and logs one line with the remedy", async () => {
    const at = await startRedis("--maxmemory-policy", "allkeys-lru");
    const { api, worker, ready } = await startBoth(`redis://${at}`);
    const body = { status: "degraded", reason: expect.stringContaining("Set maxmemory-policy noeviction") };
    const degraded = { status: 200, body: { ...body, queue: "up" } };
    await expect.poll(() => api.client.send("GET", "/readyz")).toMatchObject(degraded);
    await expect.poll(ready).toMatchObject({ status: 200, body });
    await expectOneLine([api, worker], "noeviction");
  });
});
