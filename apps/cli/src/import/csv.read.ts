import { parse } from "csv-parse/sync";
import type { FileLine } from "./lines.read.ts";

/** A row of a CSV file. */
export interface Row {
  /** Of its first line, from 1. */
  readonly number: number;
  readonly cells: readonly string[];
}

/** A line that is no row, and why. */
export interface BadRow {
  readonly line: FileLine;
  readonly problem: string;
}

/** A quote that is not closed within this many bytes is taken for a fault of its line alone. */
const rowBytesMax = 1_048_576;
const delimiters = [",", ";", "\t", "|"];
const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Splits lines into rows; the cells of a row may have line breaks within quotes. The first line shows the delimiter. A
 * fault costs one line: reading goes on with the next one. A row of several lines that has not the columns of the others
 * is such a fault: its quote was not closed, and ends at one further down.
 * @param columns how many a row has; by default as many as the first.
 */
export async function* readRows(lines: AsyncIterable<FileLine>, columns?: number): AsyncGenerator<Row | BadRow> {
  const iterator = lines[Symbol.asyncIterator]();
  /** The next line last. */
  const ahead: FileLine[] = [];
  const next = async (): Promise<FileLine | undefined> => ahead.pop() ?? (await iterator.next()).value;
  let delimiter: string | undefined;
  let width = columns;
  for (let line = await next(); line; line = await next()) {
    if (line.bytes === "") continue;
    delimiter ??= delimiterOf(line.bytes);
    const taken = await takeQuoted(line, next);
    try {
      const text = decode(taken.map(({ bytes }) => bytes).join("\n"));
      const cells = split(text, delimiter);
      width ??= cells.length;
      if (taken.length > 1 && cells.length !== width) throw new Error(wrongColumns(cells.length, width));
      yield { number: line.number, cells };
    } catch (error) {
      while (taken.length > 1) ahead.push(taken.pop() as FileLine);
      yield { line, problem: (error as Error).message };
    }
  }
}

export const wrongColumns = (found: number, wanted: number) => `The row has ${found} columns instead of ${wanted}.`;

/** The line, and those after it up to the one in which its last quote ends. */
async function takeQuoted(line: FileLine, next: () => Promise<FileLine | undefined>): Promise<FileLine[]> {
  const taken = [line];
  let [isOpen, bytes] = [opens(line), line.bytes.length];
  while (isOpen && bytes <= rowBytesMax) {
    const more = await next();
    if (!more) break;
    taken.push(more);
    bytes += more.bytes.length;
    if (opens(more)) isOpen = false;
  }
  return taken;
}

/** Whether a quote begins or ends in the line that does not end or begin there. */
const opens = ({ bytes }: FileLine) => bytes.includes('"') && bytes.split('"').length % 2 === 0;

function delimiterOf(bytes: string): string {
  const bare = bytes.replace(/"[^"]*"/g, "");
  const counts = delimiters.map((one) => bare.split(one).length);
  return delimiters[counts.indexOf(Math.max(...counts))] as string;
}

/** @throws Error if the bytes are no UTF-8. */
function decode(bytes: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII.
  if (/^[\x00-\x7f]*$/.test(bytes)) return bytes;
  try {
    return utf8.decode(Buffer.from(bytes, "latin1"));
  } catch {
    throw new Error("It is not UTF-8.");
  }
}

/** @throws CsvError for a wrong quote. */
function split(text: string, delimiter: string): readonly string[] {
  if (!text.includes('"')) return text.split(delimiter);
  const [cells = []] = parse(text, { delimiter, relax_column_count: true });
  return cells;
}
