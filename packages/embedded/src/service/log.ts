import { chmodSync, createWriteStream, renameSync, statSync, type WriteStream } from "node:fs";
import { join } from "node:path";
import { ownerOnlyFile } from "../folder.ts";

const fileBytesMax = 50_000_000;

/** The log file of a service: one line an event, as its processes write them. */
export interface ServiceLog {
  readonly file: string;
  write(line: string): void;
  close(): Promise<void>;
}

/** Appends to `service.log` of the folder. A file over 50 MB becomes `service.log.1`, in place of the last one. */
export function openServiceLog(dataDir: string, onError: (error: Error) => void): ServiceLog {
  const file = join(dataDir, "service.log");
  const found = statSync(file, { throwIfNoEntry: false });
  // The mode given to a stream is for new files alone: other users may read an existing one.
  if (found) chmodSync(file, ownerOnlyFile);
  let bytes = found?.size ?? 0;
  let stream = openStream(file, onError);

  function rotate(): void {
    stream.end();
    renameSync(file, `${file}.1`);
    stream = openStream(file, onError);
    bytes = 0;
  }

  return {
    file,
    write(line) {
      if (bytes > fileBytesMax) rotate();
      bytes += Buffer.byteLength(line) + 1;
      stream.write(`${line}\n`);
    },
    close: () => new Promise((resolve) => stream.end(() => resolve())),
  };
}

/** A full disk ends the log, not the service. */
function openStream(file: string, onError: (error: Error) => void): WriteStream {
  const stream = createWriteStream(file, { flags: "a", mode: ownerOnlyFile });
  stream.once("error", onError).on("error", () => undefined);
  return stream;
}

const warnLevel = 40;
const levelNames: Readonly<Record<number, string>> = { 40: "warning", 50: "error", 60: "fatal" };
/** What is shown elsewhere in the line, or not at all. */
const passedOver = new Set([
  ...["level", "time", "pid", "hostname", "name", "msg", "err", "error", "recovered"],
  ...["reason", "finding", "remedy"],
]);
/** Fields that say with this value only that nothing was held back. */
const idle = new Map<string, unknown>([
  ["count", 1],
  ["unlogged", 0],
]);
const detailsMax = 6;
const detailLengthMax = 60;
const repeatMsMin = 10_000;

/** A log line in readable form; undefined unless it is a warning, an error, or the end of what one reported. */
export function readLogLine(source: string, line: string): string | undefined {
  const event = parseEvent(line);
  // Lines that are no events did not come from the logger: a warning of Node, or why the process could not start.
  if (!event) return line.trim() === "" ? undefined : `[${source}] ${line}`;
  const { level, msg, err, error, reason, finding, remedy } = event;
  if (event.recovered) return `[${source}] ${msg}`;
  if (level < warnLevel) return undefined;
  const said = [msg, describeCauses(err ?? error), reason, finding].filter(Boolean).join(": ");
  const text = `[${source}] ${levelNames[level] ?? `level ${level}`}: ${said}${describeDetails(event)}`;
  if (!remedy) return text;
  return `${text.replace(/\.$/, "")}. ${remedy.replace(/^./, (letter) => letter.toUpperCase())}`;
}

/** Forwards each kind of line at most once in ten seconds: the lines show that something is wrong, not how often. */
export function limitRepeats(print: (line: string) => void, nowMs = () => performance.now()): (line: string) => void {
  const printedAtMs = new Map<string, number>();
  return (line) => {
    const kind = line.replaceAll(/[\dA-F]+/gi, "#");
    const before = printedAtMs.get(kind);
    if (before !== undefined && nowMs() - before < repeatMsMin) return;
    printedAtMs.set(kind, nowMs());
    print(line);
  };
}

interface LogEvent {
  readonly level: number;
  readonly msg?: string;
  /** The end of what a warning reported. */
  readonly recovered?: boolean;
  readonly err?: LoggedError;
  readonly error?: LoggedError;
  readonly reason?: string;
  readonly finding?: string;
  readonly remedy?: string;
}

interface LoggedError {
  readonly message?: unknown;
  readonly code?: unknown;
  readonly cause?: LoggedError;
}

/** Relies on the logger of the service's processes. */
function parseEvent(line: string): LogEvent | undefined {
  if (!line.startsWith("{")) return undefined;
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** An error whose message is its code says nothing to a person: its cause does. */
function describeCauses(error: LoggedError | undefined): string {
  if (!error) return "";
  const { message, code, cause } = error;
  return message === code && cause ? describeCauses(cause) : String(message || code || "");
}

function describeDetails(event: LogEvent): string {
  const details = Object.entries(event)
    .filter(([name, value]) => !passedOver.has(name) && idle.get(name) !== value)
    .slice(0, detailsMax)
    .map(([name, value]) => {
      const text = typeof value === "string" ? value : JSON.stringify(value);
      return `${name} ${text.length <= detailLengthMax ? text : `${text.slice(0, detailLengthMax)}…`}`;
    });
  return details.length > 0 ? ` (${details.join(", ")})` : "";
}

/** The service cannot run as asked. The message is complete and meant for the person at the terminal; print no stack. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
}
