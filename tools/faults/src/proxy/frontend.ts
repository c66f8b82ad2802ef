/**
 * Everything that a client has sent up to the point where it waits for an answer. After a part of it, Postgres would
 * wait for the rest without a time limit.
 */
export interface FrontendRequest {
  readonly bytes: Buffer;
  /** The text of the statement that it runs, if any. */
  readonly statement: string | undefined;
}

/** Changes what a client sends to Postgres. */
export interface Rewrite {
  /** Returns the new text of a statement. */
  statement(text: string): string;
  /** Whether a session keeps this setting at its start. */
  keeps(parameter: string): boolean;
}

/** Parse, Bind, Describe, Execute and Close: a Sync or a Flush ends the request. */
const partOfRequest = new Set(["P", "B", "D", "E", "C"]);
const typeBytes = 1;
const lengthBytes = 4;
/** Protocol 3.0. */
const protocolVersion = 196_608;
/** Asks for encryption; the answer comes before the session starts, and another start message follows. */
const encryptionRequests = new Set([80_877_103, 80_877_104]);

/**
 * Reads a client's messages of Postgres protocol 3. It knows which statement each request runs, including prepared
 * ones, which go by name.
 */
export class FrontendReader {
  private readonly rewrite: Rewrite;
  private rest: Buffer = Buffer.alloc(0);
  private started = false;
  private parts: Buffer[] = [];
  private statement: string | undefined;
  private readonly prepared = new Map<string, string>();
  private readonly portals = new Map<string, string>();

  constructor(rewrite: Rewrite) {
    this.rewrite = rewrite;
  }

  /** The requests that are complete so far. */
  read(chunk: Buffer): FrontendRequest[] {
    this.rest = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    const requests: FrontendRequest[] = [];
    for (let message = this.take(); message !== undefined; message = this.take()) {
      const isWhole = !this.started || !partOfRequest.has(typeOf(message));
      this.parts.push(this.started ? this.understand(message) : this.start(message));
      if (!isWhole) continue;
      requests.push({ bytes: Buffer.concat(this.parts), statement: this.statement });
      this.parts = [];
      this.statement = undefined;
    }
    return requests;
  }

  private take(): Buffer | undefined {
    const head = this.started ? typeBytes : 0;
    if (this.rest.length < head + lengthBytes) return undefined;
    const length = head + this.rest.readInt32BE(head);
    if (this.rest.length < length) return undefined;
    const message = this.rest.subarray(0, length);
    this.rest = this.rest.subarray(length);
    return message;
  }

  private start(message: Buffer): Buffer {
    const request = message.readInt32BE(lengthBytes);
    this.started = !encryptionRequests.has(request);
    return request === protocolVersion ? this.startSession(message) : message;
  }

  /** Names and values alternate, up to an empty name. */
  private startSession(message: Buffer): Buffer {
    const parameters = message.toString("utf8", 2 * lengthBytes).split("\0");
    const end = parameters.indexOf("");
    const kept = parameters
      .slice(0, end)
      .filter((_, index) => this.rewrite.keeps(parameters[index - (index % 2)] as string));
    return frame("", [message.subarray(lengthBytes, 2 * lengthBytes), ...kept.map(terminated), Buffer.alloc(1)]);
  }

  /** Notes which statement the message runs. Returns the message for Postgres, changed or not. */
  private understand(message: Buffer): Buffer {
    const type = typeOf(message);
    const start = typeBytes + lengthBytes;
    const first = textAt(message, start);
    const second = () => textAt(message, start + Buffer.byteLength(first) + 1);
    if (type === "P") return this.parse(message, first, second());
    if (type === "B") this.portals.set(first, this.prepared.get(second()) ?? "");
    if (type === "E") this.statement = this.portals.get(first);
    if (type !== "Q") return message;
    this.statement = this.rewrite.statement(first);
    return this.statement === first ? message : frame("Q", [terminated(this.statement)]);
  }

  private parse(message: Buffer, name: string, given: string): Buffer {
    const text = this.rewrite.statement(given);
    this.prepared.set(name, text);
    if (text === given) return message;
    const start = typeBytes + lengthBytes + Buffer.byteLength(name) + 1 + Buffer.byteLength(given) + 1;
    return frame("P", [terminated(name), terminated(text), message.subarray(start)]);
  }
}

const typeOf = (message: Buffer) => String.fromCharCode(message[0] as number);

function textAt(bytes: Buffer, start: number): string {
  const end = bytes.indexOf(0, start);
  return end === -1 ? "" : bytes.toString("utf8", start, end);
}

const terminated = (text: string) => Buffer.from(`${text}\0`);

/** A message; the one that starts a session has no type. */
function frame(type: string, parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(type.length + lengthBytes);
  head.write(type);
  head.writeInt32BE(lengthBytes + body.length, type.length);
  return Buffer.concat([head, body]);
}
