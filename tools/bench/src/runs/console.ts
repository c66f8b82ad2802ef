import { setTimeout as delay } from "node:timers/promises";
import { cpuSecondsOf } from "@rewards/lab/cpu";
import { atLeast, booksHold } from "@rewards/lab/report/report";
import { cpuColumns, quantileFigures, quantilesOf, spreadOf, tableOf } from "../measure/figures.ts";
import { defineRun, roundOptions } from "../run/command.ts";
import { measureSales } from "../run/sales.ts";
import type { Bench, Session } from "../run/session.ts";
import { measureTurns, medianTimesOf, turnNote, turnTables } from "../run/turns.ts";
import { pagePathsOf, startConsole, timeGet } from "./console.pages.ts";

const [without, watched] = ["Without", "Watched"];
/** The least throughput with an open console and scrapes, relative to that without. */
const salesTimesMin = 0.95;
/** Overviews that are open all the time. */
const watchers = 10;
const openEverySeconds = 1;
/** All processes, the console's too. */
const scrapeEverySeconds = 5;

export const consoleOpen = defineRun({
  name: "console",
  summary: "what open pages of the console and scrapes of the metrics take from sales at full load",
  options: roundOptions(10, 8),
  async measure(bench: Bench, given) {
    const specs = { [without]: given, [watched]: { ...given, env: { METRICS_PORT: "0" } } };
    /** Of each turn: CPU of the console as a share of a core, and milliseconds of its pages. */
    const seen: { consoleShare: number; pageMs: readonly number[] }[] = [];
    let opened: Opened | undefined;
    const runs = await measureTurns(bench, specs, given.rounds, async ({ name, session, spec }, prefix) => {
      const sell = () => measureSales(session, spec, prefix);
      if (name !== watched) return sell();
      opened ??= await openConsole(bench, session);
      const { result, ...audience } = await withAudience(opened, sell);
      seen.push(audience);
      return result;
    });
    return { runs, seen };
  },
  tables({ runs, seen }, given) {
    const pages = seen.flatMap(({ pageMs }) => pageMs);
    // The console's own CPU, which is not in the sum of a sale.
    const corePercent = spreadOf(seen.map(({ consoleShare }) => 100 * consoleShare)).median;
    const got = { "% of a core": corePercent, Pages: pages.length, ...quantileFigures("Page", quantilesOf(pages)) };
    const columns = ["Sales/s", ...cpuColumns, "POST p99", "Lag p99"];
    const watching = `Watched: ${watchers} overviews that are followed, a page opened every ${openEverySeconds} s, API, worker and console scraped every ${scrapeEverySeconds} s.`;
    const gotColumns = ["", "% of a core", "Pages", "Page p50", "Page max"];
    return [
      ...turnTables("CPU in µs a sale, latency in ms", runs, columns, [turnNote(given), watching]),
      tableOf("What the audience got, at full load (ms)", gotColumns, [["Console", got]]),
    ];
  },
  bars({ runs }) {
    const times = medianTimesOf(runs, watched, without, "Sales/s");
    return [atLeast("sales a second while watched, against those without", salesTimesMin, "times", times), booksHold];
  },
});

type Opened = Awaited<ReturnType<typeof openConsole>>;

/** Starts the console, and opens each page once: the first call is no measure. */
async function openConsole(bench: Bench, session: Session) {
  const paths = Object.values(await pagePathsOf(session));
  const served = await startConsole(bench, session);
  const pageUrls = paths.map((path) => served.url + path);
  for (const url of pageUrls) await timeGet(url);
  return { served, pageUrls, metricsUrls: [...session.subject.metricsUrls, served.metricsUrl ?? ""].filter(Boolean) };
}

/**
 * Follows overview pages, opens one page after the other, and scrapes, all while the work runs.
 * @throws if a page, a stream or a scrape is refused: then the turn says nothing.
 */
async function withAudience<T>({ served, pageUrls, metricsUrls }: Opened, work: () => Promise<T>) {
  const leave = new AbortController();
  const { signal } = leave;
  let opened = 0;
  const open = () => timeGet(pageUrls[opened++ % pageUrls.length] as string);
  const opening = every(openEverySeconds, open, signal);
  const scraping = every(scrapeEverySeconds, () => Promise.all(metricsUrls.map(timeGet)), signal);
  const streams = Array.from({ length: watchers }, () => follow(`${served.url}/live`, signal));
  const all = Promise.all([...streams, opening, scraping]);
  // Its failure is thrown below, after the work.
  all.catch(() => undefined);
  const [startedMs, before] = [performance.now(), cpuSecondsOf(served.pid())];
  const result = await work().finally(() => leave.abort());
  const seconds = (performance.now() - startedMs) / 1_000;
  const consoleShare = (cpuSecondsOf(served.pid()) - before) / seconds;
  await all;
  return { result, consoleShare, pageMs: await opening };
}

/** Reads an overview page's events, as its script does, until it leaves. */
async function follow(url: string, signal: AbortSignal): Promise<void> {
  try {
    const answer = await fetch(url, { signal });
    if (answer.status !== 200 || !answer.body) throw new Error(`a stream was answered with ${answer.status}`);
    const reader = answer.body.getReader();
    while (!(await reader.read()).done);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** Repeats a step until it leaves, at once and then at this rate, one at a time. @returns what each gave */
async function every<T>(seconds: number, step: () => Promise<T>, signal: AbortSignal): Promise<T[]> {
  const given: T[] = [];
  while (!signal.aborted) {
    const dueMs = performance.now() + seconds * 1_000;
    given.push(await step());
    await delay(Math.max(0, dueMs - performance.now()), undefined, { signal }).catch(() => undefined);
  }
  return given;
}
