import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { type Database, openDatabase } from "@rewards/db";
import { sale } from "@rewards/domain";
import { beforeAll, describe, expect, test } from "vitest";
import { newSale, times } from "../src/records.ts";
import { insertAll } from "../src/service.ts";
import { type Client, createClient, root } from "./support/client.ts";
import { openRaw, request } from "./support/raw.ts";
import { inTransaction, useStack } from "./support/stack.ts";

const answerBytesMax = 65_536;
const itemsCount = 100;
const salesCount = 40;
const sold = { member: "M", store: "S", product: "P" };

const stack = useStack({ workers: 0, env: { VIEW_BYTES_MAX: String(answerBytesMax) } });
let ids: string[];
beforeAll(async () => {
  const items = times(itemsCount, (n) => ({ ProductCode: `P-${n}`, Quantity: 1, TotalAmount: n }));
  const sales = times(salesCount, () => newSale({ ...sold, more: { SaleItems: items } }));
  await insertAll(stack.database, sale, sales);
  const rows = await stack.database.sql<{ id: string }[]>`select id from sale order by create_date_time, id`;
  ids = rows.map(({ id }) => id);
});

const publicId = (uuid: string) => `SALE-${uuid.replaceAll("-", "")}`;

test("an answer is cut at its maximum bytes, says so, and its tokens lead to all records with all items", async () => {
  const read: unknown[] = [];
  let paging: object | undefined;
  let answers = 0;
  do {
    const { status, body } = await stack.client.send("POST", `${root}/data_views/SaleList`, paging ? { paging } : {});
    expect(status).toBe(200);
    expect(JSON.stringify(body.data).length).toBeLessThanOrEqual(answerBytesMax);
    for (const { ID, SaleItems } of body.data) {
      expect(SaleItems).toHaveLength(itemsCount);
      read.push(ID);
    }
    answers += 1;
    if (!body.hasMoreResults) break;
    paging = { maxResultsToFetch: 5_000, nextPageToken: body.nextPageToken };
  } while (answers < salesCount);
  expect(answers).toBeGreaterThan(2);
  expect(read).toEqual(ids.map(publicId));
});

test("the page after one that was cut by its bytes begins with the records that did not fit", async () => {
  const ask = (paging: object) => stack.client.send("GET", viewPath(paging));
  const viewPath = (paging: object) =>
    `${root}/data_views/SaleList?paging=${encodeURIComponent(JSON.stringify(paging))}`;
  const { body: first } = await ask({ pageNumber: 1, pageSize: salesCount });
  expect(first).toMatchObject({ hasMoreResults: true, pageNumber: 1, pageSize: salesCount });
  const { body: next } = await ask({ pageSize: salesCount, nextPageToken: first.nextPageToken });
  expect(next.data[0].ID).toBe(publicId(ids[first.data.length] as string));
});

test("a view is looked up before its body is read", async () => {
  const raw = await openRaw(stack.client.url);
  const head = request("POST", `${root}/data_views/NoSuchView`, "", { "content-length": 1_000_000 });
  raw.write(head);
  expect(await raw.next()).toMatchObject({ status: 404 });
});

/** A connection from a loopback address that sends a request and does not read the answer. */
async function askWithoutReading(url: string, path: string, localAddress: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), localAddress });
  socket.on("error", () => undefined);
  await once(socket, "connect");
  socket.pause();
  socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
  return socket;
}

/** A read waits for a lock for two seconds: a machine too slow for these steps repeats them. */
const lockWaitMsMax = 2_000;

interface Disconnecting {
  readonly url: string;
  readonly client: Client;
  readonly database: Pick<Database, "sql">;
}

/**
 * While one view waits for a lock, the caller of a second one disconnects, and a third one waits behind it.
 * @returns the statuses of the first and the third, and whether both were sent before the first had waited too long.
 */
