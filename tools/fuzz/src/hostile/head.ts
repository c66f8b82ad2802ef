import fc from "fast-check";
import { freshMark } from "../world/mark.ts";
import { words } from "./values.ts";

/** A header line. Text is sent as one byte per character. */
export type Header = readonly [name: string, value: string];

/** Header lines of several names, from rows of a name and its values. */
const headersOf = (...rows: readonly (readonly [name: string, ...values: string[]])[]): Header[] =>
  rows.flatMap(([name, ...values]) => values.map((value): Header => [name, value]));

/** A key that only this request has. */
export const idempotencyKey: Header = ["idempotency-key", freshMark("")];

/** Headers that have no effect. */
export const plainHeaders: readonly Header[] = [
  ...headersOf(
    ["accept", "*/*", "text/html;q=0"],
    ["accept-encoding", "gzip, br"],
    ["x-origin-channel", "Web"],
    ["prefer", "wait=1", "respond-async, wait=9e9;;\u00ff"],
    ["user-agent", "\u00ff\u00fe caf\u00e9"],
    ["cookie", `a=${"b".repeat(8_000)}`],
    ["expect", "100-continue", "a miracle"],
    ["connection", "keep-alive", "close"],
    ["range", "bytes=0-1"],
    ["origin", "null"],
    ["x-forwarded-for", "'; select 1"],
    ["x-http-method-override", "DELETE"],
    ["__proto__", "x"],
    ["constructor", "x"],
    ["X-Empty", ""],
    ["x-operator", "Ann"],
  ),
  idempotencyKey,
];

const long = [250, 5_000].map((length) => "x".repeat(length));
const oddKeys = ["'; select 1 --", '"quoted"', "\u00e9\u00ff", "a\tb", "__proto__", ...long, "a, b"];

/** Headers for which the service may refuse the request. */
export const oddHeaders: readonly Header[] = headersOf(
  // Fresh keys, except the first: a used one would get the first answer again.
  ["idempotency-key", "", ...oddKeys.map((key) => `${key}${freshMark("")}`)],
  ["if-match", "", "*", "1", '"1"', 'w/"1"', 'W/"1"', 'W/"0"', 'w/"-1"', 'w/"99999999999999999999"'],
  ["if-match", "abc", '"', '"1", "2"', "\u00ff"],
  ["authorization", "Bearer \u00a0", "Basic Og=="],
  ["x-operator", "", "caf\u00e9\u0085", "x".repeat(5_000)],
  ["if-none-match", "*"],
  ["content-encoding", "gzip", "br, \u00ff"],
  ["transfer-encoding", "gzip", "identity", "chunked, chunked", "xchunked"],
  ["upgrade", "websocket", "h2c"],
  ["connection", "upgrade, http2-settings", "host"],
  ["host", "other", "a b/c", ""],
  ["content-type", "text/plain"],
  ["content-length", "0"],
  ["x", "\u0000", "a\rb", "a\nb", "\u007f\u0008"],
  ["a b", "x"],
  ["", "x"],
  ["\u00e9", "x"],
  ["x\u0000", "x"],
  ["x-large", "x".repeat(15_000), "x".repeat(20_000)],
  ["x-many", "y\r\nx-many: y".repeat(1_000)],
);

export const jsonTypes = [
  ...["application/json", "application/json; charset=utf-8", "Application/JSON", "application/json ; x=y"],
  'application/json;charset="utf-8"',
];

/** Content types that the service refuses. */
export const otherTypes = [
  ...[undefined, "", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"],
  ...["application/jsonx", "application/json, text/plain", "text/json", "*/*", "x; application/json"],
  ...["application/json\u00e9", "__proto__"],
];

export const methods = [
  ...words("GET HEAD POST PUT PATCH DELETE OPTIONS TRACE PROPFIND M-SEARCH PURGE CONNECT post FOO"),
  ...["", "PRI", "G\u00e9T", "X".repeat(1_000)],
];

/** Replaces the endpoint's request target. */
export type TargetChange = (path: string) => string;

const suffixes = [
  ...["?", "?x=%zz", `?${"x".repeat(9_000)}`, "?\u00ff", " "],
  ...words("/ // /. /.. /../ ;a=b %2F %00 %zz % %ff %c0%af #x \\ \u00e9 %u0041 /x : *"),
  ...["x".repeat(10_000), "x".repeat(20_000), "/x".repeat(3_000)],
];
const prefixes = [
  ...words("/ /. /.. /./ /%2e%2e //evil.example http://evil.example https://u:p@h:1 /Sale /sale"),
  ...words("/__proto__ /RedemptionItem \u0000"),
];
const otherTargets = [
  ...words("* / // /dx /dx/api/application/v2 /favicon.ico /.env /objects /% ? http:// livez"),
  ...words("/livez/../nowhere evil.example:443 /%E0%A4%A /constructor /__proto__"),
  "",
];

export const changedTarget: fc.Arbitrary<TargetChange> = fc.oneof(
  fc.constantFrom(...suffixes).map((text) => (path: string) => path + text),
  fc.constantFrom(...prefixes).map((text) => (path: string) => text + path),
  fc.constantFrom(...otherTargets).map((text) => () => text),
  fc.constant((path: string) => path.toUpperCase()),
  fc.nat(60).map((at) => (path: string) => encodeOne(path, at % path.length)),
);

function encodeOne(path: string, at: number): string {
  const code = path.charCodeAt(at).toString(16).padStart(2, "0");
  return `${path.slice(0, at)}%${code}${path.slice(at + 1)}`;
}
