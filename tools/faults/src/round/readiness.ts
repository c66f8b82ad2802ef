import { setTimeout as delay } from "node:timers/promises";
import { send } from "@rewards/lab/client";
import { poll } from "@rewards/lab/poll";
import type { Rule } from "../check/book.ts";
import { rowFinding } from "../check/finding.ts";
import { doneMsOf, salesOver } from "../load/record.ts";

/** Longer than readiness lets a batch of sales wait, plus the time of one of its checks. */
const unreadyAfterMs = 7_000;
/** After this, sales succeed again, and those that waited have their answers. */
const soonMs = 2_000;
const pollMs = 100;
const readyzMsMax = 5_000;
/** No fault lasts as long. */
const followMsMax = 240_000;

/** A /readyz answer of one API. */
export interface Seen {
  /** When it was asked for. */
  readonly askedMs: number;
  readonly atMs: number;
  readonly status: number;
  readonly reason: string;
}

/** Polls an API's /readyz. */
export function followReadiness(url: string) {
  const seen: Seen[] = [];
  const startedMs = performance.now();
  let isOver = false;
  const ask = async (): Promise<Seen> => {
    const askedMs = performance.now();
    const answer = await send(url, { method: "GET", path: "/readyz" }, readyzMsMax).catch(() => undefined);
    const reason = String(answer?.body?.reason ?? "");
    return { askedMs, atMs: performance.now(), status: answer?.status ?? 0, reason };
  };
  const asking = (async () => {
    while (!isOver && performance.now() - startedMs < followMsMax) {
      seen.push(await ask());
      await delay(pollMs);
    }
  })();
  /** Resolves with whether the last answer satisfied `isDone`, after `msMax` at the latest. */
  const until = (isDone: (last: Seen) => boolean, msMax: number) =>
    poll(() => seen.some(() => isDone(seen.at(-1) as Seen)), Boolean, msMax, pollMs);
  return {
    seen: seen as readonly Seen[],
    until,
    /** Ends when the API is ready, or after `msMax`. */
    async end(msMax: number): Promise<void> {
      await until(({ status }) => status === 200, msMax);
      isOver = true;
      await asking;
    },
  };
}

/** The API is never ready while a sale waits for long, and it is ready at the end. */
export const checkReadiness =
  (api: string, seen: readonly Seen[]): Rule =>
  ({ record }) => {
    const ready = seen.filter(({ status }) => status === 200);
    const untrue = salesOver(record, api).filter((one) =>
      ready.some(({ askedMs, atMs }) => askedMs > one.sentMs + unreadyAfterMs && atMs + soonMs < doneMsOf(one)),
    );
    return [
      ...untrue.map((one) => rowFinding("false", api, "/readyz was 200 while a sale waited", one, ...ready)),
      ...(seen.at(-1)?.status === 200 ? [] : [rowFinding("unbounded", api, "it is not ready again", ...seen)]),
    ];
  };

/** While sales are refused because Postgres fails and none succeeds, the API is not ready. */
export const checkRefusing =
  (api: string, seen: readonly Seen[]): Rule =>
  ({ record }) => {
    const answers = salesOver(record, api).filter(({ status }) => status !== undefined);
    const accepted = answers.filter(({ status = 0 }) => status < 500).map(doneMsOf);
    const refused = answers.filter(({ status = 0 }) => status === 503).map(doneMsOf);
    /** Refused before and after it, with nothing in between. */
    const isUntrue = ({ askedMs, atMs }: Seen) => {
      const around = (times: readonly number[]) => times.filter((time) => Math.abs(time - atMs) < soonMs);
      const near = around(refused);
      const isBetween = near.some((time) => time < askedMs - pollMs) && near.some((time) => time > atMs);
      return isBetween && around(accepted).length === 0;
    };
    const untrue = seen.filter((one) => one.status === 200 && isUntrue(one));
    return untrue.length === 0 ? [] : [rowFinding("false", api, "/readyz was 200 while sales were refused", ...untrue)];
  };
