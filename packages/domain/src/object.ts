import type { z } from "zod";
import type { Amount } from "./amount.ts";
import type { ShapePath } from "./answer.ts";
import type { ErrorCode } from "./error.table.ts";
import { type ContentOf, contentSchema, type Fields } from "./field.ts";

interface Transition {
  readonly from: readonly string[];
  /** Absent: the status stays. */
  readonly to?: string;
  /** What callers should know of this move, for the table of statuses in docs. */
  readonly text?: string;
}

/**
 * The most bytes of a create's or an action's body. All of its texts fit at their longest, even if every character is
 * escaped like `\u00e9` or takes four bytes. An escaped emoji takes twelve; a body of little else may be too large.
 */
export const bodyBytesMaxDefault = 65_536;

/** An object type, complete: routes, validation, storage, state checks, queues and views are derived from it. */
export interface ObjectDefinition<F extends Fields = Fields> {
  /** The record's `@class`, which is also its objectTypeID. */
  readonly class: string;
  /** The `{ObjectPath}` of its create; null if callers cannot create it. */
  readonly path: string | null;
  /** Its table and its queue: `redemption_item` for two words. The document and the client add an s for the plural. */
  readonly noun: string;
  /** The start of its IDs, different from that of every other class. */
  readonly idPrefix: string;
  readonly fields: F;
  readonly content: z.ZodType<ContentOf<F>>;
  readonly initial: string;
  /** Every move of Status, by the name of the action or stage that makes it. Nothing else moves it. */
  readonly transitions: Readonly<Record<string, Transition>>;
  readonly created: { readonly shape: readonly ShapePath[]; readonly note: string };
  /** The most bytes of a create's body, if a list makes it larger than `bodyBytesMaxDefault`. */
  readonly bodyBytesMax?: number;
  /** The codes that a create is refused with, in addition to those of its fields and its key. */
  readonly refusals?: readonly ErrorCode[];
  /**
   * The business key, unique among records that are not deleted. With `repeats: "answer"` it is also an idempotency
   * key: a repeat with the same key and content gets the first response again.
   */
  readonly key?: {
    readonly field: keyof F & string;
    readonly repeats: "refuse" | "answer";
    readonly optional?: true;
    /** Records with another value of this field may have the same key. */
    readonly within?: keyof F & string;
  };
  /** Further unique fields, and (`indexes`) fields that records are looked up by. */
  readonly unique?: readonly (keyof F & string)[];
  readonly indexes?: readonly (keyof F & string)[];
  /**
   * Text fields by which a few records are found: `EQ` and `IN` use an index, with and without `ignoreCase`. It leaves
   * out the records in which the field is empty.
   */
  readonly lookedUpBy?: readonly (keyof F & string)[];
  /** Text fields that are searched by a part of them: `CONTAINS`, `STARTS_WITH` and `ENDS_WITH` use an index. */
  readonly searchedBy?: readonly (keyof F & string)[];
  /** Fields that narrow a list to more records than can be sorted quickly: each has an index in the list's order. */
  readonly listedBy?: readonly (keyof F & string)[];
  /**
   * Created records wait for a worker: they are in `pending` until a stage settles them. `discard` is the move with
   * which an operator gives up a record that no stage can settle. Records with the same value of the field `together` go
   * to the same partition of the queue; without it, all records go to the first.
   */
  readonly staged?: { readonly discard: string; readonly together?: keyof F & string };
  /** Rows are updated in volume right after their insert. Each page keeps free space, so that no index is updated. */
  readonly hot?: true;
  /**
   * By workers, a record of this class makes one move that ends their work; before it, it may repeat another one. So its row
   * holds the history of these moves, and none is written for them. `repeats` is the move that others may follow: of
   * workers, or actions, which write their history as everywhere.
   */
  readonly historyFromRow?: { readonly repeats?: string };
  /**
   * From the instant in the field `at` on, a record that this move could still take is shown as if it had made the move:
   * in its status, without the actions that this status refuses. A worker makes the move later. Postgres' clock decides.
   */
  readonly expires?: { readonly at: keyof F & string; readonly move: string; readonly refusal: ErrorCode };
  /**
   * From the instant in the field `at` on, a record in a status that this move starts at counts as if it had made the move,
   * in every answer and for every action. Nothing writes the move. The fields in `with` are shown as unset then, as in any
   * other status. Postgres' clock decides.
   */
  readonly lapses?: {
    readonly at: keyof F & string;
    readonly move: string;
    readonly with: readonly (keyof F & string)[];
  };
  /** Sales may wait for a record of this class; creating it wakes them. */
  readonly awaited?: "member" | "store";
  /** Workers cache records of this class; every change of one advances the catalogue's version. */
  readonly catalogued?: true;
  /** A check of a create's content that looks at several fields. It runs once all of them have their types. */
  check?(payload: z.core.ParsePayload<ContentOf<F>>): void;
  /**
   * The last part of the right to name records of other stores in a create, for callers who are limited to stores:
   * `crossStoreReturn` makes `sale:crossStoreReturn`.
   */
  readonly crossStoreRight?: string;
  /** The amount that a create sells or takes back: a caller may have a largest one. */
  sells?(content: ContentOf<F>): Amount;
  /** The part of a new record's content that the create answers with, if its shape has `content`. */
  createdContent?(content: ContentOf<F>): Record<string, unknown>;
}

