import { setTimeout as delay } from "node:timers/promises";
import { cpuSecondsOf } from "@rewards/lab/cpu";
import type { LabProcess } from "@rewards/lab/process";
import { openPage, type PagePaths, timeGet } from "./console.pages.ts";

/** Overviews that are open all the time. */
export const watchers = 10;
export const openEveryMs = 1_000;
export const scrapeEveryMs = 5_000;

/** What the audience got in one turn. */
export interface AudienceFigures {
  /** CPU of the console, as a share of the turn. */
  readonly consoleShare: number;
  readonly pageMs: readonly number[];
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
  work: () => Promise<T>,
): Promise<{ result: T; figures: AudienceFigures }> {
  const leave = new AbortController();
  const { signal } = leave;
  const allPaths = Object.values(paths);
  let opened = 0;
  const open = () => openPage(served, allPaths[opened++ % allPaths.length] as string);
  const scrape = () => Promise.all(metricsUrls.map(timeGet));
  const streams = Array.from({ length: watchers }, () => follow(served, signal));
  const opening = every(openEveryMs, open, signal);
  // Its failure is thrown below, after the work.
  const all = Promise.all([...streams, opening, every(scrapeEveryMs, scrape, signal)]);
  all.catch(() => undefined);
  const [startedMs, before] = [performance.now(), cpuSecondsOf(served.pid())];
  const result = await work().finally(() => leave.abort());
  const seconds = (performance.now() - startedMs) / 1_000;
  const consoleShare = (cpuSecondsOf(served.pid()) - before) / seconds;
  await all;
  return { result, figures: { consoleShare, pageMs: await opening } };
}

/** Reads an overview page's events, as its script does, until it leaves. */
async function follow({ url }: LabProcess, signal: AbortSignal): Promise<void> {
  try {
    const answer = await fetch(`${url}/live`, { signal });
    if (answer.status !== 200 || !answer.body) throw new Error(`a stream was answered with ${answer.status}`);
    const reader = answer.body.getReader();
    while (!(await reader.read()).done);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** Repeats a step until it leaves, at once and then at this rate, one at a time. @returns what each gave */
async function every<T>(everyMs: number, step: () => Promise<T>, signal: AbortSignal): Promise<T[]> {
  const given: T[] = [];
  while (!signal.aborted) {
    const dueMs = performance.now() + everyMs;
    given.push(await step());
    await delay(Math.max(0, dueMs - performance.now()), undefined, { signal }).catch(() => undefined);
  }
  return given;
}
