import type { ProcessBatch } from "../stage.ts";
import { openSegments } from "./segment.commit.ts";

/** New → Open-Active. The decision needs only the segment's row, which the commit reads under its lock. */
export const processSegments: ProcessBatch = (ids, { database }, locks) => openSegments(database.sql, ids, locks);
