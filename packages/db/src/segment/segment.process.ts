import type { ProcessBatch } from "../stage.ts";
import { openSegments } from "./segment.commit.ts";

/** New → Open-Active: loaded, decided and written in one transaction, under its locks. */
export const processSegments: ProcessBatch = async (ids, { database }, locks) =>
  (await openSegments(database.sql, ids, locks)).blocked;
