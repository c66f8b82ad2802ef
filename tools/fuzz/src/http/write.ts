import { changeTarget } from "../hostile/target.ts";
import type { Framing, Wire } from "../hostile/wire.ts";
import { fillText, type MarkValues } from "../world/mark.ts";
import type { Sending } from "./exchange.ts";

export interface WrittenRequest extends Sending {
  readonly method: string;
  readonly target: string;
  /** The body as the server can read it; undefined if it never ends, or the head is refused. */
  readonly seenBody: Buffer | undefined;
}

/** A request in bytes. A GET has no body. */
export function writeRequest(
  wire: Wire,
  endpoint: { readonly method: string; readonly path: string; readonly credential: string | undefined },
  body: Buffer | undefined,
  marks: MarkValues,
): WrittenRequest {
  const { framing } = wire;
  const method = wire.method ?? endpoint.method;
  const target = wire.target ? changeTarget(endpoint.path, wire.target) : endpoint.path;
  const bytes = body ?? Buffer.alloc(0);
  const framed = frame(framing, bytes, body !== undefined);
  const version = framing.kind === "http10" ? "HTTP/1.0" : framing.kind === "version" ? framing.text : "HTTP/1.1";
  const lines = [
    `${method} ${target} ${version}`,
    "host: localhost",
    ...(body !== undefined && wire.contentType !== undefined ? [`content-type: ${wire.contentType}`] : []),
    ...(endpoint.credential === undefined ? [] : [`authorization: Bearer ${endpoint.credential}`]),
    ...wire.headers.map(({ name, value }) => `${name}: ${fillText(value, marks)}`),
    ...framed.headers,
  ];
  const head = Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
  return {
    method,
    target,
    isHead: method === "HEAD",
    seenBody: framed.seenBody,
    parts: garble(framing, [head, ...framed.parts]),
    meeting: meetingOf(wire, method),
  };
}

function meetingOf({ framing, headers, target }: Wire, method: string): Sending["meeting"] {
  if (framing.kind === "gone" || (framing.kind === "cut" && framing.isGone)) return "drop";
  if (framing.kind === "long" || framing.kind === "openChunks" || framing.kind === "cut" || framing.kind === "garbled")
    return "cut";
  const isPlain =
    (framing.kind === "length" || framing.kind === "chunks") && headers.every(({ isOdd }) => !isOdd) && !target;
  return isPlain && /^(GET|POST|PATCH)$/.test(method) ? "lane" : "own";
}

interface Framed {
  readonly headers: readonly string[];
  readonly parts: readonly Buffer[];
  readonly seenBody: Buffer | undefined;
}

function frame(framing: Framing, body: Buffer, hasBody: boolean): Framed {
  const chunkedHeader = "transfer-encoding: chunked";
  const refused = (headers: string[], parts: Buffer[]): Framed => ({ headers, parts, seenBody: undefined });
  switch (framing.kind) {
    case "chunks":
      if (!hasBody) break;
      return { headers: [chunkedHeader], parts: writeChunks(body, framing.bytes, framing.extension), seenBody: body };
    case "openChunks":
      return refused([chunkedHeader], [Buffer.from(`${(body.length + 1).toString(16)}\r\n`), body]);
    case "badChunk":
      return refused([chunkedHeader], [Buffer.from(framing.text, "latin1")]);
    case "lengthText":
      return refused([`content-length: ${framing.text}`], [body]);
    case "both":
      return refused([`content-length: ${body.length}`, chunkedHeader], writeChunks(body, 100, ""));
    case "long":
      return refused([`content-length: ${body.length + framing.by}`], [body]);
    case "short": {
      const declared = Math.max(0, body.length - framing.by);
      return { headers: [`content-length: ${declared}`], parts: [body], seenBody: body.subarray(0, declared) };
    }
    case "cut":
      return refused([`content-length: ${body.length}`], [body]);
  }
  return { headers: hasBody ? [`content-length: ${body.length}`] : [], parts: hasBody ? [body] : [], seenBody: body };
}

const chunksMax = 5_000;

function writeChunks(body: Buffer, bytes: number, extension: string): Buffer[] {
  const size = Math.max(bytes, Math.ceil(body.length / chunksMax));
  const parts: Buffer[] = [];
  for (let start = 0; start < body.length; start += size) {
    const chunk = body.subarray(start, start + size);
    parts.push(Buffer.from(`${chunk.length.toString(16)}${extension}\r\n`), chunk, Buffer.from("\r\n"));
  }
  return [Buffer.concat([...parts, Buffer.from("0\r\n\r\n")])];
}

/** Cuts or garbles at any position, the head included. */
function garble(framing: Framing, parts: readonly Buffer[]): readonly Buffer[] {
  if (framing.kind !== "cut" && framing.kind !== "garbled") return parts;
  const bytes = Buffer.concat(parts);
  const at = Math.floor(bytes.length * framing.at);
  if (framing.kind === "cut") return [bytes.subarray(0, at)];
  const other = Buffer.from(framing.hex, "hex");
  return [Buffer.concat([bytes.subarray(0, at), other, bytes.subarray(at + other.length)])];
}
