import { once } from "node:events";
import { connect } from "node:net";
import { type RawAnswer, readAnswer } from "./answer.ts";

/** A connection whose bytes are the caller's own: for what no HTTP client would send. */
export interface Connection {
  write(bytes: Uint8Array): void;
  /** The next answer but a 1xx; `ended` where the connection is over before it, `late` after `waitMsMax`. */
  next(waitMsMax: number, isHead?: boolean): Promise<RawAnswer | "ended" | "late">;
  /** Sends no more, and still reads. */
  finish(): void;
  close(): void;
  /** Closes once what was written is sent. */
  closeSoon(): void;
  isOver(): boolean;
}

export async function openConnection(url: string): Promise<Connection> {
  const { hostname, port } = new URL(url);
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true, noDelay: true });
  await once(socket, "connect");
  let buffered: Buffer = Buffer.alloc(0);
  let over = false;
  let wake = () => {};
  const end = () => {
    over = true;
    wake();
  };
  socket.on("data", (chunk: Buffer) => {
    buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk]);
    wake();
  });
  socket.on("end", end).on("close", end).on("error", end);

  function take(isHead: boolean): RawAnswer | undefined {
    for (;;) {
      const read = readAnswer(buffered, isHead);
      if (!read) return undefined;
      buffered = buffered.subarray(read.length);
      if (read.answer.status >= 200) return read.answer;
    }
  }

  async function next(waitMsMax: number, isHead = false): Promise<RawAnswer | "ended" | "late"> {
    const endsMs = performance.now() + waitMsMax;
    for (;;) {
      const answer = take(isHead);
      if (answer) return answer;
      if (over) return "ended";
      const leftMs = endsMs - performance.now();
      if (leftMs <= 0) return "late";
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, leftMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  return {
    write: (bytes) => void (over || socket.write(bytes)),
    next,
    finish: () => void socket.end(),
    close: () => void socket.destroy(),
    closeSoon: () => void socket.destroySoon(),
    isOver: () => over || socket.destroyed,
  };
}
