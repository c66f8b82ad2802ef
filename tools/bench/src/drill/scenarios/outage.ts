import { setTimeout as delay } from "node:timers/promises";
import { awaitCount } from "@rewards/lab/poll";
import { countPosted, expectBooksOk } from "../../measure/database.ts";
import { startSteadyLoad } from "../load/steady.ts";
import { accepted, type SpanFigures, summarise } from "../load/summary.ts";
import { awaitSettled, countDurable } from "../world/books.ts";
import { type Drill, type DrillOptions, openDrill } from "../world/drill.ts";
import type { MemoryByPart } from "../world/memory.ts";

export interface OutageOptions {
  /** The queue's server is killed, or halted: connected, but silent. */
  readonly by: "kill" | "freeze";
  readonly seconds: number;
  /** Seconds under the same load to warm up, then before and afterwards. */
  readonly besideSeconds: number;
  readonly perSecond: number;
}

export interface OutageFigures {
  readonly before: SpanFigures;
  readonly during: SpanFigures;
  readonly after: SpanFigures;
  readonly sent: number;
  readonly accepted: number;
  /** Sales answered with 201 that are completed, with one entry each. */
  readonly durable: number;
  /** Entries still missing when the queue returned. */
  readonly unpostedAtReturn: number;
  /** From the queue's return, under the same load, until all sales accepted by then are posted. */
  readonly caughtUpMs: number;
  readonly enqueuedAgain: number;
  readonly processesEnded: number;
  readonly memory: MemoryByPart;
}

/** Sales come in at a fixed rate while the queue is down. */
export async function runOutage(
  options: DrillOptions,
  { by, seconds, besideSeconds, perSecond }: OutageOptions,
): Promise<OutageFigures> {
  const { say, members } = options;
  const drill = await openDrill(options, true);
  const { sql, processes, databaseUrl } = drill;
  say(`${perSecond} sales/s, with the queue there`);
  const load = startSteadyLoad({ url: processes.apiUrl, perSecond, members, prefix: "outage" });
  // Warm up first, so that the first measurement compares with later ones.
  await delay(besideSeconds * 1_000);
  const startedMs = performance.now();
  await delay(besideSeconds * 1_000);
  say(`the queue is away for ${seconds} s (${by})`);
  const awayMs = performance.now();
  await takeAway(drill, by);
  await delay(seconds * 1_000);
  const backMs = performance.now();
  await bringBack(drill, by);
  const due = accepted(load.sent).length;
  const unpostedAtReturn = due - (await countPosted(sql));
  say(`the queue is back, with ${unpostedAtReturn} sales to post`);
  const isCaughtUp = (posted: number) => posted >= due;
  const caughtUpMs = (await awaitCount("entries", () => countPosted(sql), isCaughtUp)) - backMs;
  await delay(besideSeconds * 1_000);
  const endedMs = performance.now();
  const sent = await load.stop();
  await awaitSettled(sql);
  say("checking every sale and the books");
  const keys = accepted(sent).map(({ key }) => key);
  const durable = await countDurable(sql, keys);
  await expectBooksOk(databaseUrl);
  return {
    before: summarise(sent, startedMs, awayMs),
    during: summarise(sent, awayMs, backMs),
    after: summarise(sent, backMs, endedMs),
    ...{ sent: sent.length, accepted: keys.length, durable, unpostedAtReturn, caughtUpMs },
    enqueuedAgain: processes.enqueuedAgain(),
    processesEnded: processes.ended(),
    memory: drill.memory(),
  };
}

async function takeAway({ queue, backend }: Drill, by: OutageOptions["by"]): Promise<void> {
  if (by === "freeze") queue.freeze();
  else await queue.end(backend === "redis" ? "SIGKILL" : "SIGQUIT");
}

async function bringBack({ queue }: Drill, by: OutageOptions["by"]): Promise<void> {
  if (by === "freeze") queue.thaw();
  else await queue.start();
}
