const headEnd = "\r\n\r\n";
/** Statuses of answers without a body. */
const bodiless = new Set([204, 304]);
const chunkEndLength = 2;

type Step = (chunk: Buffer, at: number) => number;

/**
 * Reads the answers of one HTTP/1.1 connection, one after the other, and keeps of each its status and the length of its
 * body alone: with a Content-Length, in chunks, or to the end of the connection.
 */
export class AnswerReader {
  private readonly onAnswer: (status: number, bytes: number) => void;
  private readonly isHead: boolean;
  private step: Step = this.readHead;
  private text = "";
  private status = 0;
  private bytes = 0;
  /** Of the body, or of the chunk with its line end. */
  private left = 0;

  /** @param isHead whether every request is a HEAD, whose answer has a length and no body. */
  constructor(onAnswer: (status: number, bytes: number) => void, isHead: boolean) {
    this.onAnswer = onAnswer;
    this.isHead = isHead;
  }

  read(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) at = this.step(chunk, at);
  }

  private readHead(chunk: Buffer, at: number): number {
    const kept = this.text.length;
    this.text += chunk.toString("latin1", at);
    const end = this.text.indexOf(headEnd);
    if (end < 0) return chunk.length;
    const head = this.text.slice(0, end).toLowerCase();
    this.text = "";
    this.status = Number(head.slice(9, 12));
    this.bytes = 0;
    this.beginBody(head);
    return at + end + headEnd.length - kept;
  }

  private beginBody(head: string): void {
    const length = /^content-length: *(\d+)/m.exec(head)?.[1];
    // A 100 Continue comes before the answer.
    if (this.status < 200) this.step = this.readHead;
    else if (this.isHead || bodiless.has(this.status) || length === "0") this.endAnswer();
    else if (/^transfer-encoding: *chunked/m.test(head)) this.step = this.readSize;
    else {
      this.left = length === undefined ? Number.POSITIVE_INFINITY : Number(length);
      this.step = this.readBody;
    }
  }

  private readBody(chunk: Buffer, at: number): number {
    const taken = this.take(chunk, at);
    this.bytes += taken;
    if (this.left === 0) this.endAnswer();
    return at + taken;
  }

  private readSize(chunk: Buffer, at: number): number {
    const next = this.readLine(chunk, at);
    if (this.text.endsWith("\n")) {
      const size = Number.parseInt(this.text, 16);
      this.text = "";
      this.bytes += size;
      this.left = size + chunkEndLength;
      this.step = size === 0 ? this.readTrailer : this.readChunk;
    }
    return next;
  }

  private readChunk(chunk: Buffer, at: number): number {
    const taken = this.take(chunk, at);
    if (this.left === 0) this.step = this.readSize;
    return at + taken;
  }

  /** Lines up to an empty one. */
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

  private take(chunk: Buffer, at: number): number {
    const taken = Math.min(this.left, chunk.length - at);
    this.left -= taken;
    return taken;
  }

  private endAnswer(): void {
    this.text = "";
    this.step = this.readHead;
    this.onAnswer(this.status, this.bytes);
  }
}
