import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import type { Profiler } from "node:inspector";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { findRedisServer, serviceUrlOf } from "@rewards/embedded";
import postgres, { type Sql } from "postgres";
import { apiRoot, call } from "./client.ts";
import { createClosers } from "./closers.ts";
import { migrate } from "./database.ts";
import { awaitCount, poll } from "./poll.ts";
import { type App, type Processes, startProcesses } from "./process.ts";
import { makeFolder, openPostgres, openRedis } from "./servers.ts";

/**
 * Counts the files of ours that a sale, a view and AddBalance each run a function of, in a warm API and worker: V8's
 * precise coverage of the main threads and the reader thread. Module code that runs at the start does not count. Each
 * call is repeated, and a file counts if the same function of it runs every time and not without a call, as timers do.
 */
const warmUps = 30;
const rounds = 8;
/** For what follows an answer: counts, log lines. Shorter than the period of any timer. */
const settleMs = 150;
const waitMsMax = 20_000;
/** The main thread and one reader of the API, and the worker. */
const threads = 3;
const root = fileURLToPath(new URL("../../../", import.meta.url));

/** A script of ours in its URL. */
const ours = /\/((?:apps|packages)\/[^/]+\/dist\/.+\.js)$/;

type Send = () => Promise<unknown>;

const closers = createClosers();
try {
  await run();
} finally {
  await closers.close();
}

async function run(): Promise<void> {
  const folder = await makeFolder("coverage", closers);
  const { url: ownerUrl } = await openPostgres(closers);
  const path = process.env["PATH"];
  const queue = (await findRedisServer(path)) ? await openRedis(closers, path) : undefined;
  const databaseUrl = serviceUrlOf(ownerUrl);
  const queueUrl = queue?.url ?? databaseUrl;
  await migrate(ownerUrl, queue?.url ?? ownerUrl);
  const sql = postgres(ownerUrl, { max: 1, onnotice: () => undefined });
  closers.add(() => sql.end());
  const processes = await startProcesses({}, (app) => ({
    databaseUrl,
    queueUrl,
    script: join(root, "apps", app, "dist/main.js"),
    nodeArgs: ["--import", new URL("./coverage.preload.js", import.meta.url).href],
    moreEnv: { COVERAGE_FOLDER: folder, VIEW_THREADS_MAX: "1" },
  }));
  closers.add(processes.stop);
  const take = createTake(folder, processes.pids);
  const calls = await prepareCalls(processes.apis[0]?.url ?? "", sql);
  for (const send of Object.values(calls)) for (let warmUp = 0; warmUp < warmUps; warmUp += 1) await send();
  const idle = await runAlways(() => delay(settleMs), take);
  for (const [name, send] of Object.entries(calls)) print(name, await runAlways(send, take), idle);
}

/** The calls by name, each on records of this run. A sale resolves when it is posted. */
async function prepareCalls(url: string, sql: Sql): Promise<Record<string, Send>> {
  const post = (at: string, body: unknown) => call(url, { method: "POST", path: `${apiRoot}${at}`, body });
  const create = (type: string, content: object) => post("/objects", { objectTypeID: type, content });
  const member = { MemberExternalID: "M" };
  const sell = async () => {
    const SaleItems = [{ ProductCode: "P", Quantity: 1, TotalAmount: 100 }];
    const ExternalID = randomUUID();
    await create("SaleCase", {
      ...member,
      ExternalID,
      StoreCode: "S",
      SaleDateTime: new Date().toISOString(),
      SaleItems,
    });
    const countPending = async () => Number((await sql`select count(*) from pending`)[0]?.["count"]);
    await awaitCount("pending", countPending, (count) => count === 0, 5);
    return ExternalID;
  };
  await create("Store", { StoreCode: "S", Name: "Main" });
  await create("Product", { ProductCode: "P", Name: "Coffee" });
  const { ID } = await create("Member", { ExternalID: "M", FullName: "Ann", ProgramBusinessID: "REWARDS" });
  const sold = await sell();
  const view = (name: string, dataViewParameters: object) => () => post(`/data_views/${name}`, { dataViewParameters });
  return {
    sale: sell,
    "view GetSaleByBusinessKeys": view("GetSaleByBusinessKeys", { ExternalID: sold }),
    "view MemberBalances": view("MemberBalances", member),
    AddBalance: () =>
      call(url, {
        method: "PATCH",
        path: `${apiRoot}/objects/${ID}/actions/AddBalance`,
        body: { content: { AdjustBalances: { Amount: 1, Name: "Points" } } },
      }),
  };
}

type Take = () => Promise<ReadonlySet<string>>;

/** Takes the functions called since the take before, as `packages/db/dist/sale.js:insert:120`. */
function createTake(folder: string, pids: Processes["pids"]): Take {
  let number = 0;
  return async () => {
    number += 1;
    for (const app of ["api", "worker"] satisfies App[]) process.kill(pids[app][0] as number, "SIGUSR2");
    const list = async () =>
      (await readdir(folder)).filter((name) => name.startsWith(`${number}-`) && /json$/.test(name));
    const names = await poll(list, ({ length }) => length === threads, waitMsMax, 5);
    if (names.length !== threads) throw new Error(`${names.length} of ${threads} threads wrote what they ran`);
    const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
    return new Set(texts.flatMap((text) => calledIn(JSON.parse(text) as Profiler.ScriptCoverage[])));
  };
}

/** A module's own code is the function without a name at its start. */
function calledIn(scripts: readonly Profiler.ScriptCoverage[]): string[] {
  return scripts.flatMap(({ url, functions }) => {
    const file = url.startsWith("file:") ? ours.exec(url)?.[1] : undefined;
    if (file === undefined) return [];
    return functions.flatMap(({ functionName, ranges: [range] }) =>
      !range?.count || (functionName === "" && range.startOffset === 0)
        ? []
        : `${file}:${functionName}:${range.startOffset}`,
    );
  });
}

/** The functions that run in every round. */
async function runAlways(send: Send, take: Take): Promise<ReadonlySet<string>> {
  let always: ReadonlySet<string> | undefined;
  for (let round = 0; round < rounds; round += 1) {
    await take();
    await send();
    await delay(settleMs);
    const called = await take();
    always = new Set([...called].filter((one) => always?.has(one) ?? true));
  }
  return always ?? new Set();
}

/** Prints the files of these functions, but for files with no other functions than those that run without a call. */
function print(name: string, called: ReadonlySet<string>, idle: ReadonlySet<string>): void {
  const functions = [...called].filter((one) => !idle.has(one));
  const files = [...new Set(functions.map((one) => one.slice(0, one.indexOf(":"))))].sort();
  const counts = new Map<string, number>();
  for (const file of files) {
    const [, owner = ""] = file.split("/");
    counts.set(owner, (counts.get(owner) ?? 0) + 1);
  }
  const byOwner = [...counts].map(([owner, count]) => `${owner} ${count}`).join(", ");
  process.stdout.write(`${name}: ${files.length} files (${byOwner})\n${files.map((file) => `  ${file}\n`).join("")}`);
}
