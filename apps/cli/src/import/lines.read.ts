import { once } from "node:events";
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";
import type { errorBody } from "@rewards/domain";
import { describeCause } from "@rewards/runtime";
import { CommandError } from "../error.ts";

export type ErrorBody = ReturnType<typeof errorBody>;

/** A line of a file. */
export interface FileLine {
  /** From 1. */
  readonly number: number;
  /** One character for each byte: bytes that are no UTF-8 must reach the service unchanged, which refuses them. */
  readonly bytes: string;
}

/** A line to send, or one that is refused before. */
export type ImportLine = FileLine & { readonly error?: ErrorBody };

export const textOf = ({ bytes }: FileLine): string => Buffer.from(bytes, "latin1").toString();

/** A file of lines, and how much of it has been read. */
export interface LinesFile {
  readonly lines: AsyncIterable<FileLine>;
  /** Bytes of the file, packed if it is. */
  readBytes(): number;
}

const gzipMagic = Buffer.from([0x1f, 0x8b]);
const byteOrderMark = Buffer.from("\ufeff").toString("latin1");

/**
 * Opens a file of lines, or standard input by the name `-`; gzip is known by its first bytes.
 * @throws CommandError if it cannot be read.
 */
export async function openLines(file: string): Promise<LinesFile> {
  const source = file === "-" ? process.stdin : createReadStream(file);
  const fail = (error: unknown) => {
    throw new CommandError(`Cannot read ${file}: ${describeCause(error)}`, 2);
  };
  await once(source, "readable").catch(fail);
  const first: Buffer = source.read() ?? Buffer.alloc(0);
  if (first.length > 0) source.unshift(first);
  const isPacked = first.subarray(0, gzipMagic.length).equals(gzipMagic);
  const input = isPacked ? source.pipe(createGunzip()) : source;
  input.setEncoding("latin1");

  async function* read(): AsyncGenerator<FileLine> {
    let number = 0;
    try {
      for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
        number += 1;
        const bytes = number === 1 && line.startsWith(byteOrderMark) ? line.slice(byteOrderMark.length) : line;
        yield { number, bytes };
      }
    } catch (error) {
      fail(error);
    }
  }

  return { lines: read(), readBytes: () => ("bytesRead" in source ? source.bytesRead : 0) };
}
