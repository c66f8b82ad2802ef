import type { LabProcess } from "@rewards/lab/process";
import { atLeast, booksHold } from "@rewards/lab/report/bars";
import type { Table } from "@rewards/lab/report/report";
import { quantilesOf, spreadOf } from "../measure/statistics.ts";
import { createReward } from "../run/calls.ts";
import { tableOf } from "../run/columns.ts";
import { defineRun } from "../run/define.ts";
import { buyers, type OptionValues, positive, whole } from "../run/options.ts";
import { column, cpuColumns, measureSales, salesOf, warmUpOption } from "../run/sales.ts";
import type { Bench, Session } from "../run/session.ts";
import { type MeasureTurn, measureTurns, timesOf, turnSteps, turnTables } from "../run/turns.ts";
import { type AudienceFigures, type Watched, withAudience } from "./console.audience.ts";
import { openPage, pagePathsOf, startConsole } from "./console.pages.ts";

const without = "Without";
const watchedName = "Watched";
/** The least throughput with an open console and scrapes, relative to that without. */
const salesTimesMin = 0.95;

const options = {
  rounds: whole("rounds over both", 10, 1),
  seconds: positive("seconds of each run", 8, 3),
  warmUp: warmUpOption,
  watchers: whole("overview pages that are open", 10, 10, 20),
  openEvery: positive("seconds from one opened page to the next", 1),
  scrapeEvery: positive("seconds from one scrape of all processes to the next", 5, 1),
  ...buyers(),
};

export const consoleOpen = defineRun({
  name: "console",
  summary: "what open pages of the console and scrapes of the metrics take from sales at full load",
  title: "Sales while operators watch",
  options,
  steps: ({ rounds }) => turnSteps(2, rounds),
  async measure(bench, given, progress) {
    const spec = salesOf(given);
    const specs = { [without]: spec, [watchedName]: { ...spec, env: { METRICS_PORT: "0" } } };
    const { measure, seen, stop } = watchedTurns(bench, given);
    const runs = await measureTurns(bench, specs, given.rounds, progress, measure).finally(stop);
    return { runs, seen };
  },
  tables: ({ runs, seen }, { rounds, seconds, watchers, openEvery, scrapeEvery }) => [
    ...turnTables(
      "CPU in µs a sale, latency in ms",
      runs,
      [column.sales, ...cpuColumns, column.cpu, column.postP99, column.lagP99],
      [
        `Closed loop, in turns of services that both run, medians and ranges of ${rounds} rounds of ${seconds} s.`,
        `Watched: ${watchers} overviews that are followed, a page opened every ${openEvery} s, API, worker and console scraped every ${scrapeEvery} s.`,
      ],
    ),
    audienceTable(seen, watchers),
  ],
  bars({ runs }) {
    const { median } = spreadOf(timesOf(runs, watchedName, without, column.sales[1]));
    return [atLeast("sales a second while watched, against those without", salesTimesMin, "times", median), booksHold];
  },
});

/** Starts the console before the first turn that is watched, and opens each page once: the first call is no measure. */
function watchedTurns(bench: Bench, { watchers, openEvery, scrapeEvery }: OptionValues<typeof options>) {
  const spec = { watchers, openEveryMs: openEvery * 1_000, scrapeEveryMs: scrapeEvery * 1_000 };
  const seen: AudienceFigures[] = [];
  let started: LabProcess | undefined;
  let watched: Watched | undefined;
  const open = async (session: Session): Promise<Watched> => {
    await createReward(session, "MUG", "unlimited");
    const paths = await pagePathsOf(session);
    started = await startConsole(bench, session);
    for (const path of Object.values(paths)) await openPage(started, path);
    const metricsUrls = [...session.subject.metricsUrls, started.metricsUrl ?? ""].filter(Boolean);
    return { console: started, paths, metricsUrls };
  };
  const measure: MeasureTurn = async (turn, prefix) => {
    const sell = () => measureSales(turn.session, turn.spec, prefix);
    if (turn.name !== watchedName) return sell();
    watched ??= await open(turn.session);
    const { result, figures } = await withAudience(watched, spec, sell);
    seen.push(figures);
    return result;
  };
  return { measure, seen, stop: async () => void (await started?.stop()) };
}

function audienceTable(seen: readonly AudienceFigures[], watchers: number): Table {
  const pages = seen.flatMap(({ pageMs }) => pageMs);
  const scrapes = seen.flatMap(({ scrapeMs }) => scrapeMs);
  const audience = {
    // Its own CPU, which is not in the sum of a sale.
    corePercent: spreadOf(seen.map(({ consoleSeconds, seconds }) => (100 * consoleSeconds) / seconds)).median,
    ...{ opened: pages.length, pageMs: quantilesOf(pages) },
    ...{ scraped: scrapes.length, scrapeMs: quantilesOf(scrapes) },
    eventsEach: seen.reduce((sum, one) => sum + one.events, 0) / watchers,
  };
  return tableOf(
    "What the audience got, at full load",
    [audience],
    [
      ["Console, % of a core", ({ corePercent }) => corePercent],
      ["Pages", ({ opened }) => opened],
      ["p50 ms", ({ pageMs }) => pageMs.p50],
      ["max ms", ({ pageMs }) => pageMs.max],
      ["Scrapes", ({ scraped }) => scraped],
      ["p50 ms", ({ scrapeMs }) => scrapeMs.p50],
      ["max ms", ({ scrapeMs }) => scrapeMs.max],
      ["Events a page", ({ eventsEach }) => eventsEach],
    ],
  );
}
