import { connect, type Socket } from "node:net";

export interface Answer {
  /** 0 if the connection broke. */
  readonly status: number;
  readonly hasRetryAfter: boolean;
}

const headerEnd = "\r\n\r\n";
const lengthHeader = "\r\ncontent-length: ";
const brokenAnswer: Answer = { status: 0, hasRetryAfter: false };

/**
 * One keep-alive HTTP/1.1 connection on the bare socket, one request at a time: an HTTP client costs more CPU than the
 * measured service, on the same cores. It reads only what the service sends: answers with a Content-Length and ASCII
 * headers.
 */
export class Connection {
  private readonly url: URL;
  /** The end of a request's first line and the header, or empty. */
  private readonly credential: string;
  private socket: Socket | undefined;
  private received = "";
  private onAnswer: ((answer: Answer) => void) | undefined;

  constructor(url: string, authorization?: string) {
    this.url = new URL(url);
    this.credential = authorization === undefined ? "" : `\r\nauthorization: ${authorization}\r\n`;
  }

  get isOpen(): boolean {
    return this.socket?.writable === true;
  }

  async open(): Promise<void> {
    this.close();
    this.received = "";
    const socket = connect({ host: this.url.hostname, port: Number(this.url.port), noDelay: true });
    await new Promise<void>((resolve, reject) => socket.once("connect", resolve).once("error", reject));
    socket.setEncoding("latin1");
    socket.on("data", (text: string) => this.read(text));
    socket.on("error", () => undefined);
    socket.on("close", () => {
      // A replaced socket has no request in flight.
      if (this.socket === socket) this.answerWith(brokenAnswer);
    });
    this.socket = socket;
  }

  send(request: string, onAnswer: (answer: Answer) => void): void {
    this.onAnswer = onAnswer;
    if (!this.isOpen) return void setImmediate(() => this.answerWith(brokenAnswer));
    this.socket?.write(this.credential ? request.replace("\r\n", () => this.credential) : request, "latin1");
  }

  close(): void {
    this.onAnswer = undefined;
    this.socket?.destroy();
  }

  private read(text: string): void {
    this.received = this.received === "" ? text : this.received + text;
    const bodyAt = this.received.indexOf(headerEnd);
    if (bodyAt < 0) return;
    const head = this.received.slice(0, bodyAt).toLowerCase();
    const lengthAt = head.indexOf(lengthHeader);
    if (lengthAt < 0) throw new Error(`an answer without a Content-Length:\n${head}`);
    const length = Number.parseInt(head.slice(lengthAt + lengthHeader.length), 10);
    if (this.received.length < bodyAt + headerEnd.length + length) return;
    this.received = "";
    const status = Number(head.slice(9, 12));
    this.answerWith({ status, hasRetryAfter: status === 503 && head.includes("\r\nretry-after: ") });
  }

  private answerWith(answer: Answer): void {
    const { onAnswer } = this;
    this.onAnswer = undefined;
    onAnswer?.(answer);
  }
}

/** A request as sent. `body` is ASCII, so that its length is its bytes; `headers` are whole lines with their ends. */
export function requestText(method: string, path: string, body: string, headers = ""): string {
  return `${method} ${path} HTTP/1.1\r\nhost: localhost\r\n${headers}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
}
