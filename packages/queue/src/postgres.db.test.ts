import { afterEach, expect, test } from "vitest";
import { openProxy } from "../../../test/src/proxy.ts";
import { createConsumer } from "./consumer.ts";
import { migrateQueue } from "./migrate.ts";
import { createProducer } from "./producer.ts";
import {
  connected,
  createDatabase,
  databaseName,
  databaseUrl,
  openTestQueue,
  query,
  silent,
} from "./testing/backends.ts";

const nothingWaits = async () => false;
const logger = silent;
const poll = { timeout: 60_000, interval: 20 };
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

function openConnected(url: string, name: string) {
  const producer = createProducer({ url, names: [name], logger });
  closers.push(() => producer.close());
  return connected(producer);
}

function openBoth(url: string, name: string) {
  const producer = createProducer({ url, names: [name], logger });
  const seen = new Set<string>();
  const process = async (ids: string[]) => {
    for (const id of ids) seen.add(id);
  };
  const consumer = createConsumer({ url, name, hasWaiting: nothingWaits, logger, process });
  closers.push(
    () => producer.close(),
    () => consumer.close(2_000),
  );
  return { producer, seen };
}

test("migrations run by several processes at once are applied once, with the vacuum settings", async () => {
  const url = await createDatabase(databaseName());
  await Promise.all([1, 2, 3, 4].map(() => migrateQueue(url, ["sale"], logger)));
  await migrateQueue(url, ["sale"], logger);
  const rows = await query(url, "select reloptions from pg_class where oid = 'bullmq.job'::regclass");
  expect(rows).toEqual([{ reloptions: ["autovacuum_vacuum_scale_factor=0", "autovacuum_vacuum_threshold=5000"] }]);
});

test("producer and consumer started before the database is there work once it is", async () => {
  const database = databaseName();
  const { producer, seen } = openBoth(databaseUrl(database), "sale");
  await expect(producer.add("sale", ["a"])).rejects.toThrow();
  await expect(producer.ping()).rejects.toThrow();
  const url = await createDatabase(database);
  await migrateQueue(url, ["sale"], logger);
  await expect.poll(() => producer.add("sale", ["b"]).then(() => "added"), poll).toBe("added");
  await expect.poll(() => seen.has("b"), poll).toBe(true);
});

test("producer and consumer outlive the loss of every connection", async () => {
  const { url, name } = await openTestQueue("postgres");
  const { producer, seen } = openBoth(url, name);
  for (const round of ["1", "2"]) {
    await expect.poll(() => producer.add(name, [round]).then(() => "added"), poll).toBe("added");
    await expect.poll(() => seen.has(round), poll).toBe(true);
    await query(
      url,
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
  }
  await expect.poll(() => producer.add(name, ["last"]).then(() => "added"), poll).toBe("added");
  await expect.poll(() => seen.has("last"), poll).toBe(true);
});

test("a connection that is cut while BullMQ looks at its schema fails that call alone", async () => {
  const { url, name } = await openTestQueue("postgres");
  const proxy = await openProxy(url);
  closers.push(async () => proxy.shut());
  const producer = createProducer({ url: proxy.url, names: [name], logger });
  closers.push(() => producer.close());
  proxy.cutAnswerTo("min_client_version");
  await expect(producer.ping()).rejects.toThrow();
  await expect.poll(() => producer.add(name, ["a"]).then(() => "added"), poll).toBe("added");
});

test("producer and consumer outlive connections that all fall silent, also with a job in hand", async () => {
  const { url, name } = await openTestQueue("postgres");
  const proxy = await openProxy(url);
  closers.push(async () => proxy.shut());
  let finish: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const producer = createProducer({ url: proxy.url, names: [name], logger });
  const seen = new Set<string>();
  const consumer = createConsumer({
    url: proxy.url,
    name,
    hasWaiting: nothingWaits,
    logger,
    process: async (ids) => {
      for (const id of ids) seen.add(id);
      if (ids.includes("held")) await held;
    },
  });
  closers.push(
    () => producer.close(),
    () => consumer.close(2_000),
  );
  const add = (id: string) =>
    producer.add(name, [id]).then(
      () => "added",
      () => "lost",
    );
  await expect.poll(() => add("held"), poll).toBe("added");
  await expect.poll(() => seen.has("held"), poll).toBe(true);
  proxy.silence();
  finish();
  await expect.poll(() => add("next"), poll).toBe("added");
  await expect.poll(() => seen.has("next"), poll).toBe(true);
});

test("a URL with other options still finds BullMQ's tables", async () => {
  const { url, name } = await openTestQueue("postgres");
  const given = `${url}?options=${encodeURIComponent("-c statement_timeout=4321")}`;
  const producer = await openConnected(given, name);
  await producer.add(name, ["a"]);
  expect(await producer.waitingCount(name)).toBe(1);
});
