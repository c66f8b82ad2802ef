import { setTimeout as delay } from "node:timers/promises";
import { awaitCount } from "@rewards/lab/poll";
import { exactly, formatCount } from "@rewards/lab/report/report";
import { countPosted } from "../measure/database.ts";
import { one } from "../run/command.ts";
import { awaitDrained, checkEnd, formatMs, memoryRows, saleBars } from "./end.ts";
import { accepted, spanOptions, spanRow, startSteadyLoad, summarise } from "./steady.ts";
import { defineDrill } from "./world.ts";

/**
 * Sales come in at a fixed rate while the queue is down. `caughtUpMs`: milliseconds from its return until the entries
 * that were missing then are posted, under the same load.
 */
export const outage = defineDrill({
  name: "outage",
  summary: "the queue is down while sales come in",
  options: {
    // Halted: connected, but silent.
    by: one("how the queue fails", ["kill", "freeze"]),
    ...spanOptions("the queue is down", 180),
  },
  hasQueueApart: true,
  async measure(drill, options) {
    const { by, seconds, besideSeconds, perSecond, backend } = options;
    const { say, sql, queue } = drill;
    say(`${perSecond} sales/s, with the queue there`);
    const load = await startSteadyLoad(drill, "outage", options);
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
  },
  rows: (found) => [
    spanRow("With the queue", found.before),
    spanRow("Without it", found.during),
    spanRow("After its return", found.after),
    ["To post when it was back", formatCount(found.unpostedAtReturn)],
    ["Queue back to those posted", formatMs(found.caughtUpMs)],
    ["IDs enqueued again", formatCount(found.enqueuedAgain)],
    ...memoryRows(found.memory),
  ],
  bars: (found) => [exactly("sales accepted", found.sent, found.accepted), ...saleBars(found)],
});
