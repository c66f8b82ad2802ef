import { setTimeout as delay } from "node:timers/promises";
import { poll } from "@rewards/lab/poll";
import { atLeast, atMost, exactly } from "@rewards/lab/report/bars";
import { awaitDrained, checkEnd } from "./end.ts";
import { type DrillReport, formatMs, memoryRows, type Row, saleBars, spanRow } from "./report.ts";
import { accepted, type Sent, type SpanOptions, startWarmLoad, summarise } from "./steady.ts";
import { type Drill, type DrillOptions, openDrill } from "./world.ts";

/** How Postgres is stopped: as by a crash, or in order. */
const shutdowns = { immediate: "SIGQUIT", fast: "SIGINT" } as const;
type Shutdown = keyof typeof shutdowns;

/** Stops and restarts Postgres under load, once by each way of stopping it. */
export async function runRestart(options: DrillOptions, spans: SpanOptions) {
  const { seconds, besideSeconds, perSecond } = spans;
  const { say, members } = options;
  const drill = await openDrill(options);
  const { sql, processes } = drill;
  say(`${perSecond} sales/s`);
  const { load, startedMs } = await startWarmLoad(processes.apiUrl, members, "restart", spans);
  const beforeEndsMs = performance.now();
  const downs: Down[] = [];
  for (const shutdown of ["immediate", "fast"] as const) {
    say(`Postgres is stopped (${shutdown}) for ${seconds} s`);
    downs.push(await bringDown(drill, shutdown, seconds));
    await awaitAccepted(load.sent, downs.at(-1)?.backMs ?? 0);
    await delay(besideSeconds * 1_000);
  }
  const sent = await load.stop();
  const stoppedMs = performance.now();
  const settledMs = (await awaitDrained(sql)) - stoppedMs;
  const keys = accepted(sent).map(({ key }) => key);
  return {
    downs: downs.map((down) => describeDown(down, sent)),
    before: summarise(sent, startedMs, beforeEndsMs),
    ...{ sent: sent.length, accepted: keys.length, settledMs },
    ...countRefused(sent),
    ...(await checkEnd(drill, keys)),
  };
}

interface Down {
  readonly shutdown: Shutdown;
  readonly awayMs: number;
  /** When it accepted connections again. */
  readonly backMs: number;
}

async function bringDown({ postgres }: Drill, shutdown: Shutdown, seconds: number): Promise<Down> {
  const awayMs = performance.now();
  await postgres.end(shutdowns[shutdown]);
  await delay(seconds * 1_000);
  await postgres.start();
  return { shutdown, awayMs, backMs: performance.now() };
}

const acceptedWaitMsMax = 60_000;

async function awaitAccepted(sent: readonly Sent[], sinceMs: number): Promise<void> {
  const isThere = () => sent.some(({ status, answeredMs }) => status === 201 && answeredMs >= sinceMs);
  if (await poll(isThere, Boolean, acceptedWaitMsMax)) return;
  throw new Error("no sale was accepted for a minute after Postgres was back");
}

/** The sales that were due while it was away, and from Postgres accepting connections to the first 201. */
function describeDown({ shutdown, awayMs, backMs }: Down, sent: readonly Sent[]) {
  const answers = accepted(sent).map(({ answeredMs }) => answeredMs);
  const firstAcceptedMs = Math.min(...answers.filter((answeredMs) => answeredMs >= backMs)) - backMs;
  return { shutdown, during: summarise(sent, awayMs, backMs), firstAcceptedMs };
}

/** Other answers than 201, 503 and a broken connection. */
function countRefused(sent: readonly Sent[]) {
  const refused = sent.filter(({ status }) => status === 503);
  return {
    refused: refused.length,
    refusedWithoutRetryAfter: refused.filter(({ hasRetryAfter }) => !hasRetryAfter).length,
    otherAnswers: sent.filter(({ status }) => ![0, 201, 503].includes(status)).length,
  };
}

type RestartFigures = Awaited<ReturnType<typeof runRestart>>;

const acceptedAgainSecondsMax = 5;

export function reportRestart({ downs, ...figures }: RestartFigures): DrillReport {
  return {
    rows: [
      spanRow("With Postgres", figures.before),
      ...downs.map(({ shutdown, during }) => spanRow(`Without it, stop ${shutdown}`, during)),
      ...downs.map(
        ({ shutdown, firstAcceptedMs }): Row => [
          `Postgres back to the first 201, ${shutdown}`,
          formatMs(firstAcceptedMs),
        ],
      ),
      ["Last answer to nothing pending", formatMs(figures.settledMs)],
      ...memoryRows(figures.memory),
    ],
    bars: [
      ...downs.map(({ shutdown, firstAcceptedMs }) =>
        atMost(`first 201 after Postgres is back, ${shutdown}`, acceptedAgainSecondsMax, "s", firstAcceptedMs / 1_000),
      ),
      atLeast("refusals with 503", 1, "", figures.refused),
      exactly("refusals without Retry-After", 0, figures.refusedWithoutRetryAfter),
      exactly("other answers", 0, figures.otherAnswers),
      ...saleBars(figures),
    ],
  };
}
