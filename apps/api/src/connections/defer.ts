import type { IncomingMessage } from "node:http";
import { readTurns } from "../turns.ts";
import { networkOfRequest } from "./address.ts";
import { healthPaths } from "./follow.ts";

/** Whether a request only reads, so that neither a till nor a monitor waits for it. */
export function isRead({ method, url = "" }: IncomingMessage): boolean {
  if (method === "POST") return url.includes("/data_views/");
  return (method === "GET" || method === "HEAD") && !healthPaths.has(url);
}

/** Resolves when a read may begin: one per event loop iteration, alternating between networks. */
export function takeReadTurn(incoming: IncomingMessage): Promise<void> {
  return readTurns.take(networkOfRequest(incoming));
}
