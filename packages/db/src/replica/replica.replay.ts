import { setTimeout as delay } from "node:timers/promises";
import { endsWithin } from "@rewards/runtime";
import type { ReplicaFacts } from "./replica.facts.ts";
import type { Position } from "./replica.position.ts";

/** How long a read waits until the replica has replayed the write of its caller. */
const replayMsMax = 100;
const pollEveryMs = 5;
/** The primary is asked for its position no more often, whatever positions callers send. */
const askEveryMs = 20;

export interface ReplayOptions {
  /** Of the replica. */
  readonly readFacts: () => Promise<ReplicaFacts>;
  /** Of the primary. */
  readonly readPosition: () => Promise<Position>;
}

/** Waits until the replica has replayed a position. However many wait, one statement at a time asks for it. */
export interface Replay {
  /** False after `replayMsMax`, and at once if there is no replica in use or the primary has not reached the position. */
  await(position: Position | undefined): Promise<boolean>;
  /** Where the primary is. It may be lower than before: then the primary has another history. */
  learn(position: Position): void;
  /** The primary has reached at least this position. */
  note(position: Position): void;
  /** What the replica has replayed; undefined while it is not used. */
  follow(replayed: Position | undefined): void;
}

interface Waiter {
  readonly position: Position;
  readonly end: (isReplayed: boolean) => void;
}

export function createReplay({ readFacts, readPosition }: ReplayOptions): Replay {
  const waiters = new Set<Waiter>();
  let replayed: Position | undefined;
  let known: Position = 0n;
  let isPolling = false;
  let asking: Promise<void> | undefined;
  let askedMs = Number.NEGATIVE_INFINITY;

  /** The position of another API's write may be newer than what is known here. */
  function askPrimary(): Promise<void> {
    if (asking || performance.now() - askedMs < askEveryMs) return asking ?? Promise.resolve();
    askedMs = performance.now();
    asking = readPosition()
      .then((position) => {
        known = position;
      })
      .catch(() => undefined)
      .finally(() => {
        asking = undefined;
      });
    return asking;
  }

  function endAll(isOver: (waiter: Waiter) => boolean, isReplayed: boolean): void {
    for (const waiter of waiters) if (isOver(waiter)) waiter.end(isReplayed);
  }

  async function poll(): Promise<void> {
    isPolling = true;
    try {
      while (waiters.size > 0 && replayed !== undefined) {
        const facts = await readFacts();
        // Unless it was given up meanwhile.
        if (replayed !== undefined) replayed = facts.replayed ?? replayed;
        const reached = replayed;
        if (reached !== undefined) endAll(({ position }) => position <= reached, true);
        if (waiters.size > 0) await delay(pollEveryMs, undefined, { ref: false });
      }
    } catch {
      // The next look says what is wrong with the replica.
      endAll(() => true, false);
    } finally {
      isPolling = false;
    }
  }

  function wait(position: Position, msMax: number): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (isReplayed: boolean) => {
        clearTimeout(timer);
        waiters.delete(waiter);
        resolve(isReplayed);
      };
      const waiter = { position, end };
      const timer = setTimeout(end, msMax, false);
      waiters.add(waiter);
      if (!isPolling) void poll();
    });
  }

  async function waitIfReachable(position: Position): Promise<boolean> {
    const endsMs = performance.now() + replayMsMax;
    if (position > known) await endsWithin(replayMsMax, askPrimary());
    return position <= known && wait(position, endsMs - performance.now());
  }

  return {
    async await(position) {
      if (replayed === undefined) return false;
      return position === undefined || position <= replayed || waitIfReachable(position);
    },
    learn(position) {
      known = position;
    },
    note(position) {
      if (position > known) known = position;
    },
    follow(next) {
      replayed = next;
      if (next === undefined) endAll(() => true, false);
    },
  };
}
