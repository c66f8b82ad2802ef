import type { z } from "zod";
import type { ErrorCode } from "./error.ts";
import { type ContentOf, contentSchema, type Fields } from "./field.ts";
import type { ShapePath } from "./shape.ts";

export interface Transition {
  readonly from: readonly string[];
  readonly to: string;
}

/**
 * Most bytes of a create's or an action's body: its texts at their longest fit in, every character escaped as `\u00e9` is,
 * or of four bytes. An emoji that is escaped takes twelve; a body of little else may be too large.
 */
export const bodyBytesMaxDefault = 65_536;

/**
 * An object type, whole: routes, validation, storage, state checks, queues and views are derived from it.
 */
export interface ObjectDefinition<F extends Fields = Fields> {
  /** The record's `@class`, which is also its objectTypeID. */
  readonly class: string;
  /** The `{ObjectPath}` of its create; null where callers cannot create it. */
  readonly path: string | null;
  /** Its table, its queue and its folder. */
  readonly noun: string;
  readonly idPrefix: string;
  readonly fields: F;
  readonly content: z.ZodType<ContentOf<F>>;
  readonly initial: string;
  /** Every move of Status, by the name of the action or stage that makes it. Nothing else moves it. */
  readonly transitions: Readonly<Record<string, Transition>>;
  readonly created: { readonly shape: readonly ShapePath[]; readonly note: string };
  /** Most bytes of a create's body, where a list makes it larger than `bodyBytesMaxDefault`. */
  readonly bodyBytesMax?: number;
  /** The codes that a create is refused with, beside those that its fields and its key tell. */
  readonly refusals?: readonly ErrorCode[];
  /**
   * The business key, unique among records that are not deleted. With `repeats: "answer"` it is an idempotency
   * key too: the same key with the same content answers the first create again.
   */
  readonly key?: { readonly field: keyof F & string; readonly repeats: "refuse" | "answer"; readonly optional?: true };
  /** Further unique fields, and fields that records are looked up by. */
  readonly unique?: readonly (keyof F & string)[];
  readonly indexes?: readonly (keyof F & string)[];
  /** Fields that a list is narrowed by to more records than are sorted in a moment: each has an index in the list's order. */
  readonly listedBy?: readonly (keyof F & string)[];
  /**
   * Created records wait for a worker: they stand in `pending` until a stage settles them. `discard` is the move that an
   * operator makes with one that no stage can settle.
   */
  readonly staged?: { readonly discard: string };
  /** Rows are updated right after their insert, in volume: leaves room in each page so that an update touches no index. */
  readonly hot?: true;
  /**
   * A record of this class makes one final move; before it, it may repeat one other move, the `repeats`. Its row therefore
   * holds its whole history, and no row of history is written for it.
   */
  readonly historyFromRow?: { readonly repeats?: string };
  /** Sales may wait for a record of this class; creating it wakes them. */
  readonly awaited?: "member" | "store";
  /** Workers cache records of this class; every change of one moves the catalogue's version. */
  readonly catalogued?: true;
  /** What of a new record's content the create answers with, where its shape has `content`. */
  createdContent?(content: ContentOf<F>): Record<string, unknown>;
}

type Declared<F extends Fields> = Omit<ObjectDefinition<F>, "content">;

export function defineObject<const F extends Fields, const D extends Declared<F>>(
  definition: D & { fields: F },
): D & ObjectDefinition<F> {
  return { ...definition, content: contentSchema(definition.fields) };
}

/** The statuses an object can have: its first, and all that its transitions reach. */
export function statusesOf(definition: ObjectDefinition): string[] {
  return [...new Set([definition.initial, ...Object.values(definition.transitions).map((move) => move.to)])];
}

/** The status that a move leads to, or undefined where the table does not list it from here. */
export function moveFrom(definition: ObjectDefinition, status: string, name: string): string | undefined {
  const move = definition.transitions[name];
  return move?.from.includes(status) ? move.to : undefined;
}

/** Whether a status is left by no move: nothing is to do any more for a record that has it. */
export function isFinal(definition: ObjectDefinition, status: string): boolean {
  return !Object.values(definition.transitions).some((move) => move.from.includes(status));
}

/** A status whose records business-key look-ups pass over, and whose key is free again. */
export const deletedStatus = "Resolved-Deleted";
