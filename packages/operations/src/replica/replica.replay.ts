import { setTimeout as delay } from "node:timers/promises";
import { endsWithin, inTime } from "@rewards/runtime";
import type { ReplicaFacts } from "./replica.facts.ts";
import type { Position } from "./replica.position.ts";

/** How long a read waits until the replica has replayed the write of its caller. */
const replayMsMax = 100;
const lookEveryMs = 5;
/** The primary is asked for its position no more often, whatever positions callers send. */
const askEveryMs = 20;

export interface ReplayOptions {
  /** Of the replica. */
  readonly readFacts: () => Promise<ReplicaFacts>;
  /** Of the primary. */
  readonly readPosition: () => Promise<Position>;
}

/** Waits until the replica has replayed a position. However many wait, one statement at a time asks for it. */
export function createReplay({ readFacts, readPosition }: ReplayOptions) {
  const primary = createReach(readPosition);
  let replayed: Position | undefined;
  let looking: Promise<void> | undefined;
  let lookedMs = Number.NEGATIVE_INFINITY;

  async function look(): Promise<void> {
    await delay(Math.max(0, lookedMs + lookEveryMs - performance.now()), undefined, { ref: false });
    const facts = await readFacts();
    lookedMs = performance.now();
    // Unless it was given up meanwhile.
    if (replayed !== undefined) replayed = facts.replayed ?? replayed;
  }

  /** All who wait share a look. */
  function lookTogether(): Promise<void> {
    looking ??= look().finally(() => {
      looking = undefined;
    });
    return looking;
  }

  async function waitIfReachable(position: Position): Promise<boolean> {
    const endsMs = performance.now() + replayMsMax;
    if (!(await primary.reaches(position, replayMsMax))) return false;
    const isReplayed = () => replayed !== undefined && position <= replayed;
    const reached = async () => {
      while (!isReplayed() && replayed !== undefined && performance.now() < endsMs) await lookTogether();
      return isReplayed();
    };
    // If a look fails, the next one of the watch says what is wrong with the replica.
    return (await inTime(endsMs - performance.now(), reached()).catch(() => false)) ?? false;
  }

  return {
    /** False after `replayMsMax`, and at once if there is no replica in use or the primary has not reached the position. */
    async await(position: Position | undefined): Promise<boolean> {
      if (replayed === undefined) return false;
      return position === undefined || position <= replayed || waitIfReachable(position);
    },
    /** Where the primary is. It may be lower than before: then the primary has another history. */
    learn: primary.learn,
    /** The primary has reached at least this position. */
    note: primary.note,
    /** What the replica has replayed; undefined while it is not used. */
    follow(next: Position | undefined): void {
      replayed = next;
    },
  };
}

/** How far the primary is, as far as this process knows. */
function createReach(readPosition: ReplayOptions["readPosition"]) {
  let known: Position = 0n;
  let asking: Promise<void> | undefined;
  let askedMs = Number.NEGATIVE_INFINITY;
  const learn = (position: Position) => {
    known = position;
  };

  /** The position of another API's write may be newer than what is known here. */
  function ask(): Promise<void> {
    if (asking || performance.now() - askedMs < askEveryMs) return asking ?? Promise.resolve();
    askedMs = performance.now();
    asking = readPosition()
      .then(learn, () => undefined)
      .finally(() => {
        asking = undefined;
      });
    return asking;
  }

  return {
    learn,
    note(position: Position) {
      if (position > known) known = position;
    },
    async reaches(position: Position, msMax: number): Promise<boolean> {
      if (position > known) await endsWithin(msMax, ask());
      return position <= known;
    },
  };
}
