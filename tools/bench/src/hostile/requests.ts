import { requestText } from "../load/connection.ts";

/** Records in the database that hostile callers ask for. */
export interface HostileRecords {
  /** IDs of some sales, as the API shows them. */
  readonly saleIds: readonly string[];
  /** The member whose sales have as many lines as a sale may have. */
  readonly bigMember: string;
}

/** Makes the bytes of the n-th request of all callers of a class. */
export type MakeBytes = (n: number) => Buffer;
/** The requests of a class; made when its callers start. */
type Requests = (records: HostileRecords) => MakeBytes;

/** A request as sent; `body` is ASCII, and is sent as JSON if it is an object. */
export function bytesOf(method: string, path: string, body: string | object = ""): Buffer {
  return Buffer.from(requestText(method, path, typeof body === "string" ? body : JSON.stringify(body)), "latin1");
}

/** These requests in turn. */
export function inTurns(make: (records: HostileRecords) => readonly Buffer[]): Requests {
  return (records) => {
    const all = make(records);
    return (n) => all[n % all.length] as Buffer;
  };
}

/** The same request each time. A long body is made only when it is sent. */
export const always = (method: string, path: string, body: string | object | (() => string) = "") =>
  inTurns(() => [bytesOf(method, path, typeof body === "function" ? body() : body)]);

/** `count` texts, joined by commas. */
export function listOf(count: number, make: (n: number) => string): string {
  return Array.from({ length: count }, (_, n) => make(n)).join(",");
}
