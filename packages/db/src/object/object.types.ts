import type { AppError, ExpectedVersions, FieldChange, Scope } from "@rewards/domain";
import type { Tx } from "../client.ts";
import type { RowLocks } from "../lock.ts";

/** The `Idempotency-Key` of a call: its scope, and hashes of key and content; see `createClaim`. */
export interface IdempotencyClaim {
  readonly caller: string;
  readonly method: string;
  /** The path of the operation and its object, in one canonical form for all forms of request paths. */
  readonly path: string;
  readonly key: string;
  /** What is stored of the content, in hex. */
  readonly contentHash: string;
  /** What an erasure stores in place of the key, in hex; null without a key of personal data. */
  readonly keyHash: string | null;
  /** The key as an erasure stored it, under each key of personal data that the process has. */
  readonly erasedKeys: readonly string[];
  /** Whether a stored content hash is of the same content. True also if it cannot be compared: then the key decides. */
  isContentOf(stored: string | null): boolean;
}

/** A record to create: its UUID, made by the gateway, and its parsed content. */
export interface NewRecord {
  readonly id: string;
  readonly content: Readonly<Record<string, unknown>>;
  readonly user: string;
  /** The call's `x-request-id`, which is stored if the record waits for a worker. */
  readonly requestId?: string | undefined;
  /** The trace of the call, if it was traced: stored with the request ID. */
  readonly traceId?: string | undefined;
  /** What the caller is limited to, if at all. */
  readonly scope?: Scope | undefined;
  /** The claim of the create call, if it had an `Idempotency-Key`. */
  readonly claim?: IdempotencyClaim | undefined;
  /** The encrypted personal fields, which `content` then lacks: what identifies their key, and their columns. */
  readonly sealed?:
    | {
        readonly key: { readonly id: string; readonly checkValue: string };
        readonly columns: Readonly<Record<string, string | null>>;
      }
    | undefined;
}

/** The UUID of the created record, or of the earlier one that a repeated key refers to; or the refusal. */
export type InsertAnswer = { readonly id: string } | AppError;

export interface InsertOutcome {
  readonly answers: readonly InsertAnswer[];
  /** The UUIDs of sales that waited for one of these records and are pending again. */
  readonly woken: readonly string[];
}

/** Further steps of the transaction that inserts records of a class. */
export interface InsertHook {
  /** Runs before the insert; returns refusals by record ID. */
  readonly refuse?: (tx: Tx, records: readonly NewRecord[]) => Promise<ReadonlyMap<string, AppError>>;
  /** Writes further rows for the inserted records. */
  readonly after?: (tx: Tx, inserted: readonly NewRecord[]) => Promise<void>;
}

/** Where a change comes from. */
export interface Source {
  /** The network address of a call, or the machine on which a command runs. */
  readonly origin?: string;
  /** The call's `x-request-id`; a command has none. */
  readonly requestId?: string;
}

export interface ActionCall {
  readonly id: string;
  /** Content as parsed by the action's schema; undefined for an action without content. */
  readonly content: unknown;
  readonly user: string;
  /** For the audit, if the action is audited. */
  readonly source?: Source;
  /** What the caller is limited to, if at all. */
  readonly scope?: Scope | undefined;
  /** Whether a user of the console sent it. */
  readonly isOfConsole?: boolean | undefined;
  /** From the call's `If-Match`, if it had one. */
  readonly expected?: ExpectedVersions;
  /** From the call's `Idempotency-Key`, if it had one. */
  readonly claim?: IdempotencyClaim | undefined;
}

/** What an action did outside its record's row. */
export interface Effect {
  /** The changes of the object's fields, for its history. */
  readonly changes: readonly FieldChange[];
  /** Instead of the action's own note. */
  readonly note?: string;
  /** What the audit says besides, if the action is audited. */
  readonly audit?: object;
}

/** A call with its record, which is locked and has the names of its fields. */
export interface EffectCall extends ActionCall {
  readonly record: Readonly<Record<string, unknown>>;
}

/**
 * Writes what the calls of an action change outside the rows of their records, in the same transaction. No two calls have
 * the same record. With locks "skip" it leaves out calls that need a row which another session holds.
 * @returns the effects and refusals by the IDs of the records. Nothing is written for a refusal, or a call that is left out.
 */
export type EffectWriter = (tx: Tx, calls: readonly EffectCall[], locks: RowLocks) => Promise<Effects>;

/**
 * Finds the calls that were done before, by a key in their content, under the locks of their records. They are not done
 * again: each gets its first answer, with the version of then, or the refusal of a key that was used with other content.
 */
export type RepeatFinder = (
  tx: Tx,
  calls: readonly ActionCall[],
) => Promise<ReadonlyMap<string, AppError | { readonly version: number }>>;

export type Effects = ReadonlyMap<string, Effect | AppError>;
