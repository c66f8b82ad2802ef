import type { ServedEndpoint } from "@rewards/api";
import type { ErrorCode, RecordDefinition } from "@rewards/domain";
import fc from "fast-check";
import type { ExpectedState } from "../world/world.ts";

/** A call of an endpoint, with marks for values that are known only when it is sent. */
export interface Draw {
  /** Values of the `:names` in the endpoint's path. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Undefined for a call without a body. */
  readonly body?: unknown;
  /** Follows the path, from the question mark on. */
  readonly query?: string;
  /** Sends no credential, although the endpoint requires one. */
  readonly isStranger?: true;
  /** The call is valid. */
  readonly isSound: boolean;
}

/** A call as sent. `body` is the parsed JSON document; undefined if it is not JSON. */
export interface Asked {
  readonly endpoint: ServedEndpoint;
  readonly parameters: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly isStranger: boolean;
}

/** An endpoint's calls, and the rules for their answers. */
export interface Kind {
  readonly method: string;
  readonly pattern: string;
  /** The service must refuse a call without a body, or whose body is not JSON. */
  readonly hasBody?: true;
  /**
   * The content type of the body and of a success, if both consist of lines. Then the body is a list of what its lines hold,
   * and a call whose body breaks off has an effect too.
   */
  readonly linesType?: string;
  /** The status of a success; default: 200. */
  readonly status?: number;
  /** A success has a version tag. */
  readonly hasTag?: true;
  readonly draws: (endpoint: ServedEndpoint) => fc.Arbitrary<Draw>;
  /**
   * Returns what is wrong with a success, or undefined. A success that the definitions refuse is wrong; so is a body
   * with a key more or fewer than the interface has. Absent: any success is right.
   */
  readonly judge?: (asked: Asked, body: unknown) => string | undefined;
  /**
   * Records what the database holds after a success. `seen` is undefined if nobody saw the answer: then it records what
   * the database may hold. Absent if a call changes nothing.
   */
  readonly learn?: (world: ExpectedState, asked: Asked, seen: unknown) => void;
  /** Errors that a valid call may get because of earlier calls. */
  readonly refusals?: readonly ErrorCode[];
}

type DrawParts = { readonly [Name in "body" | "query"]?: fc.Arbitrary<Draw[Name]> };

/** Calls whose parts are independent of each other. */
export function drawsOf(
  isSound: boolean,
  parameters: Readonly<Record<string, fc.Arbitrary<string>>> = {},
  parts: DrawParts = {},
): fc.Arbitrary<Draw> {
  const made = {
    parameters: fc.record(parameters, { noNullPrototype: true }),
    ...parts,
    isSound: fc.constant(isSound),
  };
  return fc.record(made, { noNullPrototype: true }) as fc.Arbitrary<Draw>;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value that a function reads; undefined if it throws, which is how the domain refuses. */
export function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

export function show(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 500 ? `${text.slice(0, 500)}…` : text;
}

/** The keys of a record as shown: all fields except hidden ones, or the selected ones. */
export function shownFields(record: RecordDefinition, select?: ReadonlySet<string>): string[] {
  const fields = Object.entries(record.fields)
    .filter(([name, field]) => field.store !== "hidden" && (!select || select.has(name)))
    .map(([name]) => name);
  return ["@class", "@version", "ID", ...fields];
}

/** What is wrong with an object's keys, unless they are exactly these. */
export function keysComplaint(value: unknown, keys: readonly string[]): string | undefined {
  if (!isObject(value)) return `not an object: ${show(value)}`;
  const [found, wanted] = [new Set(Object.keys(value)), new Set(keys)];
  const more = [...found].filter((key) => !wanted.has(key));
  const less = [...wanted].filter((key) => !found.has(key));
  return more.length + less.length === 0 ? undefined : `keys too many: ${show(more)}, missing: ${show(less)}`;
}
