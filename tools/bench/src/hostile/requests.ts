import { apiRoot } from "@rewards/lab/client";
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

export const api = apiRoot;

/** A request as sent; `body` is ASCII. */
export function bytesOf(method: string, path: string, body = ""): Buffer {
  return Buffer.from(requestText(method, path, body), "latin1");
}

/** The same request each time. */
export function always(method: string, path: string, body?: string): () => MakeBytes {
  return () => {
    const bytes = bytesOf(method, path, body);
    return () => bytes;
  };
}

/** These requests in turn. */
export function inTurns(make: (records: HostileRecords) => readonly Buffer[]): (records: HostileRecords) => MakeBytes {
  return (records) => {
    const all = make(records);
    return (n) => all[n % all.length] as Buffer;
  };
}

/** `count` texts, joined by commas. */
export function listOf(count: number, make: (n: number) => string): string {
  return Array.from({ length: count }, (_, n) => make(n)).join(",");
}
