/** An answer as it came over the socket, its body as text. */
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
  const body = hasBody ? readBody(bytes.subarray(bodyStart), headers) : { text: "", length: 0 };
  return body && { answer: { status, headers, text: body.text }, length: bodyStart + body.length };
}

function readBody(bytes: Buffer, headers: Headers): { text: string; length: number } | undefined {
  if (headers.get("transfer-encoding") === "chunked") return readChunks(bytes);
  const length = Number(headers.get("content-length") ?? 0);
  return bytes.length < length ? undefined : { text: bytes.subarray(0, length).toString(), length };
}

function readChunks(bytes: Buffer): { text: string; length: number } | undefined {
  const parts: Buffer[] = [];
  let at = 0;
  for (;;) {
    const lineEnd = bytes.indexOf("\r\n", at);
    if (lineEnd < 0) return undefined;
    const size = Number.parseInt(bytes.subarray(at, lineEnd).toString(), 16);
    const end = lineEnd + 2 + size;
    if (bytes.length < end + 2) return undefined;
    if (size === 0) return { text: Buffer.concat(parts).toString(), length: end + 2 };
    parts.push(bytes.subarray(lineEnd + 2, end));
    at = end + 2;
  }
}
