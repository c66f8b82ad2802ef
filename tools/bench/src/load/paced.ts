import { setTimeout as delay } from "node:timers/promises";
import type { Answer, Connection } from "./connection.ts";

interface Traffic {
  readonly perSecond: number;
  /** Open connections; each is used by one request at a time, and a request waits if none is free. */
  readonly connections: readonly Connection[];
  /** Gives another connection, not yet open, if none is free; undefined if there are enough. */
  readonly more?: () => Connection | undefined;
  /** Each n-th request opens its connection again, and so does one whose connection broke. */
  readonly openEvery?: number | undefined;
}

const tickMsMax = 5;

/**
 * Sends requests at a fixed rate, whatever the service does. `onAnswer` gets the time of performance.now at which a
 * request was due: latency counts from there.
 */
export function createTraffic(
  { perSecond, connections, more = () => undefined, openEvery }: Traffic,
  makeRequest: (n: number) => string,
  onAnswer: (answer: Answer, n: number, dueMs: number) => void,
) {
  const free = [...connections];
  const startedMs = performance.now();
  let [due, sent, answered, isStopped] = [0, 0, 0, false];
  const dueMs = (n: number) => startedMs + (n * 1_000) / perSecond;

  function sendDue(): void {
    while (sent < due) {
      // In rotation: the service closes connections that idle for long.
      const connection = free.shift() ?? more();
      if (!connection) return;
      const n = sent++;
      const send = () => connection.send(makeRequest(n), (answer) => end(connection, answer, n));
      const mustOpen = openEvery !== undefined && (n % openEvery === 0 || !connection.isOpen);
      // If the connection cannot be opened, it sends nothing and reports a broken answer.
      if (mustOpen) connection.open().then(send, send);
      else send();
    }
  }

  function end(connection: Connection, answer: Answer, n: number): void {
    answered += 1;
    onAnswer(answer, n, dueMs(n));
    if (answer.status !== 0 || openEvery !== undefined) free.push(connection);
    sendDue();
  }

  return {
    /** Sends until `total` requests are due, or it is stopped. Resolves when all are answered, or after `waitMsMax`. */
    async run(total: number, waitMsMax: number) {
      while (due < total && !isStopped) {
        due = Math.min(total, Math.floor(((performance.now() - startedMs) * perSecond) / 1_000) + 1);
        sendDue();
        await delay(Math.min(tickMsMax, Math.max(0, dueMs(due) - performance.now())));
      }
      const endsMs = performance.now() + waitMsMax;
      while (answered < due && performance.now() < endsMs) await delay(tickMsMax);
      return { unanswered: due - answered };
    },
    stop: () => {
      isStopped = true;
    },
  };
}
