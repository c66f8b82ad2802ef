import type { z } from "zod";
import type { Amount } from "./amount.ts";
import type { ShapePath } from "./answer.ts";
import type { ErrorCode } from "./error.table.ts";
import { AppError } from "./error.ts";
import { expiryOf, type ObjectDefinition } from "./object.ts";
import { parseContent } from "./parse.ts";

/**
 * What an action does in addition to moving Status and setting fields. The database package has one writer for each.
 */
export const effects = [
  ...([
    "post-adjustment",
    "add-stock",
    "check-holder",
    "end-expiry",
    "add-card",
    "remove-card",
    "merge-member",
  ] as const),
  ...(["add-members", "remove-members"] as const),
  ...(["edit-rule", "end-rule"] as const),
  ...(["cancel-items", "cancel-redemptions"] as const),
  ...(["post-payment", "cancel-payment"] as const),
] as const;
export type EffectName = (typeof effects)[number];

/** An action on an existing object. It runs within its request and returns the final status. */
export interface ActionDefinition<Content = never> {
  readonly name: string;
  readonly target: ObjectDefinition;
  /** Its move in the target's table. From a status that the move does not start at, the action is refused with 409. */
  readonly transition: string;
  /** The move of another record of the class that its effect makes. */
  readonly otherTransition?: string;
  /** The last part of the right that it needs: `adjust` makes `member:adjust`. */
  readonly right: string;
  /** Whether each run writes an entry of the audit. */
  readonly isAudited?: true;
  /** Schema of `content`; absent if the action takes none (then `content` may be absent, null or an object). */
  readonly content?: z.ZodType<Content>;
  /** The most bytes of its body, if a list makes it larger than `bodyBytesMaxDefault`. */
  readonly bodyBytesMax?: number;
  /** Whether the caller may leave the content out, or send null: then it is read as an empty object. */
  readonly isContentOptional?: true;
  /** A further reason to refuse, based on the stored record and the status that it counts as having now. */
  readonly guard?: (
    record: Readonly<Record<string, unknown>>,
    content: Content,
    status: string,
  ) => ErrorCode | undefined;
  /** The fields of the record that change. A page holds only its changed fields and is merged into the stored one. */
  readonly set?: (content: Content) => Record<string, unknown>;
  /** Further fields that change, by the time of the action. `nowMs` is Postgres' clock, read under the row's lock. */
  readonly setAt?: (content: Content, nowMs: number) => Record<string, unknown>;
  readonly effect?: EffectName;
  /** A further key that the record gets. Sales may wait for it; it obeys the rules for the keys of creates. */
  readonly registers?: (content: Content) => string;
  /** Why the caller does it: for the history and, if it is audited, the audit. */
  readonly reason?: (content: Content) => string | undefined;
  /** The amount by which it adjusts a balance: a caller may have a largest one. */
  readonly adjusts?: (content: Content) => Amount;
  /** The codes that its guard and its effect refuse with, in addition to those of every action. */
  readonly refusals?: readonly ErrorCode[];
  readonly answer: { readonly shape: readonly ShapePath[]; readonly note: string };
}

/**
 * Parses the content of a call; undefined if the action takes none.
 * @throws AppError 422 as `parseContent`.
 */
export function parseActionContent({ content, isContentOptional }: ActionDefinition, given: unknown): unknown {
  return content && parseContent(content, isContentOptional ? (given ?? {}) : given);
}

/**
 * The 409 of an action that the status of the object, as callers see it, does not allow. A till reads in it that its
 * voucher was used or has expired.
 */
export function statusIllegal({ name, target }: ActionDefinition, status: string): AppError {
  const expiry = expiryOf(target);
  if (expiry?.to === status) return new AppError(expiry.refusal);
  const code = "Error_Status_Illegal";
  return new AppError(code, [{ code, text: `The status ${status} does not allow ${name}.` }], { status });
}

/** The status after an action, wherever its move starts; undefined if the status stays, whichever it is. */
export function statusAfter({ target, transition }: ActionDefinition): string | undefined {
  const move = target.transitions[transition];
  if (!move) throw new Error(`${target.class} has no move ${transition}`);
  return move.to;
}

export function defineAction<Content = undefined>(definition: ActionDefinition<Content>): ActionDefinition {
  // The registry holds actions with any content. `content` and `set` match because both come from one definition.
  return definition as unknown as ActionDefinition;
}
