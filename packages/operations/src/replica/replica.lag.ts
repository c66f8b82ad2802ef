import type { Position } from "./replica.position.ts";

interface Note {
  readonly position: Position;
  readonly atMs: number;
}

/** Notes are a second apart, and a few more if servers are slow. In a longer gap the primary may have written much. */
const gapMsMax = 5_000;

export type PositionLog = ReturnType<typeof createPositionLog>;

/**
 * Where the primary was at which time, by the clock of this process. From it follows how old the data of a replica is.
 * @param notesMax older notes are dropped; a lag beyond them is shown as the age of the oldest.
 */
export function createPositionLog(notesMax: number) {
  let notes: Note[] = [];
  return {
    /** Positions come in the order of time. A lower one begins another history, and those before are dropped. */
    note(position: Position, atMs: number): void {
      if (position < (notes.at(-1)?.position ?? 0n)) notes = [];
      notes.push({ position, atMs });
      if (notes.length > notesMax) notes.shift();
    },
    /** The age of the oldest position noted that the replica has not replayed, ms; 0 if it has replayed all. */
    lagMs(replayed: Position, nowMs: number): number {
      const missing = notes.find(({ position }) => position > replayed);
      return missing === undefined ? 0 : nowMs - missing.atMs;
    },
    /**
     * What a replica must have replayed so that it lags no more than `lagMsMax`. A log that began later gives its first
     * position. Undefined if no position was noted within `lagMsMax`.
     */
    floor(lagMsMax: number, nowMs: number): Position | undefined {
      const index = notes.findLastIndex(({ atMs }) => nowMs - atMs >= lagMsMax);
      const [old, next] = [notes[index], notes[index + 1]];
      if (next === undefined) return undefined;
      return old !== undefined && next.atMs - old.atMs <= gapMsMax ? old.position : next.position;
    },
  };
}
