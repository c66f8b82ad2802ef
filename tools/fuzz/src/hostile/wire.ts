import fc from "fast-check";
import { type Header, oddHeaders, plainHeaders } from "./headers.ts";
import { changedMethod, changedTarget, type TargetChange } from "./target.ts";

/**
 * How a request marks the end of its head and body.
 * - Whole: `length`, `chunks` and `http10`.
 * - Wrong, and refused by the head or by the first chunk: `lengthText`, `both`, `badChunk`.
 * - `version`: another HTTP version, or none; Node accepts some.
 * - `short`: declares a length below the real one, so its end is read as another request.
 * - Never whole, since the caller ends the connection first: `long`, `openChunks`, `cut`.
 * - `gone`: whole, but the caller leaves before the answer.
 * - `garbled`: a few bytes anywhere are changed; the caller ends the connection.
 */
export type Framing =
  | { readonly kind: "length" | "both" | "http10" | "gone" }
  | { readonly kind: "chunks"; readonly bytes: number; readonly extension: string }
  | { readonly kind: "lengthText" | "badChunk" | "version"; readonly text: string }
  | { readonly kind: "short" | "long"; readonly by: number }
  | { readonly kind: "openChunks" }
  | { readonly kind: "cut"; readonly at: number; readonly isGone: boolean }
  | { readonly kind: "garbled"; readonly at: number; readonly hex: string };

/** A request apart from its endpoint and its body. */
export interface Wire {
  readonly method: string | undefined;
  readonly target: TargetChange | undefined;
  readonly contentType: string | undefined;
  readonly headers: readonly Header[];
  readonly framing: Framing;
}

/** Whether the request is valid, even if unusual: the service must then serve it. */
export function isSoundWire({ method, target, contentType, headers, framing }: Wire): boolean {
  return (
    method === undefined &&
    (target === undefined || target.kind === "query") &&
    jsonTypes.includes(contentType ?? "") &&
    headers.every(({ isOdd }) => !isOdd) &&
    wholeFramings.includes(framing.kind)
  );
}

const wholeFramings: readonly string[] = ["length", "chunks", "http10"];

const jsonTypes = [
  "application/json",
  "application/json; charset=utf-8",
  "Application/JSON",
  "application/json ; x=y",
  'application/json;charset="utf-8"',
];
const otherTypes = [
  undefined,
  "",
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/jsonx",
  "application/json, text/plain",
  "text/json",
  "*/*",
  "x; application/json",
  "application/json\u00e9",
  "__proto__",
];

const share = fc.integer({ min: 0, max: 999 }).map((thousandths) => thousandths / 1_000);
const chunks = fc.record({
  kind: fc.constant("chunks" as const),
  bytes: fc.constantFrom(1, 7, 100, 16_384, 10_000_000),
  extension: fc.constantFrom("", ";a=b", ';a="b c"'),
});
const wholeFraming: fc.Arbitrary<Framing> = fc.oneof(
  { weight: 12, arbitrary: fc.constant({ kind: "length" } as const) },
  { weight: 5, arbitrary: chunks },
  { weight: 1, arbitrary: fc.constant({ kind: "http10" } as const) },
);

const lengthTexts = ["-1", "+5", "1e3", "0x10", "5 5", "99999999999999999999999", "", "5, 5", "five", "NaN", "\u00b2"];
const badChunks = [
  "zz\r\n",
  "-1\r\n",
  "FFFFFFFFFFFFFFFFFFFFF\r\n",
  " 5\r\nabcde\r\n",
  "0x5\r\nabcde\r\n",
  "5\r\nabcdefgh\r\n0\r\n\r\n",
];
const versions = ["HTTP/0.9", "HTTP/2.0", "HTTP/9.9", "HTTP/1", "http/1.1", "HTTPS/1.1", ""];
const brokenFraming: fc.Arbitrary<Framing> = fc.oneof(
  fc.record({ kind: fc.constant("lengthText" as const), text: fc.constantFrom(...lengthTexts) }),
  fc.record({ kind: fc.constant("badChunk" as const), text: fc.constantFrom(...badChunks) }),
  fc.record({ kind: fc.constant("version" as const), text: fc.constantFrom(...versions) }),
  fc.record({ kind: fc.constantFrom("short" as const, "long" as const), by: fc.integer({ min: 1, max: 40 }) }),
  fc.constantFrom<Framing>({ kind: "both" }, { kind: "openChunks" }, { kind: "gone" }),
  fc.record({ kind: fc.constant("cut" as const), at: share, isGone: fc.boolean() }),
);
const garbled: fc.Arbitrary<Framing> = fc.record({
  kind: fc.constant("garbled" as const),
  at: share,
  hex: fc.constantFrom("00", "0a", "0d0a", "20", "ff", "3a", "0d0a0d0a", "7f", "c3a9"),
});

const jsonType = fc.oneof(
  { weight: 8, arbitrary: fc.constant("application/json") },
  { weight: 1, arbitrary: fc.constantFrom(...jsonTypes) },
);

/** What the service must serve. */
export const soundWire: fc.Arbitrary<Wire> = fc.record({
  method: fc.constant(undefined),
  target: fc.option(
    fc.constantFrom(
      { kind: "query" as const, text: "?viewType=form" },
      { kind: "query" as const, text: "?a=%00&a[]=1&&=" },
    ),
    {
      nil: undefined,
      freq: 10,
    },
  ),
  contentType: jsonType,
  headers: fc.uniqueArray(fc.constantFrom(...plainHeaders), { maxLength: 2, selector: ({ name }) => name }),
  framing: wholeFraming,
});

const whole: Wire = {
  method: undefined,
  target: undefined,
  contentType: "application/json",
  headers: [],
  framing: { kind: "length" },
};

/**
 * One fault, of those that fit this endpoint. Garbled bytes could request anything, so only calls without effect get
 * them.
 */
export function faultyWire(hasEffect: boolean): fc.Arbitrary<Wire> {
  const framing = hasEffect ? brokenFraming : fc.oneof(brokenFraming, garbled);
  return fc.oneof(
    framing.map((framing) => ({ ...whole, framing })),
    fc.constantFrom(...otherTypes).map((contentType) => ({ ...whole, contentType })),
    fc.array(oddHeaders, { minLength: 1, maxLength: 2 }).map((headers) => ({ ...whole, headers })),
    changedTarget.map((target) => ({ ...whole, target })),
    changedMethod.map((method) => ({ ...whole, method })),
  );
}
