import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { silent } from "@rewards/lab/database";
import { createConsumer, createProducer } from "@rewards/queue";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runCommand } from "../../apps/cli/src/testing/command.ts";
import { openBrowser } from "../../apps/console/src/testing/browser.ts";
import { type ComposedRedis, startComposedRedis } from "./support/composed-redis.ts";
import { bury } from "./support/dead-letters.ts";
import {
  addBalance,
  awaitStatus,
  redeemed,
  redemptionContent,
  registerBasics,
  saleContent,
} from "./support/fixtures.ts";
import { expectBooksInOrder, hasRedis, type Stack, startStack } from "./support/stack.ts";

const password = "a password of Redis";
const poll = { timeout: 120_000 };
const completed = "Resolved-Completed";

describe.runIf(hasRedis)("with the users of Redis that Compose has", () => {
  const folder = mkdtempSync(join(tmpdir(), "rewards-users-"));
  let redis: ComposedRedis;
  let stack: Stack;
  const envOf = (process: string, more = "") => ({
    ...{ QUEUE_URL: `${redis.urlOf(process)}${more}`, QUEUE_PASSWORD: password },
  });
  const withPassword = (process: string) => redis.urlOf(process).replace("@", `:${encodeURIComponent(password)}@`);

  beforeAll(async () => {
    redis = await startComposedRedis(folder, password);
    stack = await startStack({ queueUrl: redis.urlOf("service"), apis: 0, workers: 0 });
  });
  afterAll(async () => {
    await stack?.stop();
    await redis?.stop();
    rmSync(folder, { recursive: true });
  });

  /** Commands that a user was refused. */
  const refusals = () => redis.call(undefined, "acl", "log");

  test("sales, redemptions, limits, pauses, dead letters, repair and a change of partitions need no other right", async () => {
    const [{ client }, former] = await Promise.all([
      stack.startApi({ ...envOf("api"), ADDRESS_CALLS_MAX: "500" }),
      stack.startWorker(envOf("worker")),
    ]);
    const basics = await registerBasics(client);
    const sell = (to = client) => to.created("Sale", saleContent(basics));
    await awaitStatus(client, await sell(), completed);
    await client.act(basics.rewardId, "AddRewardStock", { content: { RewardQuantity: 5 } });
    await addBalance(client, basics.memberId, 100);
    await redeemed(client, redemptionContent(basics.member, basics.reward));
    await client.created("Segment", { Name: "VIP" });
    await expect.poll(() => redis.call(undefined, "keys", "{rewards}:limit:*"), poll).not.toBe("");

    const { url } = await stack.startConsole({ ...envOf("console"), AUTH: "none" });
    const browser = openBrowser(url);
    const act = async (path: string, fields: Record<string, string>) => {
      await browser.open(`${path}?${new URLSearchParams(fields)}`);
      const done = await browser.send(path, { reason: "test", ...fields });
      expect([path, done.status, done.text]).toEqual([path, 303, expect.anything()]);
    };
    await act("/queue/pause", { queue: "sale" });
    const waiting = await sell();
    await expect.poll(async () => (await browser.open("/health")).text, poll).toContain("paused: sale");
    const board = `/queues/api/queues?activeQueue=sale&jobsPerPage=10&page=1&status=`;
    const readBoard = async (status: string) => JSON.parse((await browser.open(board + status)).text).queues[0];
    const [job] = (await readBoard("waiting")).jobs;
    for (const status of ["latest", "active", "completed", "failed", "delayed", "prioritized", "paused"])
      expect(await readBoard(status)).toMatchObject({ isPaused: true });
    for (const path of [
      `/queues/api/queues/sale/${job.id}`,
      `/queues/api/queues/sale/${job.id}/logs`,
      `/queue/sale/jobs/${job.id}`,
    ])
      expect([path, (await browser.open(path)).status]).toEqual([path, 200]);
    const dead = await sell();
    await bury(stack, [dead]);
    await act("/dead-letters/replay", { ID: dead });
    await act("/queue/resume", { queue: "sale" });
    await awaitStatus(client, waiting, completed);
    await awaitStatus(client, dead, completed);

    await redis.call(undefined, "flushall");
    await awaitStatus(client, await sell(), completed);

    const three = await stack.startApi(envOf("api", "?partitions=3"));
    const later = await Promise.all(Array.from({ length: 9 }, () => sell(three.client)));
    for (const id of later) await awaitStatus(client, id, completed);
    const worker = await stack.startWorker(envOf("worker", "?partitions=3"));
    expect(await former.stop()).toBe(0);
    await awaitStatus(client, await sell(three.client), completed);
    expect(await worker.stop()).toBe(0);

    const status = runCommand(["status", "--json"], { DATABASE_URL: stack.databaseUrl, ...envOf("service") });
    await status.exited;
    expect(JSON.parse(status.output()).queue).toMatchObject({ redis: { maxmemoryPolicy: "noeviction" }, paused: [] });
    expect(await refusals()).toBe("");
    await stack.startWorker(envOf("worker"));
    await expectBooksInOrder(stack);
  });

  test("jobs that fail, are tried again, or are left by a worker that died need no other right", async () => {
    const producer = createProducer({ url: withPassword("api"), names: ["failing"], logger: silent });
    const tries: string[] = [];
    const open = (name: string, process: (id: string) => Promise<void>) =>
      createConsumer({
        ...{ url: withPassword("worker"), name, hasWaiting: async () => false, logger: silent },
        process: async ([id = ""]) => process(id),
      });
    const failing = open("failing", async (id) => {
      tries.push(id);
      if (id === "bad") throw new Error("it fails");
      if (tries.filter((one) => one === "left").length === 1) await new Promise(() => undefined);
    });
    await expect.poll(() => producer.add("failing", ["bad"]).then(() => "added"), poll).toBe("added");
    await producer.add("failing", ["left"]);
    await expect.poll(() => tries, poll).toContain("left");
    await redis.call(undefined, "del", "{rewards}:failing:2:lock");
    await expect.poll(() => tries.toSorted(), poll).toEqual(["bad", "bad", "bad", "left", "left"]);
    await expect.poll(() => producer.jobCounts("failing"), poll).toMatchObject({ failed: 1 });
    await Promise.all([failing.close(100), producer.close()]);
    expect(await refusals()).toBe("");
  });

  test("each user is refused what only others need, the keys of others, and what concerns the server", async () => {
    const key = "{rewards}:sale:wait";
    const server = [
      "flushall",
      "flushdb",
      "config get *",
      "keys *",
      "acl list",
      "client kill id 1",
      "shutdown",
      "monitor",
    ];
    const others = ["get other", "set rewards:x 1", "get {rewards}", "publish {rewards}:sale 1", "function list"];
    const taking = [`lpop ${key}`, `bzpopmin ${key} 1`, `rpoplpush ${key} ${key}`, `zpopmin ${key}`];
    const adding = [`lpush ${key} 1`, `rpush ${key} 1`, "incr {rewards}:sale:id"];
    const changing = [`del ${key}`, `xadd ${key} * a 1`, `zadd ${key} 1 a`, `rename ${key} ${key}`];
    const refused = {
      api: [...server, ...others, ...taking, `del ${key}`, `rename ${key} ${key}`],
      worker: [...server, ...others],
      console: [...server, ...others, ...taking, ...adding],
      service: [...server, ...others, ...taking, ...adding, ...changing],
    };
    for (const [process, commands] of Object.entries(refused))
      for (const command of commands)
        expect([process, command, await redis.call(process, ...command.split(" "))]).toEqual([
          ...[process, command],
          expect.stringMatching(/^NOPERM/),
        ]);
  });
});
