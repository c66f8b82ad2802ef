import { setTimeout as delay } from "node:timers/promises";
import { cpuSecondsOf } from "@rewards/lab/cpu";
import type { LabProcess } from "@rewards/lab/process";
import { openPage, type PagePaths } from "./console.pages.ts";

interface AudienceSpec {
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
  { console: served, paths, metricsUrls }: Watched,
  { watchers, openEveryMs, scrapeEveryMs }: AudienceSpec,
  work: () => Promise<T>,
): Promise<{ result: T; figures: AudienceFigures }> {
  const leave = new AbortController();
  const { signal } = leave;
  const allPaths = Object.values(paths);
  let opened = 0;
  const open = () => openPage(served, allPaths[opened++ % allPaths.length] as string);
  const streams = Promise.all(Array.from({ length: watchers }, () => follow(served, signal)));
  const audience = [every(openEveryMs, open, signal), every(scrapeEveryMs, () => scrapeAll(metricsUrls), signal)];
  // Its failure is thrown below, after the work.
  const all = Promise.all([streams, ...audience]);
  all.catch(() => undefined);
  const [startedMs, before] = [performance.now(), cpuSecondsOf(served.pid())];
  const result = await work().finally(() => leave.abort());
  const consoleSeconds = cpuSecondsOf(served.pid()) - before;
  const seconds = (performance.now() - startedMs) / 1_000;
  const [events, pageMs = [], scrapeMs = []] = await all;
  const total = events.reduce((sum, one) => sum + one, 0);
  return { result, figures: { consoleSeconds, seconds, events: total, pageMs, scrapeMs } };
}

/** Reads an overview page's events, as its script does, until it leaves. @returns how many */
async function follow({ url }: LabProcess, signal: AbortSignal): Promise<number> {
  let events = 0;
  try {
    const answer = await fetch(`${url}/live`, { signal });
    if (answer.status !== 200 || !answer.body) throw new Error(`a stream was answered with ${answer.status}`);
    for await (const piece of answer.body as unknown as AsyncIterable<Uint8Array>)
      if (Buffer.from(piece).includes("event: ")) events += 1;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return events;
}

/** @returns milliseconds until the last of them has answered. */
async function scrapeAll(urls: readonly string[]): Promise<number> {
  const startedMs = performance.now();
  const scrape = async (url: string) => {
    const answer = await fetch(url);
    await answer.text();
    if (answer.status !== 200) throw new Error(`${url} was answered with ${answer.status}`);
  };
  await Promise.all(urls.map(scrape));
  return performance.now() - startedMs;
}

/** Repeats a step until it leaves, at once and then at this rate, one at a time. @returns the milliseconds of each */
async function every(everyMs: number, step: () => Promise<number>, signal: AbortSignal): Promise<number[]> {
  const took: number[] = [];
  while (!signal.aborted) {
    const dueMs = performance.now() + everyMs;
    took.push(await step());
    await delay(Math.max(0, dueMs - performance.now()), undefined, { signal }).catch(() => undefined);
  }
  return took;
}
