import type { ProcessBatch } from "../stage.ts";
import { openSegments } from "./segment.commit.ts";

/** New → Open-Active. A segment is decided by its own row alone, which the commit reads under its lock: nothing is loaded before. */
export const processSegments: ProcessBatch = async (ids, { database }, locks) =>
  (await openSegments(database.sql, ids, locks)).blocked;
