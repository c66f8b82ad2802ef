import type { RawAnswer } from "@rewards/lab/wire/answer";
import { type Connection, openConnection } from "@rewards/lab/wire/connection";

/**
 * How a request uses connections.
 * - `lane`: one of the kept-alive connections.
 * - `own`: a new one; after the answer the caller ends it and reads anything else that arrives.
 * - `cut`: a new one that the caller ends right after the bytes, although the server waits for more.
 * - `drop`: like `cut`, but closed at once, so that no answer can arrive.
 */
type Meeting = "lane" | "own" | "cut" | "drop";

export interface Sending {
  readonly parts: readonly Uint8Array[];
  readonly meeting: Meeting;
  readonly isHead: boolean;
}

export interface Exchange {
  readonly answers: readonly RawAnswer[];
  /** Within the bound, the server neither answered nor ended the connection. */
  readonly hangs: boolean;
  readonly tookMs: number;
}

type Outcome = Omit<Exchange, "tookMs">;

/** The service ends connections that idle for 65 s, perhaps as the next request arrives, which then gets no answer. */
const idleMsMax = 30_000;

interface Lane {
  readonly connection: Connection;
  readonly idleSinceMs: number;
}

export interface Exchanger {
  exchange(sending: Sending): Promise<Exchange>;
  close(): void;
}

/** Sends requests over as many connections as run at once. `answerMsMax` bounds each wait for the server. */
export function createExchanger(url: string, answerMsMax: number): Exchanger {
  const idle: Lane[] = [];

  async function acquire(): Promise<Connection> {
    for (let lane = idle.pop(); lane; lane = idle.pop()) {
      if (!lane.connection.isOver() && performance.now() - lane.idleSinceMs < idleMsMax) return lane.connection;
      lane.connection.close();
    }
    return openConnection(url);
  }

  async function overLane(sending: Sending): Promise<Outcome> {
    const lane = await acquire();
    for (const part of sending.parts) lane.write(part);
    const answer = await lane.next(answerMsMax, sending.isHead);
    const isKept = typeof answer !== "string" && answer.headers.get("connection") !== "close" && !lane.isOver();
    if (isKept) idle.push({ connection: lane, idleSinceMs: performance.now() });
    else lane.close();
    return { answers: typeof answer === "string" ? [] : [answer], hangs: answer === "late" };
  }

  return {
    async exchange(sending) {
      const startedMs = performance.now();
      const outcome = await (sending.meeting === "lane" ? overLane(sending) : overOwn(url, answerMsMax, sending));
      return { ...outcome, tookMs: performance.now() - startedMs };
    },
    close() {
      for (const { connection } of idle.splice(0)) connection.close();
    },
  };
}

async function overOwn(url: string, answerMsMax: number, { parts, meeting, isHead }: Sending): Promise<Outcome> {
  const connection = await openConnection(url);
  const answers: RawAnswer[] = [];
  let hangs = false;
  // Not awaited: a server that refuses the head answers before it has read everything.
  for (const part of parts) connection.write(part);
  if (meeting === "drop") {
    connection.closeSoon();
    return { answers, hangs };
  }
  if (meeting === "own") {
    const answer = await connection.next(answerMsMax, isHead);
    if (answer === "late") hangs = true;
    else if (answer !== "ended") answers.push(answer);
  }
  if (!hangs) {
    connection.finish();
    hangs = (await readToEnd(connection, answerMsMax, answers)) === "late";
  }
  connection.close();
  return { answers, hangs };
}

async function readToEnd(connection: Connection, waitMsMax: number, answers: RawAnswer[]): Promise<"ended" | "late"> {
  for (;;) {
    const answer = await connection.next(waitMsMax);
    if (typeof answer === "string") return answer;
    answers.push(answer);
  }
}
