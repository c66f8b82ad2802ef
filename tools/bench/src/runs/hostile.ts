import { type Bar, formatCount, formatFigure } from "@rewards/lab/report/report";
import { type CallerName, callerClasses, callerNames } from "../hostile/callers.ts";
import { countAnswers, type LoadResult } from "../load/load.run.ts";
import { type Cells, type Quantiles, quantileFigures, tableOf } from "../measure/figures.ts";
import { defineRun, inTurn, some, whole } from "../run/command.ts";
import type { Bench } from "../run/session.ts";
import { alone, answerMsMax, type ClassFigures, type ClassRun, measureClass } from "./hostile.measure.ts";

const mix = "mix";
const mixShare = 0.25;
const addressesMax = 200;
const salesPerSecond = 40;

const planned = (name: string, label: string, names: readonly CallerName[], isBusy = false, share = 1) => {
  return { name, label, names, isBusy, share };
};

/** The tills alone, those of a busy day too if a class needs them, and then each class. */
function planOf(only: readonly (CallerName | typeof mix)[]) {
  const classes = only.map((name) => {
    if (name === mix) return planned(mix, "all of them, a quarter each", callerNames, false, mixShare);
    const { label, besideBusyTills } = callerClasses[name];
    return planned(name, label, [name], besideBusyTills);
  });
  const busy = classes.some(({ isBusy }) => isBusy) ? [planned(alone, "nobody, busy tills", [], true)] : [];
  return [planned(alone, "nobody", []), ...busy, ...classes];
}

export const hostile = defineRun({
  name: "hostile",
  summary: "latency of sales while hostile callers attack the service",
  failsByBars: true,
  options: {
    seconds: whole("seconds of sales with each class", 8, 3),
    only: some<CallerName | typeof mix>("classes to run", [...callerNames, mix]),
    busy: whole("sales a second of busy tills", 1_500, 300),
    addresses: whole("number of addresses of the callers; 0: the tills' address", 0, 0, addressesMax, 0),
  },
  measure: (bench: Bench, { only, busy, ...given }) =>
    inTurn(planOf(only), async (plan): Promise<ClassRun> => {
      bench.say(`with ${plan.label}`);
      const spec = { ...given, ...plan, salesPerSecond: plan.isBusy ? busy : salesPerSecond };
      return { ...spec, ...(await measureClass(bench, spec)) };
    }),
  tables: (runs, { seconds }) => [
    tableOf("Sales, /livez and the API by class of callers", saleColumns, runs.map(rowOf), [
      `Sales for ${seconds} s, answered within ${formatCount(answerMsMax)} ms or not. Times in ms from when a request was due. Every fourth sale and each /livez come over a new connection.`,
      "Lag: from the acceptance of a sale until it is posted.",
      "Next page: a short view, asked for when the hostile callers have just left.",
    ]),
  ],
  bars: (runs) => runs.map((run) => barOf(run, runs)),
});

/** Of an answer and, without hostile callers, of the lag. */
const saleMsMax = 100;
const timesAloneMax = 5;
/** Of busy tills: what their cashiers do not notice. */
const busyTimesAloneMax = 1.5;
const busyMsMore = 2;
const livezMsMax = 250;
const apiMbMax = 500;
/** A view's default time limit: the next reader waits at most for the views that already run. */
const nextPageMsMax = 10_000;

const saleColumns = [
  ...["", "Class", "Sales/s", "Answered", "not 201", "POST p50", "POST p99", "POST max"],
  ...["Lag p50", "Lag p99", "/livez max", "API peak MB", "Next page"],
];

const rowOf = ({ label, name, salesPerSecond: rate, figures, lagMs }: ClassRun) =>
  [
    label,
    { Class: name, "Sales/s": rate, ...(figures && saleCells(figures)), ...(lagMs && quantileFigures("Lag", lagMs)) },
  ] as const;

