import {
  eventKindNames,
  exampleUuid,
  operatorRight,
  webhookContent,
  webhookPrefix,
  webhookReplayContent,
} from "@rewards/domain";
import { operatorRoot } from "../call.ts";
import type { Call } from "./call.ts";
import { closed, inputSchema, type Schema, schemaRef } from "./json-schema.ts";

const root = `${operatorRoot}/webhooks`;
const text = { type: "string" };
const count = { type: "integer" };
const timestamp = { type: "string", format: "date-time" };
const orNull = ({ type, ...rest }: { readonly type: string; readonly format?: string }) => ({
  ...{ type: [type, "null"], ...rest },
});

export const webhookSchemas: Record<string, Schema> = {
  WebhookContent: inputSchema(webhookContent),
  WebhookSecret: closed({
    id: text,
    secret: { ...text, description: "Signs each message. It is not shown again." },
  }),
  WebhookRotation: closed({
    id: text,
    secret: text,
    earlierUntil: { ...timestamp, description: "Until then, the secret before signs too." },
  }),
  WebhookList: closed({
    webhooks: {
      type: "array",
      items: closed({
        id: text,
        url: text,
        kinds: { type: "array", items: { type: "string", enum: eventKindNames } },
        state: {
          type: "string",
          enum: ["active", "paused", "ended"],
          description: "ended: the receiver answered 410.",
        },
        lag: { ...count, description: "Events of the log, of all kinds, that it has not reached." },
        parked: { ...count, description: "Events that failed, or wait behind one of their member that failed." },
        setAside: { ...count, description: "Events without further attempts." },
        delivered: count,
        failingSince: {
          ...orNull(timestamp),
          description: "Since when only single attempts are made; null if the receiver answers.",
        },
        lastAt: orNull(timestamp),
        lastStatus: orNull(count),
        lastError: { ...text, description: "Why no answer came at the last attempt; empty if one came." },
        earlierUntil: orNull(timestamp),
        createdAt: timestamp,
        createdBy: text,
      }),
    },
  }),
  WebhookState: closed({ id: text, state: { type: "string", enum: ["active", "paused", "removed"] } }),
  WebhookReplayContent: inputSchema(webhookReplayContent),
  WebhookReplayAnswer: closed({ id: text, events: count }),
  WebhookAttempts: closed({
    attempts: {
      type: "array",
      items: closed({
        at: timestamp,
        event: { ...orNull(text), description: "The event's ID; null if it is not kept any more." },
        type: orNull(text),
        sequence: count,
        status: { ...orNull(count), description: "Null if no answer came." },
        error: text,
        ms: count,
      }),
    },
  }),
};

const shared = { tag: "Webhooks", isForOperators: true, rights: [operatorRight("webhooks")] } as const;
const answer = (name: string, description: string) => ({ status: 200, description, schema: schemaRef(name) });
const id = {
  ...{ name: "ID", in: "path", required: true, description: "The webhook's `id`.", schema: text },
  example: `${webhookPrefix}-${exampleUuid}`,
};

/** A call that changes one webhook, by the last part of its path. */
const changing = (name: "rotate" | "pause" | "resume" | "remove", summary: string, description: string): Call => ({
  ...shared,
  ...{ id: `webhooks.${name}`, method: "post", path: `${root}/{ID}/${name}`, summary, description },
  kind: "Operator",
  refusals: ["Error_Object_Unknown"],
  parameters: [id],
  answer:
    name === "rotate"
      ? answer("WebhookRotation", "The new secret.")
      : answer("WebhookState", "What it is from now on."),
});

export const webhookCalls: readonly Call[] = [
  {
    ...shared,
    id: "webhooks.list",
    method: "get",
    path: root,
    summary: "List webhooks",
    description: "Lists where events are posted, and how far each receiver has got.",
    kind: "Operator",
    answer: answer("WebhookList", "All webhooks."),
  },
  {
    ...shared,
    id: "webhooks.add",
    method: "post",
    path: root,
    summary: "Add a webhook",
    description:
      "Subscribes a URL to kinds of events: those of what begins after the answer. `*` are all kinds, `sale.*` all of sales. The audit records it.",
    kind: "OperatorBody",
    refusals: ["Error_Webhook_TooMany"],
    body: {
      schema: schemaRef("WebhookContent"),
      example: { url: "https://shop.example/events", kinds: ["sale.completed", "voucher.*"] },
    },
    answer: answer("WebhookSecret", "The webhook's ID and secret."),
  },
  changing("rotate", "Rotate a webhook's secret", "Makes a new secret. For a day, the one before signs too."),
  changing("pause", "Pause a webhook", "Posts nothing until it is resumed. The log keeps what happens meanwhile."),
  changing(
    "resume",
    "Resume a webhook",
    "Posts again, at once what waits for a retry. Also after the receiver ended it.",
  ),
  changing("remove", "Remove a webhook", "Ends it for good."),
  {
    ...shared,
    id: "webhooks.replay",
    method: "post",
    path: `${root}/{ID}/replay`,
    summary: "Replay events",
    description:
      "Posts the events that were set aside again or, with `since`, all events since then and what follows. Their IDs stay the same.",
    kind: "OperatorBody",
    refusals: ["Error_Object_Unknown"],
    parameters: [id],
    body: { schema: schemaRef("WebhookReplayContent"), example: { since: "2026-11-21T13:31:49.313Z" } },
    answer: answer("WebhookReplayAnswer", "How many events were set aside, or how far back in the log it is now."),
  },
  {
    ...shared,
    id: "webhooks.attempts",
    method: "get",
    path: `${root}/{ID}/attempts`,
    summary: "List attempts",
    description: "Lists the latest attempts of a webhook, newest first. They are kept for three days.",
    kind: "Operator",
    refusals: ["Error_Object_Unknown", "Error_Parameter_Type"],
    parameters: [
      id,
      {
        name: "failed",
        in: "query",
        description: "Only those that failed.",
        schema: { type: "string", enum: ["true"] },
      },
    ],
    answer: answer("WebhookAttempts", "The attempts."),
  },
];
