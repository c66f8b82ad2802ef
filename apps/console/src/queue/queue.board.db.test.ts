import { randomUUID } from "node:crypto";
import { formatId, sale } from "@rewards/domain";
import { createConsumer, createProducer } from "@rewards/queue";
import { expect, it, onTestFinished, vi } from "vitest";
import { findBackends, openQueueServer } from "../../../../test/src/service.ts";
import { openBrowser } from "../testing/browser.ts";
import { logIn, openTestConsole } from "../testing/console.ts";
import { silent } from "./queue.board.tsx";

const test = await openTestConsole();
const { database, ownerUrl } = test;
const backends = await findBackends(process.env["PATH"]);
await test.addUser("ann");

it.each(backends)(
  "Bull Board shows the queues on %s to a user with operator:list, and writes nothing",
  async (backend) => {
    const service = { url: ownerUrl, database };
    const queue = await openQueueServer(backend, service, process.env["PATH"], onTestFinished);
    const url = await test.startAnother({ queueUrl: test.queueUrlOf(queue.url) });
    const producer = await queue.open([sale.noun]);
    const ids = [randomUUID(), randomUUID()];
    await vi.waitFor(() => producer.setPaused(sale.noun, true), { timeout: 60_000 });
    await producer.add(sale.noun, ids);

    const stranger = openBrowser(url);
    for (const path of ["/queues", "/queues/api/queues", "/queues/static/favicon.ico"])
      expect([path, (await stranger.open(path)).headers.get("location")]).toEqual([path, "/login"]);
    await test.addUser(`no-${backend}`, "sale:*");
    const other = (await logIn(url, `no-${backend}`)).browser;
    expect((await other.open("/queues/api/queues")).status).toBe(403);

    const { browser } = await logIn(url, "ann");
    const page = await browser.open("/queues");
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('<base href="/queues/" />')]);
    expect((await browser.open("/queues/")).headers.get("location")).toBe("/queues");
    expect(page.text).not.toMatch(/https?:\/\/|<style| style=|<script>/);
    expect(page.headers.get("content-security-policy")).toMatch(/script-src 'self'; style-src 'self' 'sha256-[^' ]+';/);
    const [, script = ""] = /<script defer src="([^"]+)"/.exec(page.text) ?? [];
    const asset = await browser.open(`/queues/${script}`);
    expect([asset.status, asset.headers.get("content-type")]).toEqual([200, expect.stringContaining("javascript")]);

    const read = async (status = "latest") =>
      JSON.parse(
        (await browser.open(`/queues/api/queues?activeQueue=sale&status=${status}&jobsPerPage=10&page=1`)).text,
      );
    const { queues } = await read();
    expect(queues.map(({ name }: { name: string }) => name)).toEqual(["sale", "redemption", "segment"]);
    const [{ jobs, isPaused, readOnlyMode }] = queues;
    expect([isPaused, readOnlyMode, jobs]).toMatchObject([true, true, [{ name: "2 sales", data: { ids } }]]);
    const [{ id }] = jobs;
    const records = await browser.open(`/queue/sale/jobs/${id}`);
    for (const uuid of ids) expect(records.text).toContain(`/find?q=${formatId(sale.idPrefix, uuid)}`);
    expect((await browser.open("/queue/sale/jobs/none")).status).toBe(404);

    const form = { "content-type": "application/x-www-form-urlencoded" };
    const json = { "content-type": "application/json" };
    const writes = [
      ["PUT", "/queues/api/queues/sale/resume", json, 405],
      ["PUT", "/queues/api/queues/resume", json, 405],
      ["DELETE", `/queues/api/queues/sale/${id}`, json, 405],
      ["POST", "/queues/api/queues/sale/add", json, 415],
      ["POST", "/queues/api/queues/sale/add", form, 404],
    ] as const;
    for (const [method, path, headers, status] of writes) {
      const answer = await fetch(url + path, {
        method,
        headers: { ...headers, origin: url, cookie: browser.cookie ?? "" },
      });
      expect([method, path, answer.status]).toEqual([method, path, status]);
    }
    const left = await read("waiting");
    expect(left.queues).toMatchObject([{ isPaused: true, counts: { waiting: 1 }, jobs: [{ id }] }, {}, {}]);
  },
);

it.runIf(backends.includes("redis"))("a finished job reads as what became of its records", async () => {
  const service = { url: ownerUrl, database };
  const queue = await openQueueServer("redis", service, process.env["PATH"], onTestFinished);
  const consumer = createConsumer({
    url: queue.url,
    name: sale.noun,
    process: async () => ({ sales: 1_212, posted: 1_210, rejected: 1, retried: 1 }),
    hasWaiting: async () => false,
    logger: silent,
  });
  onTestFinished(() => consumer.close(5_000));
  await (await queue.open([sale.noun])).add(sale.noun, [randomUUID()]);
  const { browser } = await logIn(await test.startAnother({ queueUrl: test.queueUrlOf(queue.url) }), "ann");
  const jobs = async () => {
    const { text } = await browser.open("/queues/api/queues?activeQueue=sale&status=completed&jobsPerPage=10&page=1");
    return JSON.parse(text).queues[0].jobs;
  };
  const words = "1,212 sales, 1,210 posted, 1 rejected, 1 retried";
  await expect.poll(jobs, { timeout: 60_000 }).toMatchObject([{ name: "1 sale", returnValue: words }]);
  const [{ id }] = await jobs();
  expect((await browser.open(`/queue/sale/jobs/${id}`)).text).toContain(words);
});

it.runIf(backends.includes("redis"))("the partitions of a queue are boards, and one queue on its page", async () => {
  const queue = await openQueueServer("redis", { url: ownerUrl, database }, process.env["PATH"], onTestFinished);
  const queueUrl = `${queue.url}?partitions=2`;
  const producer = createProducer({ url: queueUrl, names: [sale.noun], logger: silent });
  onTestFinished(() => producer.close());
  await vi.waitFor(() => producer.ping(), { timeout: 60_000 });
  const id = randomUUID();
  for (const [partition, ids] of [[randomUUID()], [id]].entries()) await producer.add(sale.noun, ids, [], partition);
  const { browser } = await logIn(await test.startAnother({ queueUrl }), "ann");
  const { queues } = JSON.parse((await browser.open("/queues/api/queues")).text);
  const names = queues.map(({ name }: { name: string }) => name);
  expect(names).toEqual(["sale", "sale-1", "redemption", "redemption-1", "segment", "segment-1"]);
  const job = await browser.open("/queue/sale/jobs/1:1");
  expect(job.text).toContain(`/find?q=${formatId(sale.idPrefix, id)}`);
  expect(job.text).toContain('href="/queues/queue/sale-1/1"');
  expect((await browser.open("/queue")).text).toMatch(/sale[\s\S]*?>2</);
});

it("a queue that is away or not known is a page with the remedy, within seconds", async () => {
  const cases = [
    ["redis://me:concealed@127.0.0.1:1", "Check that it runs, and that QUEUE_URL and the network lead to it."],
    ["postgres://me:concealed@127.0.0.1:1/none", "Check that it runs, and that QUEUE_URL and the network lead to it."],
    [undefined, "Set QUEUE_URL of the console."],
  ] as const;
  for (const [queueUrl, remedy] of cases) {
    const browser = openBrowser(await test.startAnother({ queueUrl, isAuthRequired: false }));
    for (const path of ["/queues", "/queues/api/queues"]) {
      const page = await browser.open(path);
      expect([page.status, page.text]).toEqual([503, expect.stringContaining(remedy)]);
      expect(page.text).not.toContain("concealed");
    }
  }
});
