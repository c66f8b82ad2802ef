import { createGate, type Gate } from "@rewards/runtime";
import { PageError } from "../page/page.error.ts";

/** Pages in progress; above this, 503. */
const requestsInsideMax = 30;

/** The gate that every page passes. */
export const createPageGate = (): Gate =>
  createGate(
    requestsInsideMax,
    () => new PageError(503, "The console is busy.", "Wait some seconds and try again.", { "retry-after": "5" }),
  );
