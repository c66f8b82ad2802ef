import { lookAtReplica, openReplicaSessions } from "@rewards/db";
import { processUrlOf, serviceUrlOf } from "@rewards/embedded";
import { createClosers } from "@rewards/lab/closers";
import { migrate } from "@rewards/lab/database";
import { type PostgresPair, startPostgresPair } from "@rewards/lab/postgres-pair";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openProxy, type TcpProxy } from "../src/proxy.ts";
import { type Client, root } from "./support/client.ts";
import { expectError } from "./support/errors.ts";
import { freshKey, memberContent } from "./support/fixtures.ts";
import { type Running, type Stack, startStack } from "./support/stack.ts";

vi.setConfig({ testTimeout: 180_000 });
const waits = { timeout: 60_000, interval: 100 };
const lagMsMax = 3_000;
const closers = createClosers();
afterAll(closers.close);

let pair: PostgresPair;
let stack: Stack;
let api: Running & { client: Client };
/** The way to the standby. */
let way: TcpProxy;
beforeAll(async () => {
  pair = await startPostgresPair(migrate);
  closers.add(pair.stop);
  way = await openProxy(pair.second.url);
  closers.add(async () => way.shut());
  stack = await startStack({ databaseUrl: pair.first.url, apis: 0, workers: 0 });
  closers.add(stack.stop);
  api = await stack.startApi({ ...replicaEnv("api"), METRICS_PORT: "0" });
}, 240_000);

/** The primary comes first, and a process must choose the standby. */
function replicaEnv(kind: "api" | "console") {
  const [first, second] = [pair.first.url, way.url].map((url) => processUrlOf(kind, serviceUrlOf(url)));
  const hosts = `${new URL(first ?? "").host},${new URL(second ?? "").host}`;
  return {
    DATABASE_READ_URL: (second ?? "").replace(new URL(second ?? "").host, hosts),
    DATABASE_READ_LAG_MS_MAX: String(lagMsMax),
  };
}

async function readyz() {
  const { status, body } = await api.client.send("GET", "/readyz");
  return [status, body.status, body.replica, body.reason];
}

const used = [200, "ok", "up", undefined];
const unused = (reason: string) => [200, "degraded", "down", expect.stringContaining(reason)];
const becomesUsed = () => expect.poll(readyz, waits).toEqual(used);

/** The log's lines about the replica, in their order. */
const turns = () =>
  api.lines.flatMap(
    (line) => /reads use the (primary: the replica cannot be used|replica again)/.exec(line)?.[1] ?? [],
  );

async function metric(name: string): Promise<number | undefined> {
  const text = await (await fetch(`${api.metricsUrl}`)).text();
  const line = text.split("\n").find((one) => one.startsWith(`${name} `) || one.startsWith(`${name}{`));
  return line === undefined ? undefined : Number(line.split(" ").at(-1));
}
const readsOfReplica = async () => (await metric('rewards_reads_total{server="replica"}')) ?? 0;

/** The last statements of the sessions of this name on the standby. */
async function statementsOn(name: string): Promise<string> {
  const rows = await pair.second.ask(`select query from pg_stat_activity where application_name = '${name}'`);
  return rows.map(({ query }) => query).join("\n");
}

/** Reads until the standby has run a statement with this text. It shows the first 1,024 characters of each. */
async function expectReadThere(read: () => Promise<unknown>, text: string): Promise<void> {
  await expect
    .poll(async () => {
      await read();
      return statementsOn("rewards-api-reader");
    }, waits)
    .toContain(text);
}

const newStore = (key: string) => ({ StoreCode: key, Name: "Main" });
const storeCodes = async () => (await api.client.api.views.storeList()).data.map(({ StoreCode }) => StoreCode);

/** The replica shows nothing newer than now, until it is resumed. */
async function pauseReplay(): Promise<void> {
  await pair.second.ask("select pg_wal_replay_pause()");
  await expect
    .poll(async () => (await pair.second.ask("select pg_get_wal_replay_pause_state() as state"))[0]?.["state"], waits)
    .toBe("paused");
}
const resumeReplay = () => pair.second.ask("select pg_wal_replay_resume()");

test("views, reads by ID and histories are answered by the replica", async () => {
  await becomesUsed();
  const { client } = api;
  const id = await client.created("Member", memberContent(freshKey("member")));
  await client.created("Store", newStore(freshKey("store")));
  await expectReadThere(() => client.view("StoreList"), 'from "store"');
  await expectReadThere(() => client.read(id), '"full_name"');
  await expectReadThere(() => client.view("ObjectHistory", { ObjectID: id }), "history");
  expect(await readsOfReplica()).toBeGreaterThan(2);
  await expect.poll(() => metric("rewards_replica_used"), waits).toBe(1);
  await expect.poll(() => metric("rewards_replica_lag_seconds"), waits).toBeLessThan(lagMsMax / 1_000);
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
  await pauseReplay();
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
    await resumeReplay();
  }
  await becomesUsed();
});

