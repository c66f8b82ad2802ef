import { formatCount } from "@rewards/lab/report/number";
import { formatTable } from "@rewards/lab/report/table";
import type { FuzzResult } from "./run/fuzz.ts";

/** Formats the result for a terminal. */
export function formatResult(result: FuzzResult): string[] {
  const { tally, memory, records, seconds, failures } = result;
  const percent = (100 * tally.soundSucceeded) / Math.max(1, tally.sound);
  const memoryText = Object.entries(memory).map(
    ([name, { nowMib, peakMib }]) => `${name} ${nowMib.toFixed(0)} (at most ${peakMib.toFixed(0)})`,
  );
  return [
    ...formatCounts(tally.byEndpoint),
    "",
    `${formatCount(tally.requests)} requests to ${tally.asked.size} endpoints in ${seconds.toFixed(0)} s`,
    `${formatCount(tally.sound)} with nothing wrong, of which ${percent.toFixed(1)} % succeeded`,
    `The slowest answer took ${formatCount(tally.slowestMs)} ms, with dozens of requests at once`,
    `Records: ${Object.entries(records)
      .map(([name, number]) => `${name} ${formatCount(number)}`)
      .join(", ")}`,
    ...(memoryText.length > 0 ? [`Memory, MiB: ${memoryText.join(", ")}`] : []),
    "",
    ...(failures.length > 0 ? failures : ["No failure."]),
  ];
}

/** A row per endpoint, a column per status. */
function formatCounts(byEndpoint: FuzzResult["tally"]["byEndpoint"]): string[] {
  const statuses = [...new Set([...byEndpoint.values()].flatMap((counts) => [...counts.keys()]))].toSorted();
  const rows = [...byEndpoint].map(([name, counts]) => [
    name,
    ...statuses.map((status) => (counts.has(status) ? formatCount(counts.get(status) ?? 0) : "")),
  ]);
  return formatTable({ title: "Answers by endpoint and status", columns: ["", ...statuses], rows });
}
