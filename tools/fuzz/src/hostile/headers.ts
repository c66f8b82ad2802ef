import fc from "fast-check";
import { freshMark } from "../world/mark.ts";

/** A header line; with `isOdd`, the service may refuse the request. Text is sent as one byte per character. */
export interface Header {
  readonly name: string;
  readonly value: string;
  readonly isOdd: boolean;
}

const plain = (name: string, value: string): Header => ({ name, value, isOdd: false });
const odd = (name: string, value: string): Header => ({ name, value, isOdd: true });

/** A key that only this request has. */
export const idempotencyKey = plain("idempotency-key", freshMark(""));

/** Headers that have no effect. */
export const plainHeaders: readonly Header[] = [
  plain("accept", "*/*"),
  plain("accept", "text/html;q=0"),
  plain("accept-encoding", "gzip, br"),
  plain("x-origin-channel", "Web"),
  plain("user-agent", "\u00ff\u00fe caf\u00e9"),
  plain("cookie", `a=${"b".repeat(8_000)}`),
  plain("expect", "100-continue"),
  plain("expect", "a miracle"),
  plain("connection", "keep-alive"),
  plain("connection", "close"),
  plain("range", "bytes=0-1"),
  plain("origin", "null"),
  plain("x-forwarded-for", "'; select 1"),
  plain("x-http-method-override", "DELETE"),
  plain("__proto__", "x"),
  plain("constructor", "x"),
  plain("X-Empty", ""),
  plain("x-operator", "Ann"),
  idempotencyKey,
];

/** Always fresh keys: a used one would get the first answer again. */
const oddKeys = [
  "'; select 1 --",
  '"quoted"',
  "\u00e9\u00ff",
  "a\tb",
  "__proto__",
  "x".repeat(250),
  "x".repeat(5_000),
  "a, b",
];
const oddTags = [
  "",
  "*",
  "1",
  '"1"',
  'w/"1"',
  'W/"1"',
  'W/"0"',
  'w/"-1"',
  'w/"99999999999999999999"',
  "abc",
  '"',
  '"1", "2"',
  "\u00ff",
];

const listed: readonly Header[] = [
  odd("idempotency-key", ""),
  ...oddKeys.map((key) => odd("idempotency-key", `${key}${freshMark("")}`)),
  ...oddTags.map((tag) => odd("if-match", tag)),
  odd("authorization", "Bearer \u00a0"),
  odd("authorization", "Basic Og=="),
  odd("x-operator", ""),
  odd("x-operator", "caf\u00e9\u0085"),
  odd("x-operator", "x".repeat(5_000)),
  odd("if-none-match", "*"),
  odd("content-encoding", "gzip"),
  odd("content-encoding", "br, \u00ff"),
  odd("transfer-encoding", "gzip"),
  odd("transfer-encoding", "identity"),
  odd("transfer-encoding", "chunked, chunked"),
  odd("transfer-encoding", "xchunked"),
  odd("upgrade", "websocket"),
  odd("upgrade", "h2c"),
  odd("connection", "upgrade, http2-settings"),
  odd("connection", "host"),
  odd("host", "other"),
  odd("host", "a b/c"),
  odd("host", ""),
  odd("content-type", "text/plain"),
  odd("content-length", "0"),
  odd("x", "\u0000"),
  odd("x", "a\rb"),
  odd("x", "a\nb"),
  odd("x", "\u007f\u0008"),
  odd("a b", "x"),
  odd("", "x"),
  odd("\u00e9", "x"),
  odd("x\u0000", "x"),
  odd("x-large", "x".repeat(15_000)),
  odd("x-large", "x".repeat(20_000)),
  odd("x-many", "y\r\nx-many: y".repeat(1_000)),
];

export const oddHeaders: fc.Arbitrary<Header> = fc.constantFrom(...listed);
