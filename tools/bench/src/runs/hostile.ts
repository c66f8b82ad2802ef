import { formatCount, formatFigure } from "@rewards/lab/report/number";
import type { Bar, Table } from "@rewards/lab/report/report";
import { type CallerName, callerClasses, callerNames } from "../hostile/callers.ts";
import { countAnswers, type LoadResult } from "../load/load.run.ts";
import { defineRun } from "../run/define.ts";
import { type Cells, quantileFigures, tableOf } from "../run/figures.ts";
import { some, whole } from "../run/options.ts";
import type { Bench } from "../run/session.ts";
import {
  alone,
  answerMsMax,
  type ClassFigures,
  type ClassRun,
  measureClass,
  salesPerSecond,
} from "./hostile.measure.ts";

const mix = "mix";
const mixShare = 0.25;
const addressesMax = 200;

export const hostile = defineRun({
  name: "hostile",
  summary: "latency of sales while hostile callers attack the service",
  failsByBars: true,
  options: {
    seconds: whole("seconds of sales with each class", 8, 3),
    only: some<CallerName | typeof mix>("classes to run", [...callerNames, mix]),
    addresses: whole("number of addresses of the callers; 0: the tills' address", 0, 0, addressesMax, 0),
  },
  async measure(bench: Bench, { only, addresses, seconds }) {
    const runs: ClassRun[] = [];
    const run = async (name: string, label: string, names: readonly CallerName[], share = 1) => {
      bench.say(`with ${label}`);
      runs.push({ name, label, ...(await measureClass(bench, { names, share, addresses, seconds })) });
    };
    await run(alone, "nobody", []);
    for (const name of only)
      if (name === mix) await run(mix, "all of them, a quarter each", callerNames, mixShare);
      else await run(name, callerClasses[name].label, [name]);
    return { runs };
  },
  tables: ({ runs }, { seconds }) => tablesOf(runs, seconds),
  bars: ({ runs }) => runs.map((run) => barOf(run, runs)),
});

/** Of an answer and, without hostile callers, of the lag. */
const saleMsMax = 100;
const timesAloneMax = 5;
const livezMsMax = 250;
const apiMbMax = 500;
/** A view's default time limit: the next reader waits at most for the views that already run. */
const nextPageMsMax = 10_000;

const saleColumns = [
  ...["", "Class", "Answered", "not 201", "POST p50", "POST p99", "POST max"],
  ...["Lag p50", "Lag p99", "/livez max", "API peak MB", "Next page"],
];

const tablesOf = (runs: readonly ClassRun[], seconds: number): Table[] => [
  tableOf(
    "Sales, /livez and the API by class of callers",
    saleColumns,
    runs.map(({ label, name, figures, lagMs }) => [
      label,
      { Class: name, ...(figures && saleCells(figures)), ...(lagMs && quantileFigures("Lag", lagMs)) },
    ]),
    [
      `${formatCount(salesPerSecond)} sales a second for ${seconds} s, answered within ${formatCount(answerMsMax)} ms or not. Times in ms from when a request was due. Every fourth sale and each /livez come over a new connection.`,
      "Lag: from the acceptance of a sale until it is posted.",
      "Next page: a short view, asked for when the hostile callers have just left.",
    ],
  ),
];

function saleCells({ sales, livez, apiPeakMb, nextPageMs }: ClassFigures): Cells {
  const total = countAnswers(sales);
  return {
    Answered: `${formatCount(total - sales.late)} of ${formatCount(total)}`,
    "not 201": notCreated(sales),
    ...(sales.accepted > 0 && quantileFigures("POST", sales.latencyMs)),
    "/livez max": livezMs(livez),
    "API peak MB": apiPeakMb,
    "Next page": nextPageMs,
  };
}

/** Answers of another status, and broken connections. */
const notCreated = ({ statuses }: LoadResult) => countAnswers({ statuses }) - (statuses[201] ?? 0);

/** A missing answer took at least as long as the probe waited for it. */
const livezMs = ({ latencyMs, late }: ClassFigures["livez"]) => Math.max(latencyMs.max, late > 0 ? answerMsMax : 0);

/** One bar per class, which holds if all of its figures do; it names those that do not. */
export function barOf(run: ClassRun, runs: readonly ClassRun[]): Bar {
  // Slow tills without hostile callers mean that the machine is too busy to measure on; they would excuse every class.
  const first = run.name === alone ? undefined : runs.find(({ name }) => name === alone);
  const saleMs = mostMs(first?.figures?.sales.latencyMs.p99);
  const lagMs = first?.lagMs ? timesAloneMax * first.lagMs.p99 : saleMsMax;
  const broken = [...(run.figures ? brokenIn(run.figures, saleMs) : []), ...(run.failure ? [run.failure] : [])];
  if (run.lagMs && run.lagMs.p99 > lagMs) broken.push(`lag ${formatFigure(run.lagMs.p99)} ms`);
  return {
    name: `with ${run.label}`,
    wanted: `201, p99 ≤ ${formatFigure(saleMs)} ms, lag ≤ ${formatFigure(lagMs)} ms, /livez ≤ ${livezMsMax} ms, < ${apiMbMax} MB`,
    measured: broken.length === 0 ? "so" : broken.join(", "),
    holds: broken.length === 0,
  };
}

/** @param aloneMs the p99 without hostile callers; 0 in that run itself. */
const mostMs = (aloneMs = 0) => Math.max(saleMsMax, timesAloneMax * aloneMs);

function brokenIn({ sales, livez, apiPeakMb, nextPageMs }: ClassFigures, saleMs: number): string[] {
  const hasLivez = livez.accepted === countAnswers(livez) && livezMs(livez) <= livezMsMax;
  const checks: readonly (readonly [holds: boolean, says: string])[] = [
    [sales.late === 0, `${formatCount(sales.late)} unanswered`],
    [notCreated(sales) === 0, `${formatCount(notCreated(sales))} not 201`],
    [sales.latencyMs.p99 <= saleMs, `p99 ${formatFigure(sales.latencyMs.p99)} ms`],
    [hasLivez, `/livez ${formatFigure(livezMs(livez))} ms`],
    [apiPeakMb < apiMbMax, `${formatFigure(apiPeakMb)} MB`],
    [nextPageMs <= nextPageMsMax, `next page ${formatFigure(nextPageMs)} ms`],
  ];
  return checks.flatMap(([holds, says]) => (holds ? [] : [says]));
}
