/** Records in the database that hostile callers ask for. */
export interface HostileRecords {
  /** IDs of some sales, as the API shows them. */
  readonly saleIds: readonly string[];
  /** The member whose sales have as many lines as a sale may have. */
  readonly bigMember: string;
}

/**
 * How a caller treats its connection. It reopens whatever the service closes.
 * - loop: asks, reads the answer, asks again.
 * - churn: the same over a new connection each time.
 * - deaf: asks several times at once and never reads; asks again every two seconds.
 * - sip: asks several times at once, and reads a few bytes of the answers at intervals.
 * - drip: sends all of the request but its last bytes, and then one byte a second.
 * - hangUp: asks, and closes before the answer can arrive.
 * - idle: connects and sends nothing.
 */
export type Behaviour =
  | { readonly kind: "loop" }
  | { readonly kind: "churn" }
  | { readonly kind: "deaf"; readonly requests: number }
  | { readonly kind: "sip"; readonly requests: number; readonly bytes: number; readonly everyMs: number }
  | { readonly kind: "drip"; readonly bytesLeft: number }
  | { readonly kind: "hangUp"; readonly afterMs: number }
  | { readonly kind: "idle" };

/** Makes the bytes of the n-th request of all callers of a class. */
export type MakeBytes = (n: number) => Buffer;

/** Callers with the same behaviour. */
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
  /** Share of each class's callers, in (0, 1]; at least one caller. */
  readonly share: number;
  /** Number of local addresses that they come from; 0 for the tills' address. */
  readonly addresses: number;
}

/** What the callers got. */
export interface HostileResult {
  /** Complete answers that were read, by status. */
  readonly statuses: Readonly<Record<number, number>>;
  /** Bytes of those answers' bodies. */
  readonly bytes: number;
  readonly opened: number;
  /** Connections that the service ended or did not accept. */
  readonly cut: number;
}

export type HostileQuestion = { readonly start: HostileSpec } | "stop";
