import { formatCount, formatFigure, noFigure } from "@rewards/lab/report/number";
import type { Bar, Table } from "@rewards/lab/report/report";
import type { LoadResult } from "../load/load.types.ts";
import { countAnswers } from "./answers.ts";
import { bytesPerMib } from "./figures.ts";
import { alone, answerMsMax, type ClassFigures, type ClassRun, salesPerSecond } from "./hostile.measure.ts";

const saleMsMax = 100;
const saleTimesAloneMax = 5;
const livezMsMax = 250;
const apiMbMax = 500;
/** A view's default time limit: the next reader waits at most for the views that already run. */
const nextPageMsMax = 10_000;

export function tablesOf(runs: readonly ClassRun[], seconds: number): Table[] {
  return [salesTable(runs, seconds), callersTable(runs)];
}

function salesTable(runs: readonly ClassRun[], seconds: number): Table {
  return {
    title: "Sales, /livez and the API by class of callers",
    columns: ["", "Class", "Answered", "not 201", "p50", "p99", "max", "/livez max", "API peak MB", "Next page"],
    rows: runs.map((run) => [run.label, run.name, ...(run.figures ? salesCells(run.figures) : [noFigure])]),
    notes: [
      `${formatCount(salesPerSecond)} sales a second for ${seconds} s, answered within ${formatCount(answerMsMax)} ms or not. Times in ms from when a request was due. Every fourth sale and each /livez come over a new connection.`,
      "Next page: a short view, asked for when the hostile callers have just left.",
    ],
  };
}

function salesCells({ sales, livez, apiPeakMb, nextPageMs }: ClassFigures): string[] {
  const total = countAnswers(sales);
  const times = [sales.latencyMs.p50, sales.latencyMs.p99, sales.latencyMs.max];
  return [
    `${formatCount(total - sales.late)} of ${formatCount(total)}`,
    formatCount(notCreated(sales)),
    ...times.map((ms) => (sales.accepted > 0 ? formatFigure(ms) : noFigure)),
    ...[livezMs(livez), apiPeakMb, nextPageMs].map(formatFigure),
  ];
}

function callersTable(runs: readonly ClassRun[]): Table {
  return {
    title: "What the hostile callers got",
    columns: ["", "Connections", "cut", "Mean KiB", "Answers"],
    rows: runs.flatMap((run) => {
      if (!run.figures || run.name === alone) return [];
      const { statuses, bytes, opened, cut } = run.figures.got;
      const answers = countAnswers({ statuses });
      const listed = Object.entries(statuses).map(([status, times]) => `${formatCount(times)} × ${status}`);
      const kib = answers > 0 ? formatFigure((bytes / answers / bytesPerMib) * 1024) : noFigure;
      return [[run.label, formatCount(opened), formatCount(cut), kib, listed.join(", ") || "none read"]];
    }),
    notes: ["Whole answers that were read. Cut: connections that the service ended, or did not take."],
  };
}

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
