import fc from "fast-check";
import type { KnownRecords } from "../world/known.ts";
import { brokenFraming, byLength, type Framing, garbledFraming, type Meeting, wholeFraming } from "./framing.ts";
import * as head from "./head.ts";
import { mixed } from "./values.ts";

/** A request apart from its endpoint and its body. */
export interface Wire {
  /** The request is valid, even if unusual: the service must then serve it. */
  readonly isSound: boolean;
  /** Default: the endpoint's. */
  readonly method?: string;
  readonly changeTarget?: head.TargetChange | undefined;
  readonly contentType: string | undefined;
  readonly headers: readonly head.Header[];
  readonly framing: Framing;
  /** Default: `own` with a changed target, else the framing's. */
  readonly meeting?: Meeting;
}

/** The most usual wire. */
export const plainWire: Wire = { isSound: true, contentType: "application/json", headers: [], framing: byLength };
const faulty = (fault: Partial<Wire>): Wire => ({ ...plainWire, isSound: false, ...fault });

const withQuery = fc.constantFrom("?viewType=form", "?a=%00&a[]=1&&=").map(
  (query): head.TargetChange =>
    (path) =>
      path + query,
);

/** What the service must serve. */
export const soundWire: fc.Arbitrary<Wire> = fc.record({
  isSound: fc.constant(true),
  changeTarget: fc.option(withQuery, { nil: undefined, freq: 10 }),
  contentType: mixed([8, fc.constant("application/json")], [1, fc.constantFrom(...head.jsonTypes)]),
  headers: fc.uniqueArray(fc.constantFrom(...head.plainHeaders), { maxLength: 2, selector: ([name]) => name }),
  framing: wholeFraming,
});

const oddHeaders = fc.array(fc.constantFrom(...head.oddHeaders), { minLength: 1, maxLength: 2 });

/**
 * One fault, of those that fit this endpoint. Garbled bytes could request anything, so only calls without effect get
 * them.
 */
export function faultyWire(hasEffect: boolean): fc.Arbitrary<Wire> {
  const framing = hasEffect ? brokenFraming : fc.oneof(brokenFraming, garbledFraming);
  return fc.oneof(
    framing.map((framing) => faulty({ framing })),
    fc.constantFrom(...head.otherTypes).map((contentType) => faulty({ contentType })),
    oddHeaders.map((headers) => faulty({ headers, meeting: "own" })),
    head.changedTarget.map((changeTarget) => faulty({ changeTarget })),
    fc.constantFrom(...head.methods).map((method) => faulty({ method, meeting: "own" })),
  );
}

export interface WrittenRequest {
  readonly method: string;
  readonly target: string;
  readonly isHead: boolean;
  readonly parts: readonly Buffer[];
  readonly meeting: Meeting;
  readonly seenBody: Buffer | undefined;
}

/** A request in bytes. The body is undefined for a GET. */
export function writeRequest(
  wire: Wire,
  call: {
    readonly method: string;
    readonly path: string;
    readonly credential: string | undefined;
    readonly type: string;
  },
  body: Buffer | undefined,
  known: KnownRecords,
): WrittenRequest {
  const { framing, changeTarget, method = call.method } = wire;
  const contentType = wire.contentType === plainWire.contentType ? call.type : wire.contentType;
  const target = changeTarget ? changeTarget(call.path) : call.path;
  const [whole, hasBody] = [body ?? Buffer.alloc(0), body !== undefined];
  const lines = [
    `${method} ${target} ${framing.version}`,
    "host: localhost",
    ...(hasBody && contentType !== undefined ? [`content-type: ${contentType}`] : []),
    ...(call.credential === undefined ? [] : [`authorization: Bearer ${call.credential}`]),
    ...wire.headers.map(([name, value]) => `${name}: ${known.fillText(value)}`),
    ...framing.headers(whole, hasBody),
  ];
  const parts = [Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"), framing.bytes(whole, hasBody)];
  return {
    method,
    target,
    isHead: method === "HEAD",
    parts: framing.change ? [framing.change(Buffer.concat(parts))] : parts,
    meeting: wire.meeting ?? (changeTarget ? "own" : framing.meeting),
    seenBody: framing.seen(whole),
  };
}
