import type { z } from "zod";
import type { ErrorCode } from "./error.ts";
import type { ObjectDefinition } from "./object.ts";
import type { ShapePath } from "./shape.ts";

/** What an action does beside moving Status and setting fields. The database package has one writer for each. */
export const effects = ["post-adjustment", "add-stock", "end-expiry"] as const;
export type EffectName = (typeof effects)[number];

/** An action on an existing object. It runs within its request and answers the final status. */
export interface ActionDefinition<Content = never> {
  readonly name: string;
  readonly target: ObjectDefinition;
  /** The move of the target's table that it makes; from any other status it is refused with 409. */
  readonly transition: string;
  /** Schema of `content`; absent where the action takes none (then `content` may be absent, null or an object). */
  readonly content?: z.ZodType<Content>;
  /** A further reason to refuse, read from the stored record. `nowMs` is Postgres' clock, read under the row's lock. */
  readonly guard?: (record: Readonly<Record<string, unknown>>, nowMs: number) => ErrorCode | undefined;
  /** Which fields of the record change. A page holds only its changed fields and is laid over the stored one. */
  readonly set?: (content: Content) => Record<string, unknown>;
  readonly effect?: EffectName;
  /** The codes that its guard and its effect refuse with, beside those of every action. */
  readonly refusals?: readonly ErrorCode[];
  readonly answer: { readonly shape: readonly ShapePath[]; readonly note: string };
}

/** The status that an action answers with: its move leads to this one, from wherever it begins. */
export function statusAfter({ target, transition }: ActionDefinition): string {
  const move = target.transitions[transition];
  if (!move) throw new Error(`${target.class} has no move ${transition}`);
  return move.to;
}

export function defineAction<Content = undefined>(definition: ActionDefinition<Content>): ActionDefinition {
  // The registry holds actions of every content; parse and set stay paired because both come from one definition.
  return definition as unknown as ActionDefinition;
}
