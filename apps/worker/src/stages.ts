import { redemptionFulfil } from "./redemption/redemption.process.ts";
import { saleProcess } from "./sale/sale.process.ts";
import { segmentOpen } from "./segment/segment.process.ts";
import type { Stage } from "./stage.ts";

/** Every stage that a worker takes: one line here gives it its queue, its recovery and its share of each worker. */
export const stages: readonly Stage[] = [saleProcess, redemptionFulfil, segmentOpen];
