import { gunzipSync } from "node:zlib";

/** An answer read from a socket, its body decompressed to text. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** An answer that was read to its end. */
export interface ReadAnswer {
  readonly status: number;
  /** The status line and the headers. */
  readonly head: string;
  readonly bodyBytes: number;
  /** Empty if the reader does not keep it. */
  readonly body: readonly Buffer[];
}

const headEnd = "\r\n\r\n";
/** Statuses whose answers have no body. */
const bodiless = new Set([204, 304]);
const chunkEndLength = 2;

type Step = (chunk: Buffer, at: number) => number;

/**
 * Reads the successive answers of one HTTP/1.1 connection as their bytes arrive: with a Content-Length, in chunks, or
 * to the end of the connection. Skips 1xx answers.
 */
export class AnswerReader {
  /** Whether the request was a HEAD: its answer has a length and no body. */
  isHead = false;
  private readonly onAnswer: (answer: ReadAnswer) => void;
  private readonly keepsBody: boolean;
  private step: Step = this.readHead;
  private text = "";
  private head = "";
  private body: Buffer[] = [];
  private bodyBytes = 0;
  /** Remaining bytes of the body, or of the chunk with its line end. */
  private left = 0;

  constructor(onAnswer: (answer: ReadAnswer) => void, keepsBody = true) {
    this.onAnswer = onAnswer;
    this.keepsBody = keepsBody;
  }

  read(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) at = this.step(chunk, at);
  }

  /** Ends the connection, and a body of unknown length with it. */
  end(): void {
    if (this.left === Number.POSITIVE_INFINITY) this.endAnswer();
  }

  private readHead(chunk: Buffer, at: number): number {
    const kept = this.text.length;
    this.text += chunk.toString("latin1", at);
    const end = this.text.indexOf(headEnd);
    if (end < 0) return chunk.length;
    this.head = this.text.slice(0, end);
    this.text = "";
    this.beginBody();
    return at + end + headEnd.length - kept;
  }

  private beginBody(): void {
    const status = statusOf(this.head);
    if (status < 200) return;
    const length = /^content-length: *(\d+)/im.exec(this.head)?.[1];
    if (this.isHead || bodiless.has(status) || length === "0") this.endAnswer();
    else if (/^transfer-encoding: *chunked/im.test(this.head)) this.step = this.readSize;
    else {
      this.left = length === undefined ? Number.POSITIVE_INFINITY : Number(length);
      this.step = this.readBody;
    }
  }

  private readBody(chunk: Buffer, at: number): number {
    const next = this.take(chunk, at, this.left);
    if (this.left === 0) this.endAnswer();
    return next;
  }

  private readSize(chunk: Buffer, at: number): number {
    const next = this.readLine(chunk, at);
    if (this.text.endsWith("\n")) {
      const size = Number.parseInt(this.text, 16);
      this.text = "";
      this.left = size + chunkEndLength;
      this.step = size === 0 ? this.readTrailer : this.readChunk;
    }
    return next;
  }

  private readChunk(chunk: Buffer, at: number): number {
    const next = this.take(chunk, at, this.left - chunkEndLength);
    if (this.left === 0) this.step = this.readSize;
    return next;
  }

  /** Reads lines up to an empty one. */
  private readTrailer(chunk: Buffer, at: number): number {
    const next = this.readLine(chunk, at);
    if (this.text === "\r\n") this.endAnswer();
    else if (this.text.endsWith("\n")) this.text = "";
    return next;
  }

  private readLine(chunk: Buffer, at: number): number {
    const end = chunk.indexOf("\n", at);
    const next = end < 0 ? chunk.length : end + 1;
    this.text += chunk.toString("latin1", at, next);
    return next;
  }

  /** Takes the remaining bytes; the first `ofBody` belong to the body. */
  private take(chunk: Buffer, at: number, ofBody: number): number {
    const next = Math.min(chunk.length, at + this.left);
    const bodyEnd = Math.min(next, at + Math.max(0, ofBody));
    this.bodyBytes += bodyEnd - at;
    if (this.keepsBody && bodyEnd > at) this.body.push(chunk.subarray(at, bodyEnd));
    this.left -= next - at;
    return next;
  }

  private endAnswer(): void {
    const { head, body, bodyBytes } = this;
    [this.text, this.body, this.bodyBytes, this.left] = ["", [], 0, 0];
    this.step = this.readHead;
    this.onAnswer({ status: statusOf(head), head, body, bodyBytes });
  }
}

const statusOf = (head: string) => Number(head.slice(9, 12));

export function rawAnswerOf({ status, head, body }: ReadAnswer): RawAnswer {
  const [, ...lines] = head.split("\r\n");
  const headers = new Headers(
    lines.map((line): [string, string] => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()]),
  );
  const bytes = Buffer.concat(body);
  const isPacked = bytes.length > 0 && headers.get("content-encoding") === "gzip";
  return { status, headers, text: (isPacked ? gunzipSync(bytes) : bytes).toString() };
}
