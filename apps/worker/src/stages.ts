import { processRedemptions, processSales, processSegments } from "@rewards/db";
import { redemption, sale, segment } from "@rewards/domain";
import type { Stage } from "./stage.ts";

export const saleStage: Stage = { definition: sale, rowsMax: 300, process: processSales };
export const redemptionStage: Stage = { definition: redemption, rowsMax: 100, process: processRedemptions };
export const segmentStage: Stage = { definition: segment, rowsMax: 500, process: processSegments };

/** All stages of a worker: one line here gives a stage its queue, its recovery and its share of each worker. */
export const stages: readonly Stage[] = [saleStage, redemptionStage, segmentStage];
