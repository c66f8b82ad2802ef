import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { AnswerReader, type RawAnswer, rawAnswerOf } from "./answer.ts";

/** A connection that carries any bytes, including those that no HTTP client would send. */
export interface Connection {
  write(bytes: string | Uint8Array): void;
  /** The next answer except 1xx; `ended` if the connection ends first, `late` after `waitMsMax`. */
  next(waitMsMax: number, isHead?: boolean): Promise<RawAnswer | "ended" | "late">;
  /** Resolves when the server has ended the connection, or it broke. */
  readonly ended: Promise<void>;
  /** Stops sending, and continues to read. */
  finish(): void;
  close(): void;
  /** Closes after everything written is sent. */
  closeSoon(): void;
  isOver(): boolean;
}

async function openSocket(url: string, localAddress: string | undefined): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({
    port: Number(port),
    host: hostname,
    allowHalfOpen: true,
    noDelay: true,
    ...(localAddress !== undefined && { localAddress }),
  });
  await once(socket, "connect");
  return socket;
}

/** `localAddress` is the local address to connect from. */
export async function openConnection(url: string, localAddress?: string): Promise<Connection> {
  const socket = await openSocket(url, localAddress);
  const answers: RawAnswer[] = [];
  let over = false;
  let wake = () => {};
  const reader = new AnswerReader((answer) => {
    reader.isHead = false;
    answers.push(rawAnswerOf(answer));
  });
  socket.on("data", (chunk: Buffer) => {
    reader.read(chunk);
    wake();
  });
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      if (!over) reader.end();
      over = true;
      wake();
      resolve();
    };
    socket.on("end", end).on("close", end).on("error", end);
  });

  async function next(waitMsMax: number, isHead = false): Promise<RawAnswer | "ended" | "late"> {
    const endsMs = performance.now() + waitMsMax;
    if (answers.length === 0) reader.isHead = isHead;
    for (;;) {
      const answer = answers.shift();
      if (answer) return answer;
      if (over) return "ended";
      const leftMs = endsMs - performance.now();
      if (leftMs <= 0) return "late";
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, leftMs);
        wake = () => resolve(clearTimeout(timer));
      });
    }
  }

  return {
    write: (bytes) => void (over || socket.write(bytes)),
    next,
    ended,
    finish: () => void socket.end(),
    close: () => void socket.destroy(),
    closeSoon: () => void socket.destroySoon(),
    isOver: () => over || socket.destroyed,
  };
}
