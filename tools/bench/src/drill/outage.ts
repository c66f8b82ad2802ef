import { setTimeout as delay } from "node:timers/promises";
import { awaitCount } from "@rewards/lab/poll";
import { exactly } from "@rewards/lab/report/bars";
import { formatCount } from "@rewards/lab/report/number";
import { countPosted } from "../measure/database.ts";
import { awaitDrained, checkEnd, type DrillReport, formatMs, memoryRows, saleBars } from "./end.ts";
import { accepted, type SpanOptions, spanRow, startSteadyLoad, summarise } from "./steady.ts";
import { type DrillOptions, openDrill } from "./world.ts";

interface OutageOptions extends SpanOptions {
  /** The queue's server is killed, or halted: connected, but silent. */
  readonly by: "kill" | "freeze";
}

/**
 * Sales come in at a fixed rate while the queue is down. `caughtUpMs`: milliseconds from its return until the entries
 * that were missing then are posted, under the same load.
 */
export async function runOutage(options: DrillOptions, spans: OutageOptions) {
  const { by, seconds, besideSeconds, perSecond } = spans;
  const { say, backend } = options;
  const drill = await openDrill(options, true);
  const { sql, queue } = drill;
  say(`${perSecond} sales/s, with the queue there`);
  const load = await startSteadyLoad(drill, "outage", spans);
  say(`the queue is away for ${seconds} s (${by})`);
  const awayMs = performance.now();
  if (by === "freeze") queue.freeze();
  else await queue.end(backend === "redis" ? "SIGKILL" : "SIGQUIT");
  await delay(seconds * 1_000);
  const backMs = performance.now();
  if (by === "freeze") queue.thaw();
  else await queue.start();
  const due = accepted(load.sent).length;
  const unpostedAtReturn = due - (await countPosted(sql));
  say(`the queue is back, with ${unpostedAtReturn} sales to post`);
  const isCaughtUp = (posted: number) => posted >= due;
  const caughtUpMs = (await awaitCount("entries", () => countPosted(sql), isCaughtUp)) - backMs;
  await delay(besideSeconds * 1_000);
  const endedMs = performance.now();
  await load.stop();
  const { sent, startedMs } = load;
  await awaitDrained(sql);
  const keys = accepted(sent).map(({ key }) => key);
  return {
    before: summarise(sent, startedMs, awayMs),
    during: summarise(sent, awayMs, backMs),
    after: summarise(sent, backMs, endedMs),
    ...{ sent: sent.length, accepted: keys.length, unpostedAtReturn, caughtUpMs },
    ...(await checkEnd(drill, keys)),
  };
}

export const reportOutage = (figures: Awaited<ReturnType<typeof runOutage>>): DrillReport => ({
  rows: [
    spanRow("With the queue", figures.before),
    spanRow("Without it", figures.during),
    spanRow("After its return", figures.after),
    ["To post when it was back", formatCount(figures.unpostedAtReturn)],
    ["Queue back to those posted", formatMs(figures.caughtUpMs)],
    ["IDs enqueued again", formatCount(figures.enqueuedAgain)],
    ...memoryRows(figures.memory),
  ],
  bars: [exactly("sales accepted", figures.sent, figures.accepted), ...saleBars(figures)],
});
