/** What hostile callers find in the database, so that they ask for what is there. */
export interface HostileRecords {
  /** Of some sales, as the API shows them. */
  readonly saleIds: readonly string[];
  /** Of the member whose sales have as many lines as a sale may have. */
  readonly bigMember: string;
}

/**
 * How a caller treats its connection. Whatever the service closes is opened again.
 * - loop: asks, reads the answer, asks again.
 * - churn: the same over a new connection each time.
 * - deaf: asks so many times at once and never reads; asks again every two seconds.
 * - sip: asks so many times at once and reads so many bytes of the answers at a time, and so seldom.
 * - drip: sends all of the request but its last bytes, and then one byte a second.
 * - hangUp: asks, and closes before the answer can be there.
 * - idle: connects and says nothing.
 */
export type Behaviour =
  | { readonly kind: "loop" }
  | { readonly kind: "churn" }
  | { readonly kind: "deaf"; readonly requests: number }
  | { readonly kind: "sip"; readonly requests: number; readonly bytes: number; readonly everyMs: number }
  | { readonly kind: "drip"; readonly bytesLeft: number }
  | { readonly kind: "hangUp"; readonly afterMs: number }
  | { readonly kind: "idle" };

/** Makes the n-th request of all callers of a class, as it goes over the wire. */
export type MakeBytes = (n: number) => Buffer;

/** Callers who do all the same. */
export interface CallerClass {
  readonly label: string;
  /** Connections. */
  readonly callers: number;
  readonly behaviour: Behaviour;
  readonly requests: (records: HostileRecords) => MakeBytes;
}

/** What the process of the hostile callers does until its parent ends it. */
export interface HostileSpec {
  readonly url: string;
  readonly records: HostileRecords;
  /** Classes by name; several run at once. */
  readonly names: readonly string[];
  /** Of the callers of each class, in (0, 1]; one at least. */
  readonly share: number;
  /** How many addresses of this machine they come from; 0 for the one that the tills come from. */
  readonly addresses: number;
}

/** What the callers got. */
export interface HostileResult {
  /** Whole answers that were read, by status. */
  readonly statuses: Readonly<Record<number, number>>;
  /** Bytes of those answers' bodies. */
  readonly bytes: number;
  readonly opened: number;
  /** Connections that ended without the caller's doing, or that could not be opened. */
  readonly cut: number;
}

export type HostileQuestion = { readonly start: HostileSpec } | "stop";
