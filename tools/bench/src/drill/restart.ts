import { setTimeout as delay } from "node:timers/promises";
import { poll } from "@rewards/lab/poll";
import { atLeast, atMost, exactly } from "@rewards/lab/report/report";
import { awaitDrained, checkEnd, formatMs, memoryRows, saleBars } from "./end.ts";
import { accepted, type Sent, spanOptions, spanRow, startSteadyLoad, summarise } from "./steady.ts";
import { type Drill, defineDrill } from "./world.ts";

/** How Postgres is stopped: as by a crash, or in order. */
const shutdowns = [
  { shutdown: "immediate", signal: "SIGQUIT" },
  { shutdown: "fast", signal: "SIGINT" },
] as const;
const acceptedWaitMsMax = 60_000;
const acceptedAgainSecondsMax = 5;

export const restart = defineDrill({
  name: "restart",
  summary: "Postgres is stopped under load, at once and in order",
  options: spanOptions("Postgres is down, each time", 20),
  async measure(drill, options) {
    const { sql, say } = drill;
    say(`${options.perSecond} sales/s`);
    const load = await startSteadyLoad(drill, "restart", options);
    const { sent, startedMs } = load;
    const beforeEndsMs = performance.now();
    const downs: ({ readonly shutdown: string } & Down)[] = [];
    for (const { shutdown, signal } of shutdowns) {
      say(`Postgres is stopped (${shutdown}) for ${options.seconds} s`);
      downs.push({ shutdown, ...(await bringDown(drill, signal, options.seconds, sent)) });
      await delay(options.besideSeconds * 1_000);
    }
    await load.stop();
    const stoppedMs = performance.now();
    const settledMs = (await awaitDrained(sql)) - stoppedMs;
    const keys = accepted(sent).map(({ key }) => key);
    const refused = sent.filter(({ status }) => status === 503);
    return {
      before: summarise(sent, startedMs, beforeEndsMs),
      downs: downs.map(({ awayMs, backMs, ...down }) => ({ ...down, during: summarise(sent, awayMs, backMs) })),
      ...{ sent: sent.length, accepted: keys.length, settledMs, refused: refused.length },
      refusedWithoutRetryAfter: refused.filter(({ hasRetryAfter }) => !hasRetryAfter).length,
      otherAnswers: sent.filter(({ status }) => ![0, 201, 503].includes(status)).length,
      ...(await checkEnd(drill, keys)),
    };
  },
  rows: ({ downs, ...found }) => [
    spanRow("With Postgres", found.before),
    ...downs.map(({ shutdown, during }) => spanRow(`Without it, stop ${shutdown}`, during)),
    ...downs.map(
      (down) => [`Postgres back to the first 201, ${down.shutdown}`, formatMs(down.firstAcceptedMs)] as const,
    ),
    ["Last answer to nothing pending", formatMs(found.settledMs)],
    ...memoryRows(found.memory),
  ],
  bars: ({ downs, ...found }) => [
    ...downs.map(({ shutdown, firstAcceptedMs }) =>
      atMost(`first 201 after Postgres is back, ${shutdown}`, acceptedAgainSecondsMax, "s", firstAcceptedMs / 1_000),
    ),
    atLeast("refusals with 503", 1, "", found.refused),
    exactly("refusals without Retry-After", 0, found.refusedWithoutRetryAfter),
    exactly("other answers", 0, found.otherAnswers),
    ...saleBars(found),
  ],
});

type Down = Awaited<ReturnType<typeof bringDown>>;

/** `firstAcceptedMs`: from when it accepts connections again to the first 201. */
async function bringDown({ database }: Drill, signal: NodeJS.Signals, seconds: number, sent: readonly Sent[]) {
  const awayMs = performance.now();
  await database.end(signal);
  await delay(seconds * 1_000);
  await database.start();
  const backMs = performance.now();
  const readFirst = () => {
    const answers = accepted(sent).map(({ answeredMs }) => answeredMs);
    return Math.min(...answers.filter((answeredMs) => answeredMs >= backMs));
  };
  const firstMs = await poll(readFirst, Number.isFinite, acceptedWaitMsMax);
  if (!Number.isFinite(firstMs)) throw new Error("no sale was accepted for a minute after Postgres was back");
  return { awayMs, backMs, firstAcceptedMs: firstMs - backMs };
}
