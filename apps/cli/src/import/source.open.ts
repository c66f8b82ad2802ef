import type { ImportClass } from "./csv.plan.ts";
import { recordsOf } from "./csv.record.ts";
import { type FileLine, type ImportLine, type LinesFile, openLines } from "./lines.read.ts";
import type { Mapping } from "./mapping.ts";

/** What is to be sent of a file. */
export type Source = Pick<LinesFile, "readBytes"> & { readonly lines: AsyncIterable<ImportLine> };

/** Opens a file: with a mapping, or if its first line is no JSON object, as CSV. */
export async function openSource(file: string, of: ImportClass, mapping: Mapping | undefined): Promise<Source> {
  const { lines, readBytes } = await openLines(file);
  async function* read(): AsyncGenerator<ImportLine> {
    const iterator = lines[Symbol.asyncIterator]();
    let first = await iterator.next();
    while (!first.done && first.value.bytes.trim() === "") first = await iterator.next();
    if (first.done) return;
    const all = startingWith(first.value, iterator);
    if (mapping || !/^\s*\{/.test(first.value.bytes)) yield* recordsOf(all, of, mapping);
    else for await (const line of all) if (line.bytes !== "") yield line;
  }
  return { lines: read(), readBytes };
}

async function* startingWith(first: FileLine, iterator: AsyncIterator<FileLine>): AsyncGenerator<FileLine> {
  yield first;
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
}
