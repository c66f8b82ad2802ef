import { createClosers } from "@rewards/lab/closers";
import { migrate } from "@rewards/lab/database";
import { type PostgresPair, startPostgresPair } from "@rewards/lab/postgres-pair";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openProxy, type TcpProxy } from "../src/proxy.ts";
import { times } from "../src/records.ts";
import { type Client, root } from "./support/client.ts";
import { expectError } from "./support/errors.ts";
import { freshKey, memberContent } from "./support/fixtures.ts";
import {
  envOf,
  expectReadOn,
  malformedPositions,
  metricOf,
  pauseReplay,
  resumeReplay,
  statementsOn,
  turnsOf,
  replicaWaits as waits,
} from "./support/replica.ts";
import { type Running, type Stack, startStack } from "./support/stack.ts";

const lagMsMax = 3_000;
const closers = createClosers();
afterAll(closers.close);

let pair: PostgresPair;
let stack: Stack;
let api: Running & { client: Client };
let way: TcpProxy;
beforeAll(async () => {
  pair = await startPostgresPair(migrate);
  closers.add(pair.stop);
  way = await openProxy(pair.second.url);
  closers.add(async () => way.shut());
  stack = await startStack({ databaseUrl: pair.first.url, apis: 0, workers: 0 });
  closers.add(stack.stop);
  api = await stack.startApi({ ...replicaEnv("api"), METRICS_PORT: "0" });
});

const replicaEnv = (kind: "api" | "console") => envOf(kind, [pair.first.url, way.url], lagMsMax);

async function readyz() {
  const { status, body } = await api.client.send("GET", "/readyz");
  return [status, body.status, body.replica, body.reason];
}

const used = [200, "ok", "up", undefined];
const unused = (reason: string) => [200, "degraded", "down", expect.stringContaining(reason)];
const becomesUsed = () => expect.poll(readyz, waits).toEqual(used);

const metric = (name: string) => metricOf(api, name);
const expectReadThere = (read: () => Promise<unknown>, text: string) => expectReadOn(pair.second, read, text);

const newStore = (key: string) => ({ StoreCode: key, Name: "Main" });
const storeCodes = async () => (await api.client.api.views.storeList()).data.map(({ StoreCode }) => StoreCode);

test("views, reads by ID and histories are answered by the replica", async () => {
  await becomesUsed();
  const { client } = api;
  const id = await client.created("Member", memberContent(freshKey("member")));
  await client.created("Store", newStore(freshKey("store")));
  await expectReadThere(() => client.view("StoreList"), 'from "store"');
  // A position that never comes is a reason for its own call to go to the primary, and for no other.
  const far = { "rewards-position": "FFFFFFFF/FFFFFFFF" };
  const readBoth = () =>
    Promise.all([far, {}].map((headers) => client.send("GET", `${root}/objects/${id}`, undefined, headers)));
  await expectReadThere(readBoth, '"full_name"');
  await expectReadThere(() => client.view("ObjectHistory", { ObjectID: id }), "history");
  expect(await metric('rewards_reads_total{server="replica"}')).toBeGreaterThan(2);
  await expect.poll(() => metric("rewards_replica_used"), waits).toBe(1);
  await expect.poll(() => metric("rewards_replica_lag_seconds"), waits).toBeLessThan(lagMsMax / 1_000);
});

test("calls in batches are answered by the replica, and show each caller's write while it is behind or silent", async () => {
  const { client } = api;
  await becomesUsed();
  const readTogether = async () => {
    const keys = times(40, () => freshKey("store"));
    await Promise.all(keys.map((key) => client.api.stores.create(newStore(key))));
    const found = await Promise.all(keys.map((StoreCode) => client.api.views.getStoreByBusinessKeys({ StoreCode })));
    expect(found.map(({ data }) => data[0]?.StoreCode)).toEqual(keys);
  };
  await expectReadThere(readTogether, "with ordinality");
  await pauseReplay(pair.second);
  await readTogether().finally(() => resumeReplay(pair.second));
  await becomesUsed();
  way.freeze();
  await readTogether().finally(() => way.cut());
  await way.mend();
  await becomesUsed();
  await expectReadThere(readTogether, "with ordinality");
});

test("the answer to a write has its position, also when it is repeated", async () => {
  const { client } = api;
  const content = memberContent(freshKey("member"));
  const answer = await client.create("Member", content, { "idempotency-key": "once" });
  const repeated = await client.create("Member", content, { "idempotency-key": "once" });
  const acted = await client.act(answer.body.ID ?? answer.body.data.ID, "AddBalance", {
    content: { AdjustBalances: { Amount: 1, Name: "Points" } },
  });
  for (const one of [answer, repeated, acted])
    expect(one.headers.get("rewards-position")).toMatch(/^[0-9A-F]{1,8}\/[0-9A-F]{1,8}$/);
});

