import { endsWithin } from "@rewards/runtime";
import type { Sql } from "../client.ts";
import { readPosition } from "./replica.facts.ts";
import { type Position, unknownPosition } from "./replica.position.ts";

/** A write does not wait longer for its position: it is done. */
const tellMsMax = 500;

/** Reads the position of the primary after a commit. `unknownPosition` if the primary does not answer in time; never rejects. */
export type TellPosition = () => Promise<Position>;

/** @param note gets each known position. */
export function createTellPosition(primary: Sql, note: (position: Position) => void): TellPosition {
  return async () => {
    let told = unknownPosition;
    const asking = readPosition(primary).then((position) => {
      told = position;
      note(position);
    });
    await endsWithin(tellMsMax, asking).catch(() => undefined);
    return told;
  };
}