async function disconnectSecond({ url, client, database }: Disconnecting) {
  const waiting = async () =>
    (
      await database.sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and state = 'active'`
    ).length;
  return inTransaction(database, async (rewards) => {
    await rewards`lock table reward in access exclusive mode`;
    const views = await inTransaction(database, async (segments) => {
      await segments`lock table segment in access exclusive mode`;
      const startedMs = performance.now();
      let isOver = false;
      const first = client.view("SegmentList").finally(() => {
        isOver = true;
      });
      // A slow machine may see it too late.
      await expect.poll(async () => isOver || (await waiting()) === 1).toBe(true);
      const second = await askWithoutReading(url, `${root}/data_views/RewardList`, "127.0.0.1");
      // Once these are answered, the API has read what was sent before.
      await client.send("GET", "/livez");
      await client.send("GET", "/livez");
      const third = client.view("ProgramList");
      const gone = once(second, "close");
      second.destroy();
      await gone;
      return { first, third, startedMs };
    });
    const isInTime = performance.now() - views.startedMs < lockWaitMsMax;
    const [first, third] = await Promise.all([views.first, views.third]);
    return { statuses: [first.status, third.status], isInTime };
  });
}

test("a caller that disconnects while waiting is dropped, and its view is not read", async () => {
  const env = { VIEW_THREADS_MAX: "1", VIEW_POOL_MAX: "1", VIEW_MS_MAX: "60000" };
  const { url, client, lines } = await stack.startApi(env);
  const database = openDatabase({ url: stack.ownerUrl, name: "test", poolMax: 3, viewPoolMax: 1 });
  for (let isInTime = false; !isInTime; ) {
    const linesBefore = lines.length;
    const done = await disconnectSecond({ url, client, database });
    isInTime = done.isInTime;
    if (!isInTime) continue;
    expect(done.statuses).toEqual([200, 200]);
    // There is one place for all views: a read of the locked table would have failed before the third view began.
    expect(lines.slice(linesBefore).filter((line) => line.includes("request failed"))).toEqual([]);
  }
  await database.close();
});

const longItem = (n: number) => ({ ProductCode: `P-${n}-${"x".repeat(80)}`, Quantity: 1, TotalAmount: n });

describe("answers of many megabytes", () => {
  beforeAll(async () => {
    const rows = times(5_000, () => newSale({ ...sold, more: { SaleItems: times(30, longItem) } }));
    await insertAll(stack.database, sale, rows);
  });

  /** So many that waiting for all of them would take longer than a view may. */
  const silentCount = 80;

  test("callers of one address that do not read their answers do not block the views of other addresses", async () => {
    const { url } = await stack.startApi({ VIEW_THREADS_MAX: "1", VIEW_POOL_MAX: "2", VIEW_BYTES_MAX: "16777216" });
    const silent = await Promise.all(
      times(silentCount, () => askWithoutReading(url, `${root}/data_views/SaleList`, "127.0.0.2")),
    );
    // The API got their requests before this one. On a slow machine a single read before it may take longer than a view may.
    await expect.poll(() => createClient(url).view("ProgramList")).toMatchObject({ status: 200 });
    // It ends a connection that reads nothing of its answer for ten seconds. On a slow machine those are the first.
    expect(silent.filter(({ destroyed }) => !destroyed).length).toBeGreaterThan(silentCount / 2);
    for (const socket of silent) socket.destroy();
    expect(await createClient(url).view("ProgramList")).toMatchObject({ status: 200 });
  });

  test("a cancel that was meant for another read fails no answer, even after its first rows", async () => {
    const { client } = await stack.startApi({ VIEW_BYTES_MAX: "16777216", VIEW_MS_MAX: "60000" });
    const cancelReaders = async () =>
      (
        await stack.database.sql`
          select pg_cancel_backend(pid) from pg_stat_activity where datname = current_database()
            and application_name = 'rewards-api-reader' and state = 'active' and query ilike '%from "sale"%'`
      ).length;
    /** A read, and how many cancels it got. A busy machine may see it too late for one. */
    async function readCancelled(): Promise<number> {
      let isAnswered = false;
      const headers = { "accept-encoding": "identity" };
      const answer = client.send("HEAD", `${root}/data_views/SaleList`, undefined, headers).finally(() => {
        isAnswered = true;
      });
      let cancels = 0;
      while (!isAnswered && cancels === 0) cancels = await cancelReaders();
      expect(await answer).toMatchObject({ status: 200 });
      return cancels;
    }
    for (let rounds = 0; rounds < 5; rounds += 1) await expect.poll(readCancelled).toBeGreaterThan(0);
  });

  test("an answer that is never read, to HEAD or in a pipeline that ends, does not stay counted", async () => {
    const { url, client } = await stack.startApi({ VIEW_BYTES_MAX: "16777216", VIEW_MS_MAX: "60000" });
    const { hostname, port } = new URL(url);
    const view = `${root}/data_views/SaleList`;
    const untakenMax = 16_777_216;
    let answered = 0;
    for (let rounds = 0; rounds < 4; rounds += 1) {
      // Without gzip, for which fetch would ask by itself.
      const head = await client.send("HEAD", view, undefined, { "accept-encoding": "identity" });
      expect(head.status).toBe(200);
      answered += Number(head.headers.get("content-length"));
      const socket = connect({ host: hostname, port: Number(port) });
      socket.on("error", () => undefined);
      await once(socket, "connect");
      socket.write(`GET ${view} HTTP/1.1\r\nhost: localhost\r\n\r\n`.repeat(3));
      await once(socket, "data");
      const gone = once(socket, "close");
      socket.destroy();
      await gone;
    }
    expect(answered).toBeGreaterThan(untakenMax);
    expect(await client.view("ProgramList")).toMatchObject({ status: 200 });
  });
});
