import { setTimeout as delay } from "node:timers/promises";
import { type EventKind, eventKinds } from "@rewards/domain";
import { apiRoot } from "@rewards/lab/client";
import { send } from "../load/send.ts";

/** An event as EventsSince shows it. */
interface ReadEvent {
  readonly ID: string;
  readonly Type: string;
  readonly Timestamp: string;
  readonly Sequence: number;
  readonly Data: unknown;
}

export interface Reader {
  /** All that it read, in order; of the last copy of the database, if a restore brought another. */
  readonly events: readonly ReadEvent[];
  /** Reads on until nothing is left, and stops. */
  finish(): Promise<void>;
}

const pauseMs = 100;
const kinds = Object.keys(eventKinds) as EventKind[];

/** Follows the log of events over the APIs in turn, from its beginning, and goes on after every break. */
export function startReader(urls: readonly string[]): Reader {
  const events: ReadEvent[] = [];
  let [isStopped, turn] = [false, 0];
  let after: string | undefined;

  /** @returns whether there is nothing more for now. */
  async function readPage(): Promise<boolean> {
    turn += 1;
    const dataViewParameters = { Kinds: kinds, ...(after !== undefined && { After: after }) };
    const path = `${apiRoot}/data_views/EventsSince`;
    const url = urls[turn % urls.length] as string;
    const answer = await send(url, { method: "POST", path, body: { dataViewParameters } }).catch(() => undefined);
    if (answer?.status === 409) {
      // Another copy of the database: all begins anew.
      events.length = 0;
      after = undefined;
    }
    if (answer?.status !== 200) return false;
    events.push(...(answer.body.data as ReadEvent[]));
    after = answer.body.NextPosition;
    return answer.body.hasMoreResults !== true;
  }

  const running = (async () => {
    for (;;) {
      const isLast = isStopped;
      const isAtEnd = await readPage();
      if (isAtEnd && isLast) return;
      if (isAtEnd) await delay(pauseMs);
    }
  })();
  return {
    events,
    async finish() {
      isStopped = true;
      await running;
    },
  };
}
