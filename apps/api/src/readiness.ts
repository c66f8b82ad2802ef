import { type Database, probeSales, remedyOf } from "@rewards/db";
import { sale } from "@rewards/domain";
import { createReadiness, type Logger, type Readiness } from "@rewards/runtime";
import type { Gateway } from "./gateway.ts";

/** Longer than an insert is repeated. */
const stalledMsMax = 4_000;

/** Whether sales are accepted: by what becomes of them, and by a probe while there are none. */
export function createSalesReadiness(database: Database, gateway: Gateway, logger: Logger): Readiness {
  return createReadiness({
    work: "sales",
    progress: gateway.progressOf(sale),
    stalledMsMax,
    probe: () => probeSales(database),
    remedyOf,
    logger,
  });
}