test("a caller's read shows the caller's write while the replica is behind, and so does a position that never comes", async () => {
  const { client } = api;
  await becomesUsed();
  await pauseReplay(pair.second);
  try {
    for (let n = 0; n < 5; n += 1) {
      const key = freshKey("store");
      await client.api.stores.create(newStore(key));
      expect(await storeCodes()).toContain(key);
      for (const position of ["FFFFFFFF/FFFFFFFF", "ffff/0"]) {
        const headers = { "content-type": "application/json", "rewards-position": position };
        const { status, body } = await client.send("POST", `${root}/data_views/StoreList`, {}, headers);
        expect([status, body.data.some((store: { StoreCode: string }) => store.StoreCode === key)]).toEqual([
          200,
          true,
        ]);
      }
    }
  } finally {
    await resumeReplay(pair.second);
  }
  await becomesUsed();
});

test("a replica that lags over the bound answers nothing until it has caught up, and one line says each", async () => {
  const { client } = api;
  await becomesUsed();
  const [away, back] = ["primary: the replica cannot be used", "replica again"];
  // The line may come after the answer.
  await expect.poll(() => turnsOf(api.lines).at(-1)).not.toBe(away);
  const before = turnsOf(api.lines).length;
  await pauseReplay(pair.second);
  const key = freshKey("store");
  try {
    await client.created("Store", newStore(key));
    await expect.poll(readyz, waits).toEqual(unused("DATABASE_READ_LAG_MS_MAX"));
    expect((await client.records("StoreList")).map(({ StoreCode }) => StoreCode)).toContain(key);
    expect(await metric("rewards_replica_used")).toBe(0);
    await expect.poll(() => metric("rewards_replica_lag_seconds"), waits).toBeGreaterThanOrEqual(lagMsMax / 1_000);
  } finally {
    await resumeReplay(pair.second);
  }
  await becomesUsed();
  await expectReadThere(() => client.view("StoreList"), 'from "store"');
  // A slow machine may be out and back more than once.
  await expect.poll(() => turnsOf(api.lines).slice(before, before + 2)).toEqual([away, back]);
  const since = turnsOf(api.lines).slice(before);
  expect(since.filter((turn, index) => turn === since[index + 1])).toEqual([]);
});

test.each(malformedPositions)("the position %j is refused with 400, with or without a body", async (position) => {
  const headers = { "content-type": "application/json", "rewards-position": position };
  const place = { code: "Error_Header_Malformed", field: "Rewards-Position" };
  expectError(await api.client.send("POST", `${root}/data_views/StoreList`, {}, headers), 400, place);
  expectError(await api.client.send("GET", `${root}/data_views/StoreList`, undefined, headers), 400, place);
  expectError(
    await api.client.send("GET", `${root}/objects/${"MEM-".padEnd(36, "0")}`, undefined, headers),
    400,
    place,
  );
});

test("the console reads its pages from the replica", async () => {
  const console = await stack.startConsole(replicaEnv("console"));
  await expect
    .poll(async () => {
      expect((await fetch(`${console.url}/sales`)).status).toBe(200);
      return statementsOn(pair.second, "rewards-console");
    }, waits)
    .toContain('from "sale"');
  await pair.second.end("SIGKILL");
  for (let n = 0; n < 3; n += 1) expect((await fetch(`${console.url}/sales`)).status).toBe(200);
  const state = async () => (await fetch(`${console.url}/readyz`)).json();
  await expect.poll(state, waits).toMatchObject({ status: "degraded" });
  expect((await fetch(`${console.url}/sales`)).status).toBe(200);
  expect(await console.stop()).toBe(0);
});

test("a replica that is silent holds up neither reads nor creates, and is used again once it answers", async () => {
  await pair.second.follow();
  await becomesUsed();
  way.freeze();
  for (let n = 0; n < 10; n += 1) {
    const key = freshKey("store");
    await api.client.api.stores.create(newStore(key));
    expect(await storeCodes()).toContain(key);
  }
  await expect.poll(readyz, waits).toEqual(unused("does not answer within"));
  expect((await api.client.view("StoreList")).status).toBe(200);
  way.cut();
  await way.mend();
  await becomesUsed();
  await expectReadThere(() => api.client.view("StoreList"), 'from "store"');
  await pair.second.end("SIGKILL");
});

test("without the killed replica reads go on, and they return to it", async () => {
  await expect.poll(readyz, waits).toEqual(unused(""));
  const key = freshKey("store");
  await api.client.created("Store", newStore(key));
  expect(await storeCodes()).toContain(key);
  await pair.second.follow();
  await becomesUsed();
  await expectReadThere(() => api.client.view("StoreList"), 'from "store"');
});

test("a replica that was promoted answers nothing more", async () => {
  await becomesUsed();
  await pair.second.promote();
  await expect.poll(readyz, waits).toEqual(unused("no standby"));
  const key = freshKey("store");
  await api.client.created("Store", newStore(key));
  expect((await api.client.records("StoreList")).map(({ StoreCode }) => StoreCode)).toContain(key);
  expect(await api.stop()).toBe(0);
});
