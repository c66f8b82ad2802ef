import type { ErrorCode, ErrorDetail, Scope } from "@rewards/domain";
import type { ReplicaFence } from "@rewards/operations";
import type { PersonalKeySetting } from "@rewards/runtime";

/** The members of a data view call that the query string of a GET may have, each as JSON. */
export type ViewMember = "dataViewParameters" | "query" | "paging";

/**
 * A read as the gateway passes it to a reader thread: unparsed, so that the gateway spends no time on it. The text of a
 * body has a character for each byte: bytes would take the whole buffer along that they are a part of.
 */
export type ReadCall =
  | ({ readonly kind: "view" | "count"; readonly view: string; readonly body: string } & Waiting)
  | ({
      readonly kind: "view";
      readonly view: string;
      readonly members: Readonly<Partial<Record<ViewMember, string>>>;
    } & Waiting)
  | { readonly kind: "object"; readonly id: string }
  | { readonly kind: "action"; readonly id: string; readonly action: string };

/** How long a call of a view waits for its sale to be processed, in ms. */
interface Waiting {
  readonly waitMs?: number;
}

/** The result of a thread: the response's body in slices, or why the call is refused. */
export type ReadOutcome = ReadAnswer | ReadRefusal;

/** A part of a response. Only a small response is a text, in one part. */
export type Slice = string | Uint8Array<ArrayBuffer>;

export interface ReadAnswer {
  readonly headers: Readonly<Record<string, string>>;
  readonly slices: readonly Slice[];
  /** For a call that could guess: whether it found nothing. */
  readonly isMiss?: boolean | undefined;
  /** Of a view that can wait: the UUID of its sale, if it exists for the caller. */
  readonly awaited?: string | undefined;
  /** Whether a replica answered. */
  readonly isOfReplica?: true;
}

/** An AppError in transit between threads: an error sent as it is keeps only its message and stack. */
interface ReadRefusal {
  readonly refused: ErrorCode;
  readonly details: readonly ErrorDetail[];
  /** For the log only. */
  readonly cause?: unknown;
  readonly causeCode?: string;
}

/** A task of a thread. */
export interface ReadTask {
  /** Identifies the task when it is cancelled. */
  readonly id: number;
  readonly call: ReadCall;
  /** The caller's name and list of rights. */
  readonly user: string;
  readonly rights: string;
  /** What the caller is limited to. */
  readonly scope: Scope;
  /** Whether personal data may be encrypted, and whether with a key that this process lacks. */
  readonly isSealed: boolean;
  readonly isKeyMissing: boolean;
  /** Whether the caller accepts gzip. */
  readonly takesGzip: boolean;
  /** What a replica must fulfil to answer; undefined if the primary answers. */
  readonly fence: ReplicaFence | undefined;
}

/** A task that may be answered together with others. Undefined as its result means that it must be answered alone. */
export type LaneTask = Omit<ReadTask, "id" | "scope">;
export type LaneOutcome = ReadOutcome | undefined;

/** Settings that a thread starts with. */
export interface ReaderSettings {
  readonly databaseUrl: string;
  readonly replicaUrl: string | undefined;
  readonly connectionsMax: number;
  readonly viewMsMax: number;
  readonly answerBytesMax: number;
  readonly personalKeys: PersonalKeySetting | undefined;
  /** The name of the broadcast channel that carries the IDs of cancelled tasks, and `replicaOut`. */
  readonly cancelChannel: string;
}

/** Sent to the threads when the replica cannot be used any more. */
export const replicaOut = "replica out";
