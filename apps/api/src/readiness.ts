import type { Database } from "@rewards/db";
import { sale } from "@rewards/domain";
import { apiRole, createProbe, probeSales, remedyOf } from "@rewards/operations";
import { createReadiness, type Logger, type Readiness } from "@rewards/runtime";
import type { Gateway } from "./gateway.ts";

/** Longer than inserts are repeated. */
const stalledMsMax = 4_000;

/** Whether the API accepts sales. Inserts show it; without inserts, a probe does. */
export function createSalesReadiness(database: Database, gateway: Gateway, logger: Logger): Readiness {
  return createReadiness({
    server: "Postgres",
    lines: { lost: "not ready", back: "ready again" },
    work: { name: "sales", progress: gateway.progressOf(sale), stalledMsMax },
    probe: createProbe(database, apiRole, probeSales, logger),
    remedyOf,
    logger,
  });
}
