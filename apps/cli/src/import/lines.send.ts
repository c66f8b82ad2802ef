import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { type ErrorCode, errorTable } from "@rewards/domain";
import { type Api, apiRoot, isPassing, refuse, sendOnce, tooBusy, triesMax, waitMsDefault } from "./api.call.ts";
import type { ErrorBody, FileLine } from "./lines.read.ts";

/** A line that the service refuses. */
export interface Refused {
  readonly line: FileLine;
  readonly error: ErrorBody;
}

const pack = promisify(gzip);

/** The answer to a line. */
interface Told {
  readonly line: number;
  readonly error?: ErrorBody;
}

interface Answer {
  readonly told: readonly Told[];
  /** How long the service asks to wait, in ms. */
  readonly waitMs: number;
}

/**
 * Sends lines until each of them is done or refused: again those that were left, or failed for a while.
 * @returns those that are refused.
 * @throws CommandError if the service refuses the call, or does not take the lines for a while.
 */
export async function sendLines(api: Api, path: string | null, lines: readonly FileLine[]): Promise<Refused[]> {
  const refused: Refused[] = [];
  let left = lines;
  for (let tries = 0; left.length > 0; ) {
    const { told, waitMs } = await post(api, path, left);
    const errors = new Map(told.map(({ line, error }) => [line, error]));
    const before = left.length;
    left = left.filter((line, index) => {
      const isTold = errors.has(index + 1);
      const error = errors.get(index + 1);
      if (!isTold || (error && mayPass(error))) return true;
      if (error) refused.push({ line, error });
      return false;
    });
    tries = left.length < before ? 0 : tries + 1;
    if (tries === triesMax) throw tooBusy(api);
    if (left.length > 0) await delay(waitMs);
  }
  return refused;
}

export const codeOf = ({ errorDetails }: ErrorBody): ErrorCode => errorDetails[0]?.message ?? "Error_Service_Failed";

/** Whether the same line may be taken later. */
const mayPass = (error: ErrorBody): boolean => errorTable[codeOf(error)]?.[2] ?? false;

async function post(api: Api, path: string | null, lines: readonly FileLine[]): Promise<Answer> {
  const body = await pack(Buffer.from(lines.map(({ bytes }) => `${bytes}\n`).join(""), "latin1"), { level: 1 });
  const headers = { "content-type": "application/x-ndjson", "content-encoding": "gzip" };
  const sent = { method: "POST", path: `/${path}${apiRoot}/objects/import`, headers, body };
  const received = await sendOnce(api, sent);
  const { status, text, waitMs } = received;
  if (status !== 200) return isPassing(received) ? { told: [], waitMs } : refuse(received);
  // A line that was cut off has not been answered.
  const told = text.split("\n").slice(0, -1);
  return { told: told.map((line) => JSON.parse(line)), waitMs: told.length < lines.length ? waitMsDefault : 0 };
}
