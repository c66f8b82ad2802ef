import { setTimeout as delay } from "node:timers/promises";
import { serviceUrlOf } from "@rewards/embedded";
import { memoryMibOf } from "@rewards/lab/cpu";
import { migrate } from "@rewards/lab/database";
import { startProcesses } from "@rewards/lab/process";
import { emptyPostgresQueue } from "@rewards/lab/queue";
import type { Bar } from "@rewards/lab/report/report";
import { openPostgres, openRedis } from "@rewards/lab/servers";
import postgres from "postgres";
import { type Desk, defineRun, type OptionTable, type OptionValues, one, whole } from "../run/command.ts";
import { openShop } from "../subject/shop.ts";

const common = {
  backend: one("the queue's backend", ["redis", "postgres"]),
  members: whole("members who buy", 10_000, 200),
  workers: whole("worker processes", 1),
};
type World = OptionValues<typeof common>;

interface DrillDefinition<Own extends OptionTable, Found> {
  readonly name: string;
  readonly summary: string;
  readonly options: Own;
  readonly env?: Readonly<Record<string, string>>;
  /** Gives the Postgres backend a separate queue server, so that only the queue can be down. */
  readonly hasQueueApart?: true;
  readonly measure: (drill: Drill, options: World & OptionValues<Own>) => Promise<Found>;
  readonly rows: (found: Found) => readonly (readonly [name: string, value: string])[];
  readonly bars: (found: Found) => readonly Bar[];
}

/** A drill is a command whose servers nobody else uses, and which fails if a bar does not hold. */
export function defineDrill<Own extends OptionTable, Found extends object>(drill: DrillDefinition<Own, Found>) {
  const { name, summary, rows, bars } = drill;
  const measure = async (desk: Desk, options: World & OptionValues<Own>) =>
    drill.measure(await openDrill(desk, options, drill), options);
  const run = defineRun({
    ...{ name, summary, bars, failsByBars: true, options: { ...common, ...drill.options } },
    measure: (desk: Desk, options) => measure(desk, options as World & OptionValues<Own>),
    tables: (found, { backend }) => [{ title: `${name}, queue on ${backend}`, columns: ["", ""], rows: rows(found) }],
  });
  return { ...run, measure };
}

export type Drill = Awaited<ReturnType<typeof openDrill>>;

/** Servers, an API and workers as in production, with a shop, that only the drill uses. */
async function openDrill(
  desk: Desk,
  { backend, members, workers: count }: World,
  { env: more, hasQueueApart }: Pick<DrillDefinition<OptionTable, unknown>, "env" | "hasQueueApart">,
) {
  const { say, closers } = desk;
  say("starting servers");
  const database = await openPostgres(closers);
  const openQueue = () => (hasQueueApart ? openPostgres(closers) : database);
  const queue = backend === "postgres" ? await openQueue() : await openRedis(closers, desk.env["PATH"]);
  await migrate(database.url, queue.url);
  await openShop(database.url, members);
  const sql = postgres(database.url, { max: 2, onnotice: () => undefined });
  closers.add(() => sql.end({ timeout: 1 }));
  // The drill empties the queue as its owner; the product's processes have another role.
  const queueUrl = backend === "postgres" ? serviceUrlOf(queue.url) : queue.url;
  const seen = { enqueuedAgain: 0, processesEnded: 0 };
  const log = (line: string) => {
    if (line.includes("pending records enqueued again"))
      seen.enqueuedAgain += (JSON.parse(line) as { ids?: number }).ids ?? 0;
  };
  const onExit = () => void seen.processesEnded++;
  const env = { ...desk.env, ...more };
  const processOptions = { databaseUrl: serviceUrlOf(database.url), queueUrl, env, log, onExit };
  const { apis, workers, pids, stop } = await startProcesses({ workers: count }, () => processOptions);
  closers.add(stop);
  const readMib = (all: readonly number[], which: "now" | "peak") =>
    Math.max(...all.map((pid) => memoryMibOf(pid, which)));
  const kinds = Object.entries({ "the API": pids.api, "a worker": pids.worker });
  const largest = kinds.map(([name, all]) => ({ name, all, start: readMib(all, "now") }));
  /** Resident memory in MiB, of the largest process of its kind. */
  const readMemory = () =>
    largest.map(({ all, ...one }) => ({ ...one, peak: readMib(all, "peak"), end: readMib(all, "now") }));
  return {
    ...{ say, backend, members, database, queue, sql },
    apiUrl: apis[0]?.url ?? "",
    signalWorkers: (name: NodeJS.Signals) => workers.forEach((worker) => void worker.signal(name)),
    /** IDs that recovery has enqueued again, by the workers' logs; processes that ended unexpectedly; memory. */
    readSeen: () => ({ ...seen, memory: readMemory() }),
  };
}

/**
 * The queue loses its jobs and schedules: Redis is killed and returns empty after 5 s; on Postgres the tables are
 * truncated.
 * @returns the time (performance.now) of the queue's return, when its process started.
 */
export async function loseQueue({ backend, queue, sql }: Drill): Promise<number> {
  if (backend === "postgres") {
    await emptyPostgresQueue(sql);
    return performance.now();
  }
  await queue.end();
  await delay(5_000);
  const backMs = performance.now();
  await queue.start();
  return backMs;
}
