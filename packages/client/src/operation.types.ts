import type { operations } from "./generated/schema.ts";
import type { calls } from "./generated/tables.ts";

export type Calls = typeof calls;
export type CallId = keyof Calls;
export type IdOf<Kind extends Calls[CallId]["kind"]> = {
  [Id in CallId]: Calls[Id]["kind"] extends Kind ? Id : never;
}[CallId];

/** The body that an operation takes. */
export type BodyOf<Id extends CallId> = operations[Id] extends {
  requestBody: { content: { "application/json": infer Body } };
}
  ? Body
  : never;

/** The body that an operation answers with. */
export type AnswerOf<Id extends CallId> = operations[Id]["responses"] extends {
  200: { content: { "application/json": infer Answer } };
}
  ? Answer
  : operations[Id]["responses"] extends { 201: { content: { "application/json": infer Answer } } }
    ? Answer
    : never;

/** The placeholders in an operation's path. */
export type PlaceholdersOf<Id extends CallId> = operations[Id]["parameters"] extends { path: infer Path }
  ? Path
  : never;
export type QueryOf<Id extends CallId> = operations[Id]["parameters"] extends { query?: infer Query } ? Query : never;
export type ContentOf<Id extends CallId> = BodyOf<Id> extends { content?: infer Content } ? Content : never;
