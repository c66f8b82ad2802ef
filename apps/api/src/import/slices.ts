import { AppError } from "@rewards/domain";
import type { Arrival } from "./arrive.ts";
import type { Line, LineSplitter } from "./split.ts";

export const importLinesMax = 20_000;
/** A slice has no more lines, and ends with the line that exceeds these bytes. */
export const sliceLinesMax = 100;
const sliceBytesMax = 65_536;

/** The first line without an answer, if the import ends now. */
export interface Place {
  line: number;
}

/**
 * Lines that are inserted together: those that have arrived, as far as a slice has room. If the body breaks off, its last
 * line is left out, even if it could be whole.
 * @throws AppError 413 or 400 after the last whole line.
 */
export async function* slicesOf(arrival: Arrival, splitter: LineSplitter, place: Place): AsyncGenerator<Line[]> {
  let slice: Line[] = [];
  let bytes = 0;

  /** Slices that are full with these lines. */
  function* fill(lines: Iterable<Line>): Generator<Line[]> {
    for (const line of lines) {
      if (line.number > importLinesMax) break;
      slice.push(line);
      bytes += line.bytes?.length ?? 0;
      if (slice.length === sliceLinesMax || bytes > sliceBytesMax) yield* take();
    }
    if (splitter.count <= importLinesMax) return;
    yield* take();
    place.line = importLinesMax + 1;
    throw new AppError("Error_Body_TooLarge");
  }

  function* take(): Generator<Line[]> {
    const taken = slice;
    slice = [];
    bytes = 0;
    if (taken.length > 0) yield taken;
  }

  for await (const chunk of arrival.chunks) {
    yield* fill(splitter.split(chunk));
    if (!arrival.hasMore()) yield* take();
  }
  const fault = arrival.fault();
  if (!fault && !arrival.isBroken()) yield* fill(splitter.last());
  yield* take();
  place.line = splitter.count + 1;
  if (fault) throw fault;
}
