import type { ServedEndpoint } from "@rewards/api";
import type { ErrorCode } from "@rewards/domain";
import type fc from "fast-check";
import type { ExpectedState } from "../world/world.ts";

/** A call of an endpoint, with marks where its values are known only when it is sent. */
export interface Draw {
  /** For the `:names` of the endpoint's path. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Undefined for a call without a body. */
  readonly body: unknown;
  /** What stands after the path, from the question mark on. */
  readonly query?: string;
  /** Bears no credential, though the endpoint wants one. */
  readonly isStranger?: true;
  /** Nothing is wrong with it. */
  readonly isSound: boolean;
}

/** A call as it was sent. `body` is the document as JSON reads it, undefined where it is none. */
export interface Asked {
  readonly endpoint: ServedEndpoint;
  readonly parameters: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly isStranger: boolean;
}

export interface Success {
  readonly status: number;
  readonly body: unknown;
}

/** What is asked of an endpoint, and what its answers must be. */
export interface Kind {
  readonly method: string;
  readonly pattern: string;
  /** A call without one, or with one that is no JSON, is not taken. */
  readonly hasBody: boolean;
  /** A success bears the tag of a version. */
  readonly hasTag?: true;
  readonly draws: (endpoint: ServedEndpoint) => fc.Arbitrary<Draw>;
  /**
   * What is wrong with a success; undefined where nothing is. A success of what the definitions refuse is wrong, and so is a
   * body with a key more or less than the interface's.
   */
  readonly judge: (asked: Asked, answer: Success) => string | undefined;
  /**
   * Tells the world what the database holds now by a success, and by a call that was sent and whose answer nobody saw
   * (`seen` undefined) what it may hold. Absent where a call changes nothing.
   */
  readonly learn?: (world: ExpectedState, asked: Asked, seen: unknown) => void;
  /** Why a sound call may be refused all the same: what other calls did before it. */
  readonly refusals: readonly ErrorCode[];
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a function of the domain takes a value, or throws. */
export function takes(parse: () => unknown): boolean {
  try {
    parse();
    return true;
  } catch {
    return false;
  }
}

export function show(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 500 ? `${text.slice(0, 500)}…` : text;
}
