import type { Report } from "@rewards/lab/report/report";
import { formatBars, formatTable } from "@rewards/lab/report/table";

/** A report as lines for a terminal. */
export function formatReport({ title, tables, bars }: Report, machine: string): string[] {
  const sections = [...tables.map(formatTable), formatBars(bars)].filter((lines) => lines.length > 0);
  return ["", title, machine, ...sections.flatMap((lines) => ["", ...lines]), ""];
}
