import { atLeast, booksHold } from "@rewards/lab/report/bars";
import { cpuColumns } from "../measure/processes.ts";
import { quantilesOf, spreadOf } from "../measure/statistics.ts";
import { defineRun } from "../run/define.ts";
import { quantileFigures, tableOf } from "../run/figures.ts";
import { buyers, positive, whole } from "../run/options.ts";
import { createReward } from "../run/records.ts";
import { measureSales, salesOf, warmUpOption } from "../run/sales.ts";
import type { Bench, Session } from "../run/session.ts";
import { type MeasureTurn, measureTurns, timesOf, turnNote, turnSteps, turnTables } from "../run/turns.ts";
import {
  type AudienceFigures,
  openEveryMs,
  scrapeEveryMs,
  type Watched,
  watchers,
  withAudience,
} from "./console.audience.ts";
import { openPage, pagePathsOf, startConsole } from "./console.pages.ts";

const without = "Without";
const watchedName = "Watched";
/** The least throughput with an open console and scrapes, relative to that without. */
const salesTimesMin = 0.95;

export const consoleOpen = defineRun({
  name: "console",
  summary: "what open pages of the console and scrapes of the metrics take from sales at full load",
  title: "Sales while operators watch",
  options: {
    rounds: whole("rounds over both", 10, 1),
    seconds: positive("seconds of each run", 8, 3),
    warmUp: warmUpOption,
    ...buyers(),
  },
  steps: ({ rounds }) => turnSteps(2, rounds),
  async measure(bench, given) {
    const spec = salesOf(given);
    const specs = { [without]: spec, [watchedName]: { ...spec, env: { METRICS_PORT: "0" } } };
    const seen: AudienceFigures[] = [];
    let watched: Watched | undefined;
    const measureTurn: MeasureTurn = async ({ name, session, spec: sales }, prefix) => {
      const sell = () => measureSales(session, sales, prefix);
      if (name !== watchedName) return sell();
      watched ??= await openConsole(bench, session);
      const { result, figures } = await withAudience(watched, sell);
      seen.push(figures);
      return result;
    };
    return { runs: await measureTurns(bench, specs, given.rounds, measureTurn), seen };
  },
  tables({ runs, seen }, given) {
    const pages = seen.flatMap(({ pageMs }) => pageMs);
    // The console's own CPU, which is not in the sum of a sale.
    const corePercent = spreadOf(seen.map(({ consoleShare }) => 100 * consoleShare)).median;
    const audience = {
      "% of a core": corePercent,
      Pages: pages.length,
      ...quantileFigures("Page", quantilesOf(pages)),
    };
    return [
      ...turnTables(
        "CPU in µs a sale, latency in ms",
        runs,
        ["Sales/s", ...cpuColumns, "POST p99", "Lag p99"],
        [
          turnNote(given),
          `Watched: ${watchers} overviews that are followed, a page opened every ${openEveryMs / 1_000} s, API, worker and console scraped every ${scrapeEveryMs / 1_000} s.`,
        ],
      ),
      tableOf(
        "What the audience got, at full load (ms)",
        ["", "% of a core", "Pages", "Page p50", "Page max"],
        [["Console", audience]],
      ),
    ];
  },
  bars({ runs }) {
    const { median } = spreadOf(timesOf(runs, watchedName, without, "Sales/s"));
    return [atLeast("sales a second while watched, against those without", salesTimesMin, "times", median), booksHold];
  },
});

/** Starts the console, and opens each page once: the first call is no measure. */
async function openConsole(bench: Bench, session: Session): Promise<Watched> {
  await createReward(session, "MUG");
  const paths = await pagePathsOf(session);
  const served = await startConsole(bench, session);
  for (const path of Object.values(paths)) await openPage(served, path);
  const metricsUrls = [...session.subject.metricsUrls, served.metricsUrl ?? ""].filter(Boolean);
  return { console: served, paths, metricsUrls };
}
