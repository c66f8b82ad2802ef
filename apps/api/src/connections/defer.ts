import type { IncomingMessage } from "node:http";
import { readTurns } from "../turns.ts";
import { networkOfSocket } from "./address.ts";
import { healthPaths } from "./follow.ts";

/** Whether a request only reads: neither a till nor what watches the process waits for it. */
export function isRead({ method, url = "" }: IncomingMessage): boolean {
  if (method === "POST") return url.includes("/data_views/");
  return (method === "GET" || method === "HEAD") && !healthPaths.has(url);
}

/** Resolves when a read may begin: one at each round of the event loop, the addresses in turn. */
export function takeReadTurn({ socket }: IncomingMessage): Promise<void> {
  return readTurns.take(networkOfSocket(socket));
}
