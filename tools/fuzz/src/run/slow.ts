import { setTimeout as delay } from "node:timers/promises";
import { segment } from "@rewards/domain";
import { apiRoot } from "@rewards/lab/client";
import type { RawAnswer } from "@rewards/lab/wire/answer";
import { openConnection } from "@rewards/lab/wire/connection";
import type { ExpectedState } from "../world/world.ts";

/** Requests that arrive a byte at a time, in parallel with all others. */
export interface SlowCallers {
  /**
   * Returns their failures. Waits at most `waitMsMax` until the service has ended every one; if undefined, the callers
   * end them unfinished.
   */
  end(waitMsMax: number | undefined): Promise<string[]>;
}

const byteEveryMs = 200;
const path = `${apiRoot}/objects`;
const head = `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n`;

const bodyOf = (name: string) => JSON.stringify({ objectTypeID: segment.class, content: { Name: name } });

type SlowCall = readonly [what: string, atOnce: string, slowly: string];

/** What each sends at once, and then byte by byte. None is ever complete. */
const unfinished: readonly SlowCall[] = [
  ["nothing at all", "", ""],
  ["a head without an end", "", `${head}x-slow: ${"x".repeat(500)}`],
  ["a head, byte by byte", "", `${head}${"a: b\r\n".repeat(200)}`],
  ["a body that stops", `${head}content-length: 1000\r\n\r\n{"objectTypeID":`, ""],
  ["a body, byte by byte", `${head}content-length: 1000\r\n\r\n`, bodyOf("slow").padEnd(999, " ")],
  ["a chunk that stops", `${head}transfer-encoding: chunked\r\n\r\n3e8\r\n{`, ""],
  ["chunks, byte by byte", `${head}transfer-encoding: chunked\r\n\r\n`, "1\r\n{\r\n".repeat(200)],
  ["a size of a chunk, byte by byte", `${head}transfer-encoding: chunked\r\n\r\n`, `5;${"x".repeat(500)}`],
];
const callersEach = 3;
const bodyPieces = 8;
const answerMsMax = 60_000;

export function startSlowCallers(url: string, world: ExpectedState): SlowCallers {
  const stopping = new AbortController();
  const callers = Array.from({ length: callersEach }, (_, index) => index);
  const unfinishedCalls = callers.flatMap(() =>
    unfinished.map((call) => callSlowly(url, call, stopping.signal).catch(failureOf)),
  );
  const served = callers.map((index) => callToTheEnd(url, `slow ${index}`, world).catch(failureOf));
  return {
    async end(waitMsMax) {
      const complaints = (await Promise.all(served)).flat();
      const timer = setTimeout(() => stopping.abort(), waitMsMax ?? 0);
      complaints.push(...(await Promise.all(unfinishedCalls)).flat());
      clearTimeout(timer);
      // They ended only because the callers stopped.
      const isLate = waitMsMax !== undefined && stopping.signal.aborted;
      return isLate ? [...complaints, "slow requests were not ended in time"] : complaints;
    },
  };
}

/** A service that refuses connections. */
const failureOf = (error: Error) => [`a slow request: ${error.message}`];

/** Sends until the service ends the connection or the signal comes. Correct is 408, or an end without an answer. */
async function callSlowly(url: string, [what, atOnce, slowly]: SlowCall, signal: AbortSignal): Promise<string[]> {
  const connection = await openConnection(url);
  if (atOnce !== "") connection.write(atOnce);
  let answer: RawAnswer | "ended" | "late" = "late";
  for (let at = 0; answer === "late" && !signal.aborted; at += 1) {
    answer = await connection.next(byteEveryMs);
    if (answer === "late" && at < slowly.length) connection.write(slowly.charAt(at));
  }
  connection.close();
  if (typeof answer === "string" || answer.status === 408) return [];
  return [`${what} was answered ${answer.status} ${answer.text}`];
}

/** A slow request that arrives in time is served like any other. */
async function callToTheEnd(url: string, text: string, world: ExpectedState): Promise<string[]> {
  const name = world.known.fresh(text);
  // The world may compare its row before its answer is here.
  world.maybeCreated(segment, name);
  const body = Buffer.from(bodyOf(name));
  const connection = await openConnection(url);
  connection.write(Buffer.from(`${head}content-length: ${body.length}\r\n\r\n`));
  const piece = Math.ceil(body.length / bodyPieces);
  for (let at = 0; at < body.length; at += piece) {
    connection.write(body.subarray(at, at + piece));
    await delay(byteEveryMs);
  }
  const answer = await connection.next(answerMsMax);
  connection.close();
  if (typeof answer === "string") return [`a slow request that was whole in time: ${answer}`];
  const { ID: id } = JSON.parse(answer.text) as { ID?: string };
  const isServed = answer.status === 201 && id !== undefined;
  return isServed ? [] : [`a slow request that was whole in time was answered ${answer.text}`];
}
