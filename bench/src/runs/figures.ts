import type { Part } from "../measure/processes.ts";

export const partLabels: Readonly<Record<Part, string>> = {
  api: "API",
  worker: "Worker",
  postgres: "Postgres",
  redis: "Redis",
};

export const bytesPerMib = 1_048_576;
/** What is promised of memory is in MB. */
export const mbPerMib = bytesPerMib / 1e6;

export function formatCount(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}

/** Of a share: 0.123 is 12.3 %. */
export function formatPercent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
