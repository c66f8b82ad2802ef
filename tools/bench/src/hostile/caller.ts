import { connect, type Socket, type TcpNetConnectOpts } from "node:net";
import { AnswerReader } from "@rewards/lab/wire/answer";
import type { MakeBytes } from "./requests.ts";

/**
 * How a caller treats its connection. It reopens whatever the service closes.
 * - loop: asks, reads the answer, asks again.
 * - churn: the same over a new connection each time.
 * - deaf: asks several times at once and never reads; asks again every two seconds.
 * - sip: asks several times at once, and reads a few bytes of the answers at intervals.
 * - drip: sends all of the request but its last bytes, and then one byte a second.
 * - hangUp: asks, and closes before the answer can arrive.
 * - idle: connects and sends nothing.
 */
export type Behaviour =
  | { readonly kind: "loop" }
  | { readonly kind: "churn" }
  | { readonly kind: "deaf"; readonly requests: number }
  | { readonly kind: "sip"; readonly requests: number; readonly bytes: number; readonly everyMs: number }
  | { readonly kind: "drip"; readonly bytesLeft: number }
  | { readonly kind: "hangUp"; readonly afterMs: number }
  | { readonly kind: "idle" };

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
  cut: number;
  bytes: number;
  readonly statuses: Record<number, number>;
}

/** Delay before a connection that the service cut is opened again. */
const reopenMs = 1_000;
const deafAskEveryMs = 2_000;
const dripEveryMs = 1_000;

/** Opens a connection, and another whenever it ends, until it is stopped. */
export function startCaller(spec: CallerSpec): () => void {
  let socket: Socket | undefined;
  let timer: NodeJS.Timeout | undefined;
  const open = () => {
    let isAnswered = false;
    let isOurs = false;
    const call = new Call(spec, {
      answered: () => {
        isAnswered = true;
      },
      hangUp: () => {
        isOurs = true;
        opened.destroy();
      },
    });
    const opened = connect({ ...spec.target, ...call.readOptions });
    socket = opened;
    spec.tally.opened += 1;
    opened.once("connect", () => call.begin(opened));
    opened.on("error", () => undefined);
    opened.once("close", () => {
      call.end();
      if (!isOurs) spec.tally.cut += 1;
      if (socket === opened) timer = setTimeout(open, isOurs || isAnswered ? 0 : reopenMs);
    });
    call.listen(opened);
  };
  open();
  return () => {
    clearTimeout(timer);
    const last = socket;
    socket = undefined;
    last?.destroy();
  };
}

interface CallEvents {
  readonly answered: () => void;
  readonly hangUp: () => void;
}

/** One connection of a caller. */
class Call {
  private readonly spec: CallerSpec;
  private readonly events: CallEvents;
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly reader: AnswerReader;
  private socket: Socket | undefined;

  constructor(spec: CallerSpec, events: CallEvents) {
    this.spec = spec;
    this.events = events;
    this.reader = new AnswerReader(({ status, bodyBytes }) => this.answered(status, bodyBytes), false);
    this.reader.isHead = spec.isHead;
  }

  /** A sip reads this many bytes from the kernel: a stream's read-ahead would reopen the TCP window. */
  get readOptions(): Pick<TcpNetConnectOpts, "onread"> {
    const { behaviour } = this.spec;
    if (behaviour.kind !== "sip") return {};
    const callback = (length: number, buffer: Uint8Array) => {
      this.reader.read(Buffer.from(buffer.subarray(0, length)));
      this.timers.push(setTimeout(() => this.socket?.resume(), behaviour.everyMs));
      return false;
    };
    return { onread: { buffer: new Uint8Array(behaviour.bytes), callback } };
  }

  listen(socket: Socket): void {
    this.socket = socket;
    const { kind } = this.spec.behaviour;
    // Before it connects: a socket reads ahead by itself.
    if (kind === "deaf") socket.pause();
    else if (kind !== "sip") socket.on("data", (chunk: Buffer) => this.reader.read(chunk));
  }

  begin(socket: Socket): void {
    const { behaviour } = this.spec;
    if (behaviour.kind === "loop" || behaviour.kind === "churn") this.ask(1);
    if (behaviour.kind === "deaf" || behaviour.kind === "sip") this.ask(behaviour.requests);
    if (behaviour.kind === "deaf") this.timers.push(setInterval(() => this.ask(1), deafAskEveryMs));
    if (behaviour.kind === "drip") this.drip(socket, behaviour.bytesLeft);
    if (behaviour.kind === "hangUp") {
      this.ask(1);
      this.timers.push(setTimeout(this.events.hangUp, behaviour.afterMs));
    }
  }

  end(): void {
    for (const timer of this.timers.splice(0)) clearTimeout(timer);
  }

  private ask(times: number): void {
    for (let n = 0; n < times; n += 1) this.socket?.write(this.take());
  }

  private take(): Buffer {
    const { tally, next } = this.spec;
    return next(tally.asked++);
  }

  private drip(socket: Socket, bytesLeft: number): void {
    const request = this.take();
    let at = Math.max(0, request.length - bytesLeft);
    socket.write(request.subarray(0, at));
    this.timers.push(setInterval(() => socket.write(request.subarray(at, ++at)), dripEveryMs));
  }

  private answered(status: number, bytes: number): void {
    const { tally, behaviour } = this.spec;
    tally.statuses[status] = (tally.statuses[status] ?? 0) + 1;
    tally.bytes += bytes;
    this.events.answered();
    if (behaviour.kind === "loop") this.ask(1);
    if (behaviour.kind === "churn") this.events.hangUp();
  }
}
