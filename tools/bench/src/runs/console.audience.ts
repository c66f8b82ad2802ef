import { createClosers } from "@rewards/lab/closers";
import { cpuSecondsOf } from "@rewards/lab/cpu";
import type { LabProcess } from "@rewards/lab/process";
import { openPage, type PagePaths } from "./console.pages.ts";

export interface AudienceSpec {
  readonly watchers: number;
  readonly openEveryMs: number;
  readonly scrapeEveryMs: number;
}

/** What the audience got in one turn. */
export interface AudienceFigures {
  /** Seconds of CPU of the console. */
  readonly consoleSeconds: number;
  /** Of the turn. */
  readonly seconds: number;
  readonly events: number;
  readonly pageMs: readonly number[];
  readonly scrapeMs: readonly number[];
}

export interface Watched {
  readonly console: LabProcess;
  readonly paths: PagePaths;
  /** Of all processes, the console's too. */
  readonly metricsUrls: readonly string[];
}

/**
 * Follows overview pages, opens one page after the other, and scrapes, all while the work runs.
 * @throws if a page, a stream or a scrape is refused: then the turn says nothing.
 */
export async function withAudience<T>(
  watched: Watched,
  { watchers, openEveryMs, scrapeEveryMs }: AudienceSpec,
  work: () => Promise<T>,
): Promise<{ result: T; figures: AudienceFigures }> {
  const { console: served, paths, metricsUrls } = watched;
  const closers = createClosers();
  try {
    const streams = await Promise.all(Array.from({ length: watchers }, () => follow(served)));
    for (const { stop } of streams) closers.add(stop);
    const allPaths = Object.values(paths);
    let opened = 0;
    const pages = every(openEveryMs, () => openPage(served, allPaths[opened++ % allPaths.length] as string));
    const scrapes = every(scrapeEveryMs, () => scrapeAll(metricsUrls));
    for (const { stop } of [pages, scrapes]) closers.add(async () => void (await stop()));
    const [startedMs, before] = [performance.now(), cpuSecondsOf(served.pid())];
    const result = await work();
    const consoleSeconds = cpuSecondsOf(served.pid()) - before;
    const seconds = (performance.now() - startedMs) / 1_000;
    const figures = { consoleSeconds, seconds, pageMs: await pages.stop(), scrapeMs: await scrapes.stop() };
    await closers.close();
    return { result, figures: { ...figures, events: streams.reduce((sum, stream) => sum + stream.events(), 0) } };
  } catch (error) {
    // Report the first failure, not those of closing.
    await closers.close().catch(() => undefined);
    throw error;
  }
}

/** Reads the events of an overview page, as its script does. */
async function follow({ url }: LabProcess) {
  const leave = new AbortController();
  const answer = await fetch(`${url}/live`, { signal: leave.signal });
  if (answer.status !== 200 || !answer.body) throw new Error(`a stream was answered with ${answer.status}`);
  let events = 0;
  const reading = (async () => {
    for await (const piece of answer.body as unknown as AsyncIterable<Uint8Array>)
      if (Buffer.from(piece).includes("event: ")) events += 1;
  })().catch((error: unknown) => {
    if (!leave.signal.aborted) throw error;
  });
  return {
    events: () => events,
    async stop() {
      leave.abort();
      await reading;
    },
  };
}

/** @returns milliseconds until the last of them has answered. */
async function scrapeAll(urls: readonly string[]): Promise<number> {
  const startedMs = performance.now();
  await Promise.all(
    urls.map(async (url) => {
      const answer = await fetch(url);
      await answer.text();
      if (answer.status !== 200) throw new Error(`${url} was answered with ${answer.status}`);
    }),
  );
  return performance.now() - startedMs;
}

/** Repeats a step, at once and then at this rate, one at a time. */
function every(everyMs: number, step: () => Promise<number>) {
  const took: number[] = [];
  let isStopped = false;
  let wake = () => {};
  const running = (async () => {
    while (!isStopped) {
      const dueMs = performance.now() + everyMs;
      took.push(await step());
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.max(0, dueMs - performance.now()));
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
        if (isStopped) wake();
      });
    }
  })();
  // Its failure is thrown by `stop`.
  running.catch(() => undefined);
  return {
    /** Resolves with the milliseconds of each step, once the last one has ended. */
    async stop(): Promise<readonly number[]> {
      isStopped = true;
      wake();
      await running;
      return took;
    },
  };
}
