/** A line of a body. */
export interface Line {
  /** From 1. */
  readonly number: number;
  /** Without its end; undefined if it is too long. */
  readonly bytes: Buffer | undefined;
}

const newline = 0x0a;
const carriageReturn = 0x0d;
const byteOrderMark = Buffer.from("\ufeff");

/**
 * Splits a body into lines while it arrives, and holds no more of it than one line. Empty lines are counted and left out;
 * a line with more than `lineBytesMax` bytes comes without them.
 */
export class LineSplitter {
  private readonly lineBytesMax: number;
  /** The line that has not ended yet. */
  private held: Buffer[] = [];
  private heldBytes = 0;
  /** Lines that have ended. */
  count = 0;

  constructor(lineBytesMax: number) {
    this.lineBytesMax = lineBytesMax;
  }

  /** The lines that end in these bytes. */
  *split(chunk: Buffer): Generator<Line> {
    let from = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
      const isEmpty = this.heldBytes === 0 && (end === from || (end === from + 1 && chunk[from] === carriageReturn));
      // A body may consist of nothing else, and must not take long.
      if (isEmpty) this.count += 1;
      else {
        this.hold(chunk.subarray(from, end));
        yield* this.end();
      }
      from = end + 1;
    }
    this.hold(chunk.subarray(from));
  }

  /** The last line, if the body does not end with a newline. */
  *last(): Generator<Line> {
    if (this.heldBytes > 0) yield* this.end();
  }

  private hold(part: Buffer): void {
    this.heldBytes += part.length;
    // The mark and a carriage return are not counted; of a longer line nothing is kept.
    if (this.heldBytes > this.lineBytesMax + byteOrderMark.length + 1) this.held = [];
    else if (part.length > 0) this.held.push(part);
  }

  private *end(): Generator<Line> {
    const isKept = this.held.length > 0;
    const bytes = this.plain(this.held.length === 1 ? (this.held[0] as Buffer) : Buffer.concat(this.held));
    const isLong = bytes.length > this.lineBytesMax || (this.heldBytes > 0 && !isKept);
    this.held = [];
    this.heldBytes = 0;
    this.count += 1;
    if (isLong) yield { number: this.count, bytes: undefined };
    else if (bytes.length > 0) yield { number: this.count, bytes };
  }

  /** Without a carriage return at the end, and without the mark that some programs write before the first line. */
  private plain(bytes: Buffer): Buffer {
    const hasMark = this.count === 0 && bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark);
    const from = hasMark ? byteOrderMark.length : 0;
    return bytes.subarray(from, bytes.at(-1) === carriageReturn ? -1 : undefined);
  }
}