type Declared<F extends Fields> = Omit<ObjectDefinition<F>, "content">;

export function defineObject<const F extends Fields, const D extends Declared<F>>(
  definition: D & { fields: F },
): D & ObjectDefinition<F> {
  const content = contentSchema<F>(definition.fields);
  const { check } = definition;
  return { ...definition, content: check ? content.check(check) : content };
}

/** The statuses an object can have: its first, and all that its transitions reach. */
export function statusesOf(definition: ObjectDefinition): string[] {
  return [...new Set([definition.initial, ...Object.values(definition.transitions).flatMap((move) => move.to ?? [])])];
}

/** The status that a move leads to, or undefined if the table does not list it from this status. */
export function moveFrom(definition: ObjectDefinition, status: string, name: string): string | undefined {
  const move = definition.transitions[name];
  return move?.from.includes(status) ? (move.to ?? status) : undefined;
}

type Move = Transition & { readonly to: string };

const moveOf = (move: Transition | undefined): Move | undefined =>
  move?.to === undefined ? undefined : { ...move, to: move.to };

/** When records expire: the field with the instant, and the move that they are shown to have made; undefined if never. */
export function expiryOf({
  expires,
  transitions,
}: Pick<ObjectDefinition, "expires" | "transitions">): (NonNullable<ObjectDefinition["expires"]> & Move) | undefined {
  const move = expires && moveOf(transitions[expires.move]);
  return expires && move && { ...expires, ...move };
}

/** What ends a status by itself: the fields, and the move that counts as made; undefined if nothing does. */
export function lapseOf({
  lapses,
  transitions,
}: Pick<ObjectDefinition, "lapses" | "transitions">): (NonNullable<ObjectDefinition["lapses"]> & Move) | undefined {
  const move = lapses && moveOf(transitions[lapses.move]);
  return lapses && move && { ...lapses, ...move };
}

/** Whether moves of a record depend on the time. */
export const isTimed = ({ expires, lapses }: ObjectDefinition) => expires !== undefined || lapses !== undefined;

/**
 * The status that a record counts as having at `nowMs`: its own, or the one that its time has moved it to. The record has
 * the names of its fields.
 */
export function statusAt(
  definition: ObjectDefinition,
  record: Readonly<Record<string, unknown>>,
  nowMs: number,
): string {
  const status = String(record["Status"]);
  const ended = [expiryOf(definition), lapseOf(definition)].find((one) => {
    const at = one && record[one.at];
    return one?.from.includes(status) && at instanceof Date && at.getTime() <= nowMs;
  });
  return ended?.to ?? status;
}

/** Whether no move leaves this status: a record that has it needs no more work. */
export function isFinal(definition: ObjectDefinition, status: string): boolean {
  return !Object.values(definition.transitions).some((move) => move.from.includes(status));
}

/** The status of deleted records: look-ups by business key skip them, and their keys are free again. */
export const deletedStatus = "Resolved-Deleted";
