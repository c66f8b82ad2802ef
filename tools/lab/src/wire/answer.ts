import { gunzipSync } from "node:zlib";

/** An answer as it came over the socket, its body as text, unpacked. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface ReadAnswer {
  readonly answer: RawAnswer;
  /** Bytes that the answer took. */
  readonly length: number;
}

/**
 * The first answer in the bytes, or undefined while it is not whole. Reads what the service sends: a Content-Length or
 * chunks. The answer to HEAD has a length and no body.
 */
export function readAnswer(bytes: Buffer, isHead = false): ReadAnswer | undefined {
  const headEnd = bytes.indexOf("\r\n\r\n");
  if (headEnd < 0) return undefined;
  const [statusLine = "", ...headerLines] = bytes.subarray(0, headEnd).toString("latin1").split("\r\n");
  const headers = new Headers(
    headerLines.map((line): [string, string] => [
      line.slice(0, line.indexOf(":")),
      line.slice(line.indexOf(":") + 1).trim(),
    ]),
  );
  const status = Number(statusLine.split(" ")[1]);
  const bodyStart = headEnd + 4;
  const hasBody = !isHead && status >= 200;
  const body = hasBody ? readBody(bytes.subarray(bodyStart), headers) : { content: Buffer.alloc(0), length: 0 };
  if (!body) return undefined;
  const isPacked = hasBody && headers.get("content-encoding") === "gzip";
  const text = (isPacked ? gunzipSync(body.content) : body.content).toString();
  return { answer: { status, headers, text }, length: bodyStart + body.length };
}

interface Body {
  readonly content: Buffer;
  /** Bytes that it took, those around its chunks too. */
  readonly length: number;
}

function readBody(bytes: Buffer, headers: Headers): Body | undefined {
  if (headers.get("transfer-encoding") === "chunked") return readChunks(bytes);
  const length = Number(headers.get("content-length") ?? 0);
  return bytes.length < length ? undefined : { content: bytes.subarray(0, length), length };
}

function readChunks(bytes: Buffer): Body | undefined {
  const parts: Buffer[] = [];
  let at = 0;
  for (;;) {
    const lineEnd = bytes.indexOf("\r\n", at);
    if (lineEnd < 0) return undefined;
    const size = Number.parseInt(bytes.subarray(at, lineEnd).toString(), 16);
    const end = lineEnd + 2 + size;
    if (bytes.length < end + 2) return undefined;
    if (size === 0) return { content: Buffer.concat(parts), length: end + 2 };
    parts.push(bytes.subarray(lineEnd + 2, end));
    at = end + 2;
  }
}
