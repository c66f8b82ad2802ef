import { formatCount, formatFigure, noFigure } from "@rewards/lab/report/number";
import type { Bar, Table } from "@rewards/lab/report/report";
import { countAnswers, type LoadResult } from "../load/load.spec.ts";
import { type Column, tableOf } from "../run/columns.ts";
import { alone, answerMsMax, type ClassFigures, type ClassRun, salesPerSecond } from "./hostile.measure.ts";

const saleMsMax = 100;
const saleTimesAloneMax = 5;
const livezMsMax = 250;
const apiMbMax = 500;
/** A view's default time limit: the next reader waits at most for the views that already run. */
const nextPageMsMax = 10_000;

export const tablesOf = (runs: readonly ClassRun[], seconds: number): Table[] => [
  tableOf("Sales, /livez and the API by class of callers", runs, saleColumns, [
    `${formatCount(salesPerSecond)} sales a second for ${seconds} s, answered within ${formatCount(answerMsMax)} ms or not. Times in ms from when a request was due. Every fourth sale and each /livez come over a new connection.`,
    "Next page: a short view, asked for when the hostile callers have just left.",
  ]),
  tableOf(
    "What the hostile callers got",
    runs.filter((run) => run.figures && run.name !== alone),
    gotColumns,
    ["Whole answers that were read. Cut: connections that the service ended, or did not take."],
  ),
];

/** A column of a run that may have no figures. */
const of = (title: string, read: (figures: ClassFigures) => string | number): Column<ClassRun> => [
  title,
  ({ figures }) => (figures ? read(figures) : noFigure),
];
const saleMs = (title: string, quantile: "p50" | "p99" | "max") =>
  of(title, ({ sales }) => (sales.accepted > 0 ? sales.latencyMs[quantile] : noFigure));

const saleColumns: readonly Column<ClassRun>[] = [
  ["", ({ label }) => label],
  ["Class", ({ name }) => name],
  of("Answered", ({ sales }) => {
    const total = countAnswers(sales);
    return `${formatCount(total - sales.late)} of ${formatCount(total)}`;
  }),
  of("not 201", ({ sales }) => formatCount(notCreated(sales))),
  ...[saleMs("p50", "p50"), saleMs("p99", "p99"), saleMs("max", "max")],
  of("/livez max", ({ livez }) => livezMs(livez)),
  of("API peak MB", ({ apiPeakMb }) => apiPeakMb),
  of("Next page", ({ nextPageMs }) => nextPageMs),
];

const gotColumns: readonly Column<ClassRun>[] = [
  ["", ({ label }) => label],
  of("Connections", ({ got }) => formatCount(got.opened)),
  of("cut", ({ got }) => formatCount(got.cut)),
  of("Mean KiB", ({ got }) => {
    const answers = countAnswers(got);
    return answers > 0 ? got.bytes / answers / 1024 : noFigure;
  }),
  of("Answers", ({ got: { statuses } }) => {
    const listed = Object.entries(statuses).map(([status, times]) => `${formatCount(times)} × ${status}`);
    return listed.join(", ") || "none read";
  }),
];

/** Answers of another status, and broken connections. */
const notCreated = ({ statuses }: LoadResult) => countAnswers({ statuses }) - (statuses[201] ?? 0);

/** A missing answer took at least as long as the probe waited for it. */
const livezMs = ({ latencyMs, late }: ClassFigures["livez"]) => Math.max(latencyMs.max, late > 0 ? answerMsMax : 0);

/** One bar per class, which holds if all of its figures do; it names those that do not. */
export function barOf(run: ClassRun, runs: readonly ClassRun[]): Bar {
  // Slow tills without hostile callers mean that the machine is too busy to measure on; they would excuse every class.
  const saleMs = run.name === alone ? saleMsMax : saleMsMaxOf(runs);
  const wanted = `201, p99 ≤ ${formatFigure(saleMs)} ms, /livez ≤ ${livezMsMax} ms, < ${apiMbMax} MB`;
  const broken = [...(run.figures ? brokenIn(run.figures, saleMs) : []), ...(run.failure ? [run.failure] : [])];
  return {
    name: `with ${run.label}`,
    wanted,
    measured: broken.length === 0 ? "so" : broken.join(", "),
    holds: broken.length === 0,
  };
}

function saleMsMaxOf(runs: readonly ClassRun[]): number {
  const aloneMs = runs.find(({ name }) => name === alone)?.figures?.sales.latencyMs.p99 ?? 0;
  return Math.max(saleMsMax, saleTimesAloneMax * aloneMs);
}

function brokenIn({ sales, livez, apiPeakMb, nextPageMs }: ClassFigures, saleMs: number): string[] {
  const checks: readonly (readonly [holds: boolean, says: string])[] = [
    [sales.late === 0, `${formatCount(sales.late)} unanswered`],
    [notCreated(sales) === 0, `${formatCount(notCreated(sales))} not 201`],
    [sales.latencyMs.p99 <= saleMs, `p99 ${formatFigure(sales.latencyMs.p99)} ms`],
    [
      livez.accepted === countAnswers(livez) && livezMs(livez) <= livezMsMax,
      `/livez ${formatFigure(livezMs(livez))} ms`,
    ],
    [apiPeakMb < apiMbMax, `${formatFigure(apiPeakMb)} MB`],
    [nextPageMs <= nextPageMsMax, `next page ${formatFigure(nextPageMs)} ms`],
  ];
  return checks.flatMap(([holds, says]) => (holds ? [] : [says]));
}