function saleCells({ sales, livez, apiPeakMb, nextPageMs }: ClassFigures): Cells {
  const total = countAnswers(sales);
  return {
    Answered: `${formatCount(total - sales.late)} of ${formatCount(total)}`,
    "not 201": notCreated(sales),
    ...(sales.accepted > 0 && quantileFigures("POST", sales.latencyMs)),
    ...{ "/livez max": livezMs(livez), "API peak MB": apiPeakMb, "Next page": nextPageMs },
  };
}

/** Answers of another status, and broken connections. */
const notCreated = ({ statuses }: LoadResult) => countAnswers({ statuses }) - (statuses[201] ?? 0);

/** A missing answer took at least as long as the probe waited for it. */
const livezMs = ({ latencyMs, late }: ClassFigures["livez"]) => Math.max(latencyMs.max, late > 0 ? answerMsMax : 0);

/** One bar per class, which holds if all of its figures do; it names those that do not. */
export function barOf(run: ClassRun, runs: readonly ClassRun[]): Bar {
  // Slow tills without hostile callers mean that the machine is too busy to measure on; they would excuse every class.
  const isFirst = (one: ClassRun) => one.name === alone && one.isBusy === run.isBusy;
  const first = run.name === alone ? undefined : runs.find(isFirst);
  const saleMs = mostMs(run.isBusy, first?.figures?.sales.latencyMs);
  const lagMs = first?.lagMs ? timesAloneMax * first.lagMs.p99 : saleMsMax;
  const broken = [...(run.figures ? brokenIn(run.figures, saleMs) : []), ...(run.failure ? [run.failure] : [])];
  if (run.lagMs && run.lagMs.p99 > lagMs) broken.push(`lag ${formatFigure(run.lagMs.p99)} ms`);
  return {
    name: `with ${run.label}`,
    wanted: `201, ${saleMs.p50 ? `p50 ≤ ${formatFigure(saleMs.p50)} ms, ` : ""}p99 ≤ ${formatFigure(saleMs.p99)} ms, lag ≤ ${formatFigure(lagMs)} ms, /livez ≤ ${livezMsMax} ms, < ${apiMbMax} MB`,
    measured: broken.length === 0 ? "so" : broken.join(", "),
    holds: broken.length === 0,
  };
}

/** @param aloneMs without hostile callers; undefined in that run itself. */
function mostMs(isBusy: boolean, aloneMs?: Quantiles): Pick<Quantiles, "p99"> & Partial<Quantiles> {
  if (!isBusy || !aloneMs) return { p99: Math.max(saleMsMax, timesAloneMax * (aloneMs?.p99 ?? 0)) };
  return { p50: aloneMs.p50 + busyMsMore, p99: busyTimesAloneMax * aloneMs.p99 };
}

function brokenIn({ sales, livez, apiPeakMb, nextPageMs }: ClassFigures, saleMs: ReturnType<typeof mostMs>): string[] {
  const { p50, p99 } = sales.latencyMs;
  const hasLivez = livez.accepted === countAnswers(livez) && livezMs(livez) <= livezMsMax;
  const checks: readonly (readonly [holds: boolean, says: string])[] = [
    [sales.late === 0, `${formatCount(sales.late)} unanswered`],
    [notCreated(sales) === 0, `${formatCount(notCreated(sales))} not 201`],
    [p50 <= (saleMs.p50 ?? p50), `p50 ${formatFigure(p50)} ms`],
    [p99 <= saleMs.p99, `p99 ${formatFigure(p99)} ms`],
    [hasLivez, `/livez ${formatFigure(livezMs(livez))} ms`],
    [apiPeakMb < apiMbMax, `${formatFigure(apiPeakMb)} MB`],
    [nextPageMs <= nextPageMsMax, `next page ${formatFigure(nextPageMs)} ms`],
  ];
  return checks.flatMap(([holds, says]) => (holds ? [] : [says]));
}
