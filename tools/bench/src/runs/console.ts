import { count, positiveNumber, wholeNumber } from "@rewards/lab/options";
import type { LabProcess } from "@rewards/lab/process";
import { atLeast, booksHold } from "@rewards/lab/report/bars";
import { formatFigure, formatRange } from "@rewards/lab/report/number";
import type { Table } from "@rewards/lab/report/report";
import { parts } from "../measure/processes.ts";
import { quantilesOf, spreadOf } from "../measure/statistics.ts";
import type { BenchCommand } from "./command.ts";
import { type AudienceFigures, type Watched, withAudience } from "./console.audience.ts";
import { openPage, pagePathsOf, startConsole } from "./console.pages.ts";
import { partLabels } from "./figures.ts";
import { type Bench, measureSales, type RunFigures, type RunSpec, warmUpSecondsDefault } from "./measure.ts";
import { type Column, type MeasureTurn, measureTurns, type Opened, type RunsByName, timesOf } from "./rounds.ts";
import { createReward } from "./session.calls.ts";

interface ConsoleOptions {
  readonly rounds: number;
  readonly seconds: number;
  readonly warmUp: number;
  readonly watchers: number;
  readonly openEvery: number;
  readonly scrapeEvery: number;
  readonly connections: number;
  readonly members: number;
}

const without = "Without";
const watchedName = "Watched";

/** The least throughput with an open console and scrapes, relative to that without. */
const salesTimesMin = 0.95;

export const consoleOpen: BenchCommand<ConsoleOptions> = {
  name: "console",
  summary: "what open pages of the console and scrapes of the metrics take from sales at full load",
  options: (command) =>
    command
      .option("--rounds <n>", "rounds over both", count, 10)
      .option("--seconds <n>", "seconds of each run", positiveNumber, 8)
      .option("--warm-up <n>", "seconds of load before the first round", positiveNumber, warmUpSecondsDefault)
      .option("--watchers <n>", "overview pages that are open", wholeNumber(1, 20), 10)
      .option("--open-every <s>", "seconds from one opened page to the next", positiveNumber, 1)
      .option("--scrape-every <s>", "seconds from one scrape of all processes to the next", positiveNumber, 5)
      .option("--connections <n>", "HTTP connections", count, 256)
      .option("--members <n>", "members who buy", count, 10_000),
  async run(bench, options, progress) {
    progress.begin(2 * (options.rounds + 1));
    const consoles: LabProcess[] = [];
    const seen: AudienceFigures[] = [];
    const measure = watchedTurn(bench, options, consoles, seen);
    const runs = await measureTurns(bench, specsOf(options), options.rounds, progress, measure).finally(() =>
      Promise.all(consoles.map((one) => one.stop())),
    );
    const times = timesOf(runs, watchedName, without, (run) => run.salesPerSecond);
    const { median } = spreadOf(times);
    return {
      name: "console",
      title: "Sales while operators watch",
      tables: [figureTable(runs, options), audienceTable(seen, options)],
      bars: [atLeast("sales a second while watched, against those without", salesTimesMin, "times", median), booksHold],
      data: { options, runs, times, seen },
    };
  },
};

function specsOf({ seconds, warmUp, connections, members }: ConsoleOptions): Record<string, RunSpec> {
  const pace = { kind: "closed", seconds } as const;
  const spec = { subject: "product", workload: "uniform", pace, warmUpSeconds: warmUp, connections, members } as const;
  return { [without]: spec, [watchedName]: { ...spec, env: { METRICS_PORT: "0" } } };
}

/** Starts the console before the first turn that is watched, and opens each page once: the first call is no measure. */
function watchedTurn(
  bench: Bench,
  { watchers, openEvery, scrapeEvery }: ConsoleOptions,
  consoles: LabProcess[],
  seen: AudienceFigures[],
): MeasureTurn {
  const spec = { watchers, openEveryMs: openEvery * 1_000, scrapeEveryMs: scrapeEvery * 1_000 };
  let watched: Watched | undefined;
  const open = async ({ session }: Opened): Promise<Watched> => {
    await createReward(session, "MUG", "unlimited");
    const paths = await pagePathsOf(session);
    const started = await startConsole(bench, session);
    consoles.push(started);
    for (const path of Object.values(paths)) await openPage(started, path);
    return {
      console: started,
      paths,
      metricsUrls: [...session.subject.metricsUrls, ...(started.metricsUrl ? [started.metricsUrl] : [])],
    };
  };
  return async (turn, prefix) => {
    const sell = () => measureSales(turn.session, turn.spec, prefix);
    if (turn.name !== watchedName) return sell();
    watched ??= await open(turn);
    const { result, figures } = await withAudience(watched, spec, sell);
    seen.push(figures);
    return result;
  };
}

const columns: readonly Column[] = [
  ["Sales/s", (run) => run.salesPerSecond],
  ...parts.map((part): Column => [partLabels[part], (run) => run.cpu[part]]),
  ["Sum", (run) => run.cpu.total],
  ["POST p99", (run) => run.postMs.p99],
  ["Lag p99", (run) => run.lagMs.p99],
];

function figureTable(runs: RunsByName, { rounds, seconds, watchers, openEvery, scrapeEvery }: ConsoleOptions): Table {
  const rowsOf = (name: string, spreads: readonly ReturnType<typeof spreadOf>[], show = formatFigure) => [
    [name, ...spreads.map(({ median }) => show(median))],
    ["", ...spreads.map(({ min, max }) => formatRange(min, max))],
  ];
  const figures = (own: readonly RunFigures[]) => columns.map(([, read]) => spreadOf(own.map(read)));
  const times = columns.map(([, read]) => spreadOf(timesOf(runs, watchedName, without, read)));
  return {
    title: "CPU in µs a sale, latency in ms",
    columns: ["", ...columns.map(([title]) => title)],
    rows: [
      ...Object.entries(runs).flatMap(([name, own]) => rowsOf(name, figures(own))),
      ...rowsOf("Times", times, (value) => value.toFixed(3)),
    ],
    notes: [
      `Closed loop, in turns of services that both run, medians and ranges of ${rounds} rounds of ${seconds} s; times: of pairs of the same round.`,
      `Watched: ${watchers} overviews that are followed, a page opened every ${openEvery} s, API, worker and console scraped every ${scrapeEvery} s.`,
    ],
  };
}

/** The console's own CPU is not in the sum of a sale. */
function audienceTable(seen: readonly AudienceFigures[], { watchers }: ConsoleOptions): Table {
  const pages = seen.flatMap(({ pageMs }) => pageMs);
  const scrapes = seen.flatMap(({ scrapeMs }) => scrapeMs);
  const share = spreadOf(seen.map(({ consoleSeconds, seconds }) => (100 * consoleSeconds) / seconds));
  const [page, scrape] = [quantilesOf(pages), quantilesOf(scrapes)];
  const events = seen.reduce((sum, one) => sum + one.events, 0);
  return {
    title: "What the audience got, at full load",
    columns: ["Console, % of a core", "Pages", "p50 ms", "max ms", "Scrapes", "p50 ms", "max ms", "Events a page"],
    rows: [
      [
        formatFigure(share.median),
        String(pages.length),
        formatFigure(page.p50),
        formatFigure(page.max),
        String(scrapes.length),
        formatFigure(scrape.p50),
        formatFigure(scrape.max),
        formatFigure(events / watchers),
      ],
    ],
  };
}
