import { gzipSync } from "node:zlib";
import { formatCount } from "@rewards/lab/report/report";
import { formatTable } from "@rewards/lab/report/table";
import type { RawAnswer } from "@rewards/lab/wire/answer";
import type { Exchange } from "./run/exchange.ts";
import type { FuzzedService } from "./run/service.ts";
import type { Shot } from "./run/shot.ts";

/** Requests by endpoint and status. */
export interface Tally {
  requests: number;
  /** Requests with nothing wrong, and those of them that succeeded. */
  sound: number;
  soundSucceeded: number;
  /** The longest time from a request's connection to its answer. */
  slowestMs: number;
  readonly byEndpoint: Map<string, Map<string, number>>;
  /** Requested endpoints; each `{ObjectPath}` counts separately. */
  readonly asked: Set<string>;
}

/** The column for requests that were cut off on purpose. */
const noAnswer = "none";

export function openTally(): Tally {
  return { requests: 0, sound: 0, soundSucceeded: 0, slowestMs: 0, byEndpoint: new Map(), asked: new Set() };
}

export function countExchange(tally: Tally, { target: { kind, endpoint }, isSound }: Shot, exchange: Exchange): void {
  const [answer] = exchange.answers;
  const name = `${kind.method} ${kind.pattern}`;
  const statuses = tally.byEndpoint.get(name) ?? new Map<string, number>();
  const status = answer ? String(answer.status) : noAnswer;
  tally.byEndpoint.set(name, statuses.set(status, (statuses.get(status) ?? 0) + 1));
  tally.asked.add(`${kind.method} ${endpoint.path}`);
  tally.requests += 1;
  tally.slowestMs = Math.max(tally.slowestMs, exchange.tookMs);
  if (!isSound) return;
  tally.sound += 1;
  if (answer && answer.status < 300) tally.soundSucceeded += 1;
}
export interface FuzzResult {
  /** A description of each failure, with the command that repeats it. */
  readonly failures: readonly string[];
  readonly tally: Tally;
  readonly memory: ReturnType<FuzzedService["memory"]>;
  /** Records by class. */
  readonly records: Readonly<Record<string, number>>;
  readonly seconds: number;
}

/** Formats the result for a terminal. */
export function formatResult(result: FuzzResult): string[] {
  const { tally, memory, records, seconds, failures } = result;
  const percent = (100 * tally.soundSucceeded) / Math.max(1, tally.sound);
  const memoryText = Object.entries(memory).map(
    ([name, { nowMib, peakMib }]) => `${name} ${nowMib.toFixed(0)} (at most ${peakMib.toFixed(0)})`,
  );
  return [
    ...formatCounts(tally.byEndpoint),
    "",
    `${formatCount(tally.requests)} requests to ${tally.asked.size} endpoints in ${seconds.toFixed(0)} s`,
    `${formatCount(tally.sound)} with nothing wrong, of which ${percent.toFixed(1)} % succeeded`,
    `The slowest answer took ${formatCount(tally.slowestMs)} ms, with dozens of requests at once`,
    `Records: ${Object.entries(records)
      .map(([name, number]) => `${name} ${formatCount(number)}`)
      .join(", ")}`,
    ...(memoryText.length > 0 ? [`Memory, MiB: ${memoryText.join(", ")}`] : []),
    "",
    ...(failures.length > 0 ? failures : ["No failure."]),
  ];
}

/** A row per endpoint, a column per status. */
function formatCounts(byEndpoint: FuzzResult["tally"]["byEndpoint"]): string[] {
  const statuses = [...new Set([...byEndpoint.values()].flatMap((counts) => [...counts.keys()]))].toSorted();
  const rows = [...byEndpoint].map(([name, counts]) => [
    name,
    ...statuses.map((status) => (counts.has(status) ? formatCount(counts.get(status) ?? 0) : "")),
  ]);
  return formatTable({ title: "Answers by endpoint and status", columns: ["", ...statuses], rows });
}

const plainBytesMax = 4_000;
const answerShownMax = 1_000;

/** The failure with its answers, and a shell line that repeats the request. */
export function describeFailure(complaint: string, shot: Shot, answers: readonly RawAnswer[]): string {
  const { request, target, copies, isSound } = shot;
  const sent = copies > 1 ? `, ${copies} times at once` : "";
  const lines = [
    complaint,
    `  ${target.kind.method} ${target.endpoint.path}, ${isSound ? "with nothing wrong" : "hostile"}, connection: ${request.meeting}${sent}`,
    `  ${shellLine(Buffer.concat(request.parts))} | nc 127.0.0.1 3000`,
    ...answers.map(({ status, text }) => `  answered ${status} ${text.slice(0, answerShownMax)}`),
  ];
  return lines.join("\n");
}

export function shellLine(bytes: Buffer): string {
  if (bytes.length > plainBytesMax) return `base64 -d <<< '${gzipSync(bytes).toString("base64")}' | gunzip`;
  const text = bytes
    .toString("latin1")
    .replaceAll("\\", "\\\\")
    .replaceAll("%", "%%")
    .replaceAll("\r", "\\r")
    .replaceAll("\n", "\\n")
    .replace(/[^\x20-\x7e]|'/g, (char) => `\\${char.charCodeAt(0).toString(8).padStart(3, "0")}`);
  return `printf '${text}'`;
}
