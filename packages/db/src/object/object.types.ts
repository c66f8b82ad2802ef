import type { AppError, ExpectedVersions, FieldChange } from "@rewards/domain";
import type { Tx } from "../client.ts";

/** An `Idempotency-Key` as a call brings it: where it counts, and what the call is compared by when the key comes again. */
export interface IdempotencyClaim {
  readonly caller: string;
  readonly method: string;
  /** Of the operation and its object, in one form, whichever form of path the request has. */
  readonly path: string;
  /** The request's own path, where that is another form: an earlier release kept the key under it. */
  readonly earlierPath?: string | undefined;
  readonly key: string;
  /** SHA-256 in hex, see hashContent. */
  readonly contentHash: string;
}

/** A record to create: its UUID, made by the gateway, and its parsed content. */
export interface NewRecord {
  readonly id: string;
  readonly content: Readonly<Record<string, unknown>>;
  readonly user: string;
  /** Of the call that creates it, where it came with an `Idempotency-Key`. */
  readonly claim?: IdempotencyClaim | undefined;
}

/** For each record, in order: the UUID it stands under (an earlier one where its key is an idempotency key), or the refusal. */
export type InsertAnswer = { readonly id: string } | AppError;

export interface InsertOutcome {
  readonly answers: readonly InsertAnswer[];
  /** Sales that waited for one of these records and go on now. */
  readonly woken: readonly string[];
}

/** What else happens in the transaction that inserts records of a class. */
export interface InsertHook {
  /** Refusals by record ID, read before the insert. */
  readonly refuse?: (tx: Tx, records: readonly NewRecord[]) => Promise<ReadonlyMap<string, AppError>>;
  /** Rows that come with the records that were inserted. */
  readonly after?: (tx: Tx, inserted: readonly NewRecord[]) => Promise<void>;
}

export interface ActionCall {
  readonly id: string;
  /** As parsed by the action's schema; undefined where it takes none. */
  readonly content: unknown;
  readonly user: string;
  /** Where it came with an `If-Match`. */
  readonly expected?: ExpectedVersions;
  /** Where it came with an `Idempotency-Key`. */
  readonly claim?: IdempotencyClaim | undefined;
}

/**
 * What an action writes beside its record, in the same transaction. `record` is locked, under its fields' names.
 * @returns what of the object it changed, for its history.
 */
export type EffectWriter = (
  tx: Tx,
  record: Readonly<Record<string, unknown>>,
  call: ActionCall,
) => Promise<readonly FieldChange[]>;
