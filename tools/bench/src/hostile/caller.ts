import { connect, type Socket, type TcpNetConnectOpts } from "node:net";
import { AnswerReader } from "@rewards/lab/wire/answer";
import type { MakeBytes } from "./requests.ts";

/** How a caller treats its connection. It reopens whatever the service closes. */
export interface Behaviour {
  /** Called when a connection is open. */
  readonly begin: (line: Line) => void;
  /** Called when an answer is read. */
  readonly answered?: (line: Line) => void;
  /** Reads nothing, or so many bytes at intervals. Default: all at once. */
  readonly reads?: "nothing" | { readonly bytes: number; readonly everyMs: number };
}

/** An open connection. */
interface Line {
  /** Sends the next request, or several. */
  ask(times?: number): void;
  next(): Buffer;
  write(bytes: Buffer): void;
  hangUp(): void;
  /** While the connection is open. */
  every(ms: number, step: () => void): void;
}

const deafAskEveryMs = 2_000;
const dripEveryMs = 1_000;

/** Asks once. */
export const once: Behaviour = { begin: (line) => line.ask() };

/** Asks, reads the answer, asks again. */
export const loop: Behaviour = { begin: (line) => line.ask(), answered: (line) => line.ask() };

/** The same over a new connection each time. */
export const churn: Behaviour = { begin: (line) => line.ask(), answered: (line) => line.hangUp() };

/** Asks several times at once and never reads; asks again every two seconds. */
export const deaf = (requests: number): Behaviour => ({
  reads: "nothing",
  begin(line) {
    line.ask(requests);
    line.every(deafAskEveryMs, () => line.ask());
  },
});

/** Asks, and reads a few bytes of the answer at intervals. */
export const sip = (bytes: number, everyMs: number): Behaviour => ({
  reads: { bytes, everyMs },
  begin: (line) => line.ask(),
});

/** Sends all of the request but its last bytes, and then one byte a second. */
export const drip = (bytesLeft: number): Behaviour => ({
  begin(line) {
    const request = line.next();
    let at = Math.max(0, request.length - bytesLeft);
    line.write(request.subarray(0, at));
    line.every(dripEveryMs, () => line.write(request.subarray(at, ++at)));
  },
});

/** Asks, and closes before the answer can arrive. */
export const hangUp = (afterMs: number): Behaviour => ({
  begin(line) {
    line.ask();
    line.every(afterMs, line.hangUp);
  },
});

/** Connects and sends nothing. */
export const idle: Behaviour = { begin: () => undefined };

/** A caller's address, requests and counters. */
export interface CallerSpec {
  readonly target: TcpNetConnectOpts;
  readonly behaviour: Behaviour;
  readonly next: MakeBytes;
  /** Whether every request is a HEAD. */
  readonly isHead: boolean;
  readonly tally: Tally;
}

/** Counts of all callers. */
export interface Tally {
  asked: number;
  opened: number;
  /** Connections that the service ended or did not accept. */
  cut: number;
  /** Of the bodies of the answers. */
  bytes: number;
  /** Complete answers that were read. */
  readonly statuses: Record<number, number>;
}

/** Delay before a connection that the service cut is opened again. */
const reopenMs = 1_000;

/** Opens a connection, and another whenever it ends, until it is stopped. */
export function startCaller(spec: CallerSpec): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let end = () => {};
  const open = () => {
    const socket = openLine(spec, (delayMs) => {
      if (!isStopped) timer = setTimeout(open, delayMs);
    });
    end = () => void socket.destroy();
  };
  open();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    end();
  };
}

/** One connection of a caller. `onEnd` gets the delay before the next one. */
function openLine({ target, behaviour, next, isHead, tally }: CallerSpec, onEnd: (delayMs: number) => void): Socket {
  const { reads } = behaviour;
  const timers: NodeJS.Timeout[] = [];
  let [isAnswered, isOurs] = [false, false];
  const reader = new AnswerReader(({ status, bodyBytes }) => {
    isAnswered = true;
    tally.statuses[status] = (tally.statuses[status] ?? 0) + 1;
    tally.bytes += bodyBytes;
    behaviour.answered?.(line);
  }, false);
  reader.isHead = isHead;
  // Reads so many bytes from the kernel: a stream's read-ahead would reopen the TCP window.
  const sipping = (bytes: number, everyMs: number) => {
    const callback = (length: number, buffer: Uint8Array) => {
      reader.read(Buffer.from(buffer.subarray(0, length)));
      timers.push(setTimeout(() => socket.resume(), everyMs));
      return false;
    };
    return { onread: { buffer: new Uint8Array(bytes), callback } };
  };
  const socket = connect({ ...target, ...(typeof reads === "object" && sipping(reads.bytes, reads.everyMs)) });
  const line: Line = {
    ask(times = 1) {
      for (let n = 0; n < times; n += 1) socket.write(line.next());
    },
    next: () => next(tally.asked++),
    write: (bytes) => void socket.write(bytes),
    hangUp() {
      isOurs = true;
      socket.destroy();
    },
    every: (ms, step) => void timers.push(setInterval(step, ms)),
  };
  tally.opened += 1;
  // Before it connects: a socket reads ahead by itself.
  if (reads === "nothing") socket.pause();
  else if (reads === undefined) socket.on("data", (chunk: Buffer) => reader.read(chunk));
  socket.once("connect", () => behaviour.begin(line)).on("error", () => undefined);
  socket.once("close", () => {
    for (const timer of timers) clearTimeout(timer);
    if (!isOurs) tally.cut += 1;
    onEnd(isOurs || isAnswered ? 0 : reopenMs);
  });
  return socket;
}
