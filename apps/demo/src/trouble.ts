import { RewardsError } from "@rewards/client";
import { type Service, ServiceError } from "@rewards/embedded";
import { reachableUrl } from "./service.ts";

const askMsMax = 3_000;

/** A demo with `--exit` exceeded its time. */
export class LateError extends Error {
  override readonly name = "LateError";

  constructor(withinMs: number, doing: string) {
    super(`The demo was not done after ${withinMs / 1_000} s; it was at: ${doing}.`);
  }
}

/** A part of the day makes no progress. */
export class StandstillError extends Error {
  override readonly name = "StandstillError";

  constructor(doing: string) {
    super(`Nothing has moved for a minute; the demo was at: ${doing}.`);
  }
}

const forPerson = [ServiceError, LateError, StandstillError, RewardsError];

/** Describes a failed demo: the cause, the readiness of the service, and the path of its log. */
export async function describeTrouble(error: unknown, service: Service | undefined): Promise<string> {
  const isForPerson = forPerson.some((one) => error instanceof one);
  const cause = isForPerson ? (error as Error).message : String((error as Error).stack);
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