test("a replica that lags over the bound answers nothing until it has caught up, and one line says each", async () => {
  const { client } = api;
  await becomesUsed();
  const before = turns().length;
  await pauseReplay();
  const key = freshKey("store");
  try {
    await client.created("Store", newStore(key));
    await expect.poll(readyz, waits).toEqual(unused("DATABASE_READ_LAG_MS_MAX"));
    expect((await client.records("StoreList")).map(({ StoreCode }) => StoreCode)).toContain(key);
    expect(await metric("rewards_replica_used")).toBe(0);
    await expect.poll(() => metric("rewards_replica_lag_seconds"), waits).toBeGreaterThanOrEqual(lagMsMax / 1_000);
  } finally {
    await resumeReplay();
  }
  await becomesUsed();
  await expectReadThere(() => client.view("StoreList"), 'from "store"');
  // A slow machine may be out and back more than once.
  const since = turns().slice(before);
  expect(since.slice(0, 2)).toEqual(["primary: the replica cannot be used", "replica again"]);
  expect(since.filter((turn, index) => turn === since[index + 1])).toEqual([]);
});

/** Values that Node's client can send. */
const malformed = [
  ..."x|/|1|0/|/0|0/G|0/123456789|123456789/0|0x1/0x1|-1/0|1/-1|0/0/0|0/0;1/1|1.5/0|null|'0/0'|0/0'--|%30/0|latest".split(
    "|",
  ),
  "0/0, 0/0",
  "0/0\t0/0",
  "\u00e9/0",
  "9".repeat(200),
];

test.each(malformed)("the position %j is refused with 400, with or without a body", async (position) => {
  const headers = { "content-type": "application/json", "rewards-position": position };
  const place = { code: "Error_Header_Malformed", field: "Rewards-Position" };
  const { client } = api;
  expectError(await client.send("POST", `${root}/data_views/StoreList`, {}, headers), 400, place);
  expectError(await client.send("GET", `${root}/data_views/StoreList`, undefined, headers), 400, place);
  expectError(await client.send("GET", `${root}/objects/${"MEM-".padEnd(36, "0")}`, undefined, headers), 400, place);
});

test("a statement that the replay cancels is a reason to ask the primary", async () => {
  const { DATABASE_READ_URL: url } = replicaEnv("api");
  const sessions = openReplicaSessions({ url, name: "test", sessionsMax: 1, statementMsMax: 60_000 });
  await pair.second.ask("alter system set max_standby_streaming_delay = 0");
  await pair.second.ask("select pg_reload_conf()");
  try {
    const systemId = (await pair.second.ask("select system_identifier::text as id from pg_control_system()"))[0]?.[
      "id"
    ];
    const fence = { replayed: 0n, systemId: String(systemId) };
    const read = sessions.read(fence, undefined, (sql) => sql`select pg_sleep(60) from currency`);
    const failed = expect(read).rejects.toMatchObject({ code: "40001" });
    await expect.poll(() => statementsOn("test"), waits).toContain("pg_sleep");
    await stack.database.sql.begin((tx) => tx`lock table currency in access exclusive mode`);
    await failed;
  } finally {
    await pair.second.ask("alter system reset max_standby_streaming_delay");
    await pair.second.ask("select pg_reload_conf()");
    await sessions.close(1);
  }
});

test("a server that is another database, or has not replayed enough, answers no read", async () => {
  const { DATABASE_READ_URL: url } = replicaEnv("api");
  const sessions = openReplicaSessions({ url, name: "test", sessionsMax: 1, statementMsMax: 60_000 });
  const [row] = await pair.second.ask("select system_identifier::text as id from pg_control_system()");
  const systemId = String(row?.["id"]);
  const read = (fence: { replayed: bigint; systemId: string | null }) =>
    sessions.read(fence, undefined, (sql) => sql`select 1 as one`);
  try {
    // The first read connects, which may take longer than a read may wait.
    await expect.poll(() => read({ replayed: 0n, systemId }).catch(String), waits).toEqual([{ one: 1 }]);
    await expect.poll(() => read({ replayed: 0n, systemId: "1" }).catch(String), waits).toContain("is no standby");
    await expect.poll(() => read({ replayed: 2n ** 63n, systemId }).catch(String), waits).toContain("replayed enough");
  } finally {
    await sessions.close(1);
  }
});

test("a command measures the lag, and says what to do about a paused replay", async () => {
  const url = replicaEnv("api").DATABASE_READ_URL;
  const look = () => lookAtReplica(stack.database.sql, url);
  await expect.poll(look, waits).toEqual({ reason: null, lagMs: expect.any(Number) });
  await pauseReplay();
  try {
    await api.client.created("Store", newStore(freshKey("store")));
    await expect.poll(look, waits).toEqual({ reason: expect.stringContaining("paused replay"), lagMs: null });
  } finally {
    await resumeReplay();
  }
});

test("the console reads its pages from the replica", async () => {
  const console = await stack.startConsole(replicaEnv("console"));
  await expect
    .poll(async () => {
      expect((await fetch(`${console.url}/sales`)).status).toBe(200);
      return statementsOn("rewards-console");
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
  await expectReadThere(storeCodes, 'from "store"');
  await pair.second.end("SIGKILL");
});

test("without the killed replica reads go on, and they return to it", async () => {
  await expect.poll(readyz, waits).toEqual(unused(""));
  const key = freshKey("store");
  await api.client.created("Store", newStore(key));
  expect(await storeCodes()).toContain(key);
  await pair.second.follow();
  await becomesUsed();
  await expectReadThere(storeCodes, 'from "store"');
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
