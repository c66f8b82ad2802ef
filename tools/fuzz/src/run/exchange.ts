import type { RawAnswer } from "@rewards/lab/wire/answer";
import { type Connection, openConnection } from "@rewards/lab/wire/connection";
import type { WrittenRequest } from "../hostile/wire.ts";

export interface Exchange {
  readonly answers: readonly RawAnswer[];
  /** Within the bound, the server neither answered nor ended the connection. */
  readonly hangs: boolean;
  readonly tookMs: number;
}

type Outcome = Omit<Exchange, "tookMs">;
type Sending = Pick<WrittenRequest, "parts" | "meeting" | "isHead">;

/** The service ends connections that idle for 65 s, perhaps as the next request arrives, which then gets no answer. */
const idleMsMax = 30_000;

export interface Exchanger {
  exchange(sending: Sending): Promise<Exchange>;
  close(): void;
}

/** Sends requests over as many connections as run at once. `answerMsMax` bounds each wait for the server. */
export function createExchanger(url: string, answerMsMax: number): Exchanger {
  const idle: { readonly connection: Connection; readonly sinceMs: number }[] = [];

  async function acquire(): Promise<Connection> {
    for (let lane = idle.pop(); lane; lane = idle.pop()) {
      if (!lane.connection.isOver() && performance.now() - lane.sinceMs < idleMsMax) return lane.connection;
      lane.connection.close();
    }
    return openConnection(url);
  }

  async function overLane({ parts, isHead }: Sending): Promise<Outcome> {
    const connection = await acquire();
    for (const part of parts) connection.write(part);
    const answer = await connection.next(answerMsMax, isHead);
    const isKept = typeof answer !== "string" && answer.headers.get("connection") !== "close" && !connection.isOver();
    if (isKept) idle.push({ connection, sinceMs: performance.now() });
    else connection.close();
    return { answers: typeof answer === "string" ? [] : [answer], hangs: answer === "late" };
  }

  async function overOwn({ parts, meeting, isHead }: Sending): Promise<Outcome> {
    const connection = await openConnection(url);
    const answers: RawAnswer[] = [];
    // Not awaited: a server that refuses the head answers before it has read everything.
    for (const part of parts) connection.write(part);
    if (meeting === "drop") {
      connection.closeSoon();
      return { answers, hangs: false };
    }
    if (meeting === "cut") connection.finish();
    for (;;) {
      const answer = await connection.next(answerMsMax, isHead && answers.length === 0);
      if (typeof answer === "string") {
        connection.close();
        return { answers, hangs: answer === "late" };
      }
      answers.push(answer);
      connection.finish();
    }
  }

  return {
    async exchange(sending) {
      const startedMs = performance.now();
      const outcome = await (sending.meeting === "lane" ? overLane(sending) : overOwn(sending));
      return { ...outcome, tookMs: performance.now() - startedMs };
    },
    close() {
      for (const { connection } of idle.splice(0)) connection.close();
    },
  };
}
