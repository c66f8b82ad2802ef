import { stat } from "node:fs/promises";
import type { ImportLine } from "./lines.read.ts";
import type { Place } from "./place.ts";
import type { Source } from "./source.open.ts";

/** Lines of a call. Each call has at most half of the lines and bytes that the service takes. */
const batchLinesMax = 10_000;
const batchBytesMax = 8_388_608;

interface Batch {
  readonly lines: readonly ImportLine[];
  /** How much of the file is read. */
  readonly part: string;
}

/** The lines of a file in batches, from where an earlier run stopped. A batch is done once the next is asked for. */
export async function* batchesOf(file: string, source: Source, place: Place): AsyncGenerator<Batch> {
  const { size } = file === "-" ? { size: 0 } : await stat(file);
  const partOf = () => (size === 0 ? "" : `${Math.floor((100 * source.readBytes()) / size)} %, `);
  let lines: ImportLine[] = [];
  let bytes = 0;
  for await (const line of source.lines) {
    if (line.number <= place.line) continue;
    if (lines.length === batchLinesMax || (lines.length > 0 && bytes + line.bytes.length > batchBytesMax)) {
      yield { lines, part: partOf() };
      await place.save(line.number - 1);
      lines = [];
      bytes = 0;
    }
    lines.push(line);
    bytes += line.bytes.length;
  }
  if (lines.length > 0) yield { lines, part: partOf() };
  await place.forget();
}
