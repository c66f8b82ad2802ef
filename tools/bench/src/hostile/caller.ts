import { connect, type Socket, type TcpNetConnectOpts } from "node:net";
import { AnswerReader } from "@rewards/lab/wire/answer";

/** How a caller treats its connection. It reopens whatever the service closes. */
export interface Behaviour {
  readonly begin: (line: Line) => void;
  readonly answered?: (line: Line) => void;
  /** Reads nothing, or so many bytes at intervals. Default: all at once. */
  readonly reads?: "nothing" | { readonly bytes: number; readonly everyMs: number };
}

interface Line {
  ask(times?: number): void;
  next(): Buffer;
  write(bytes: Buffer): void;
  hangUp(): void;
  /** While the connection is open. */
  every(ms: number, step: () => void): void;
}

export const once: Behaviour = { begin: (line) => line.ask() };

/** Asks, reads the answer, asks again. */
export const loop: Behaviour = { begin: (line) => line.ask(), answered: (line) => line.ask() };

export const churn: Behaviour = { begin: (line) => line.ask(), answered: (line) => line.hangUp() };

/** Asks several times at once and never reads; asks again every two seconds. */
export const deaf = (requests: number): Behaviour => ({
  reads: "nothing",
  begin(line) {
    line.ask(requests);
    line.every(2_000, () => line.ask());
  },
});

/** Asks, and reads a few bytes of the answer at intervals. */
export const sip = (bytes: number, everyMs: number): Behaviour => {
  return { reads: { bytes, everyMs }, begin: (line) => line.ask() };
};

/** Sends all of the request but its last bytes, and then one byte a second. */
export const drip = (bytesLeft: number): Behaviour => ({
  begin(line) {
    const request = line.next();
    let at = Math.max(0, request.length - bytesLeft);
    line.write(request.subarray(0, at));
    line.every(1_000, () => line.write(request.subarray(at, ++at)));
  },
});

/** Asks, and closes before the answer can arrive. */
export const hangUp = (afterMs: number): Behaviour => ({
  begin(line) {
    line.ask();
    line.every(afterMs, line.hangUp);
  },
});

export const idle: Behaviour = { begin: () => undefined };

interface CallerSpec {
  readonly target: TcpNetConnectOpts;
  readonly behaviour: Behaviour;
  /** The next request of all callers of the class. */
  readonly next: () => Buffer;
  readonly isHead: boolean;
}

/** Before a connection that the service cut is opened again. */
const reopenMs = 1_000;

/** Opens a connection, and another whenever it ends, for as long as the service listens. */
export function startCaller(spec: CallerSpec): void {
  const { target, behaviour, next, isHead } = spec;
  const { reads } = behaviour;
  const timers: NodeJS.Timeout[] = [];
  let [isAnswered, isOurs, isRefused] = [false, false, false];
  const reader = new AnswerReader(() => {
    isAnswered = true;
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
  const sips = typeof reads === "object" && sipping(reads.bytes, reads.everyMs);
  const socket: Socket = connect({ ...target, ...sips });
  const line: Line = {
    ask(times = 1) {
      for (let n = 0; n < times; n += 1) socket.write(next());
    },
    next,
    write: (bytes) => void socket.write(bytes),
    hangUp() {
      isOurs = true;
      socket.destroy();
    },
    every: (ms, step) => void timers.push(setInterval(step, ms)),
  };
  // Before it connects: a socket reads ahead by itself.
  if (reads === "nothing") socket.pause();
  else if (reads === undefined) socket.on("data", (chunk: Buffer) => reader.read(chunk));
  socket.once("connect", () => behaviour.begin(line));
  socket.on("error", ({ code }: NodeJS.ErrnoException) => {
    isRefused = code === "ECONNREFUSED";
  });
  socket.once("close", () => {
    for (const timer of timers) clearTimeout(timer);
    if (!isRefused) setTimeout(() => startCaller(spec), isOurs || isAnswered ? 0 : reopenMs);
  });
}
