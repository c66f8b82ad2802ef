import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Report } from "@rewards/lab/report/report";
import { formatBars, formatTable } from "@rewards/lab/report/table";
import { drawChart } from "./chart.ts";

/**
 * Writes everything as JSON, and the chart if the report has one. Returns the paths.
 * @param origin how it was measured: the machine, the time and the options
 */
export function writeReport(
  folder: string,
  { name, title, bars, chart, data }: Report,
  origin: Readonly<Record<string, unknown>> & { readonly machine: string },
): string[] {
  mkdirSync(folder, { recursive: true });
  const json = JSON.stringify({ name, title, ...origin, bars, data }, null, 2);
  const files: Record<string, string> = { [`${name}.json`]: `${json}\n` };
  if (chart) files[`${name}.svg`] = drawChart(chart, origin.machine);
  return Object.entries(files).map(([file, content]) => {
    const path = join(folder, file);
    writeFileSync(path, content);
    return path;
  });
}

/** Formats a report for a terminal. */
export function formatReport({ title, tables, bars }: Report, machine: string): string[] {
  const sections = [...tables.map(formatTable), formatBars(bars)].filter((lines) => lines.length > 0);
  return ["", title, machine, ...sections.flatMap((lines) => ["", ...lines]), ""];
}
