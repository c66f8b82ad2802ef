import type { ProcessBatch } from "../stage.ts";
import { openSegments } from "./segment.commit.ts";

/** New → Open-Active. The decision needs only the segment's row, which the commit reads under its lock. */
export const processSegments: ProcessBatch = async (ids, { database }, locks) =>
  (await openSegments(database.sql, ids, locks)).blocked;
