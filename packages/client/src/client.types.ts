import type { components } from "./generated/schema.ts";
import type { AnswerOf, BodyOf, CallId, Calls, ContentOf, IdOf, PlaceholdersOf, QueryOf } from "./operation.types.ts";
import type { Settled } from "./settled.ts";
import type { CallOptions } from "./transport.ts";
import type { View } from "./view.types.ts";

/** The result of a create or an action. */
export interface Done<Id extends CallId> {
  readonly id: string;
  readonly status: AnswerOf<Id> extends { data: { objectInfo: { status: infer Status } } } ? Status : string;
  /** A sentence for people that says what was done. Not every call has one. */
  readonly confirmationNote: string | undefined;
  /** The object's version after the call, for `ifMatch`. */
  readonly etag: string | undefined;
  /** The unchanged body of the answer. */
  readonly answer: AnswerOf<Id>;
}

/** An object read by its ID; `objectTypeID` names its class. */
export type ReadObject = components["schemas"]["ObjectInfo"] & { readonly etag: string | undefined };

type Text<Value> = Extract<Value, string>;

type Placeholders<Id extends CallId> = [PlaceholdersOf<Id>] extends [never]
  ? []
  : PlaceholdersOf<Id> extends { ID: unknown; Action: infer Action }
    ? [id: string, action: Text<Action>]
    : PlaceholdersOf<Id> extends { ViewName: infer Name }
      ? [view: Text<Name>]
      : [id: string];

type Body<Id extends IdOf<"other">> = Calls[Id]["takesBody"] extends true ? [body: BodyOf<Id>] : [];
type Query<Id extends IdOf<"other">> = Calls[Id]["takesQuery"] extends true ? [query?: QueryOf<Id>] : [];

type Content<Id extends IdOf<"action">> = Calls[Id]["takesContent"] extends true
  ? [content: ContentOf<Id>]
  : Calls[Id]["takesContent"] extends "optional"
    ? [content?: ContentOf<Id>]
    : [];

type Call<Id extends CallId> =
  Id extends IdOf<"create">
    ? (content: ContentOf<Id>, options?: CallOptions) => Promise<Done<Id>>
    : Id extends IdOf<"action">
      ? (...given: [id: string, ...Content<Id>, options?: CallOptions]) => Promise<Done<Id>>
      : Id extends IdOf<"view">
        ? View<Id>
        : Id extends IdOf<"object">
          ? (id: string, options?: CallOptions) => Promise<ReadObject>
          : Id extends IdOf<"other">
            ? (
                ...given: [...Placeholders<Id>, ...Body<Id>, ...Query<Id>, options?: CallOptions]
              ) => Promise<AnswerOf<Id>>
            : never;

type GroupOf<Id extends CallId> = Id extends `${infer Group}.${string}` ? Group : never;

/** Every call of the service by its operation ID: `sales.create` is `client.sales.create`. */
type EveryCall = {
  readonly [Group in GroupOf<CallId>]: {
    readonly [Id in CallId as Id extends `${Group}.${infer Name}` ? Name : never]: Call<Id>;
  };
};

/** Every call of the service, and what a till asks for in one request. */
export type RewardsClient = EveryCall & { readonly sales: { readonly settled: Settled } };
