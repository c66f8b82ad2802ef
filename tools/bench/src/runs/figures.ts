import type { Part } from "../measure/processes.ts";

export const partLabels: Readonly<Record<Part, string>> = {
  api: "API",
  worker: "Worker",
  postgres: "Postgres",
  redis: "Redis",
};

export const bytesPerMib = 1_048_576;
/** Memory promises are in MB. */
export const mbPerMib = bytesPerMib / 1e6;
