import { RewardsError } from "@rewards/client";
import { type Service, ServiceError } from "@rewards/embedded";
import { reachableUrl } from "./service.ts";

const askMsMax = 3_000;

/** A demo that ends by itself has not ended in time. */
export class LateError extends Error {
  override readonly name = "LateError";

  constructor(withinMs: number, doing: string) {
    super(`The demo was not done after ${withinMs / 1_000} s; it was at: ${doing}.`);
  }
}

/** What a person reads of a demo that failed: the cause, what the service says of itself, and where its log is. */
export async function describeTrouble(error: unknown, service: Service | undefined): Promise<string> {
  const isForPerson = error instanceof ServiceError || error instanceof LateError || error instanceof RewardsError;
  const cause = isForPerson ? error.message : String((error as Error).stack);
  if (service === undefined) return cause;
  return `${cause}\nThe service says: ${await askService(service.url)}\nThe whole log: ${service.logFile}`;
}

async function askService(url: string): Promise<string> {
  try {
    const response = await fetch(`${reachableUrl(url)}/readyz`, { signal: AbortSignal.timeout(askMsMax) });
    const { status, reason } = (await response.json()) as { status: string; reason?: string };
    return reason ?? status;
  } catch {
    return `nothing within ${askMsMax / 1_000} s`;
  }
}
