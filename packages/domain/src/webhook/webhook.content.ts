import { z } from "zod";
import { parseId } from "../answer.ts";
import { AppError } from "../error.ts";
import { type EventKind, eventKindNames } from "../event/event.kind.ts";
import { parseUrlParameters } from "../parse.ts";
import { timestampSchema } from "../schema.time.ts";
import { itemsSchema, oneOfSchema, optional, refused, requiredTextSchema } from "../schema.ts";

/** The prefix of the ID of a subscription. */
export const webhookPrefix = "WH";
/** The most subscriptions of a service. */
export const webhooksMax = 100;

const urlLengthMax = 2_048;
const urlForm =
  "An HTTPS URL without user, password and fragment; plain HTTP only to the networks that the worker allows.";

function isCallableUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hash } = new URL(text);
  return /^https?:$/.test(protocol) && username + password + hash === "";
}

const familyOf = (kind: string) => `${kind.slice(0, kind.indexOf("."))}.*`;
const kindNames = ["*", ...new Set(eventKindNames.map(familyOf)), ...eventKindNames] as const;

/** The kinds that a list names: `*` are all, and `sale.*` all of sales. */
const expandKinds = (names: readonly string[]): EventKind[] =>
  eventKindNames.filter((kind) => ["*", familyOf(kind), kind].some((name) => names.includes(name)));

/** What a subscription is made of. */
export const webhookContent = z.object({
  url: requiredTextSchema(urlLengthMax)
    .check(refused<string>("Error_Field_Format", urlForm, isCallableUrl))
    .meta({ description: urlForm, format: "uri" }),
  kinds: itemsSchema(oneOfSchema(kindNames), kindNames.length).transform(expandKinds),
});

export type WebhookContent = z.infer<typeof webhookContent>;

/** What to deliver again: all events since a time or, without one, those that were set aside. */
export const webhookReplayContent = z.object({ since: optional<string | undefined>(timestampSchema, undefined) });

const attemptParameters = z.object({ failed: oneOfSchema(["true"]).optional() });

/**
 * Parses the parameters of a listing of attempts. @returns whether only those that failed are wanted.
 * @throws AppError 400 if one is malformed.
 */
export function parseAttemptsCall(given: Readonly<Record<string, string | undefined>>): boolean {
  return parseUrlParameters(attemptParameters, given).failed === "true";
}

/**
 * The UUID of a subscription's ID.
 * @throws AppError 404 if it is the ID of something else.
 */
export function parseWebhookId(id: string): string {
  const parsed = parseId(id);
  if (parsed?.prefix !== webhookPrefix) throw new AppError("Error_Object_Unknown");
  return parsed.uuid;
}
