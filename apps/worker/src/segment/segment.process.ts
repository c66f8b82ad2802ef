import { openSegments } from "@rewards/db";
import { segment } from "@rewards/domain";
import type { Stage } from "../stage.ts";

/** The stage of a segment: New → Open-Active. */
export const segmentOpen: Stage = {
  definition: segment,
  rowsMax: 500,
  async process(ids, { database }, locks) {
    return (await openSegments(database.sql, ids, locks)).blocked;
  },
};
