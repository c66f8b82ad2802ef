import { parseAttemptsCall, parseContent, parseWebhookId, webhookContent, webhookReplayContent } from "@rewards/domain";
import {
  addWebhook,
  listAttempts,
  listWebhooks,
  pauseWebhook,
  removeWebhook,
  replayWebhook,
  resumeWebhook,
  rotateWebhook,
} from "@rewards/operations";
import { respond } from "../answer.ts";
import { readJsonObject } from "../body.ts";
import { type ApiContext, demandFunction, operatorOf } from "../call.ts";
import type { Handler } from "../context.ts";

/** The ID in the path, and its UUID. */
function webhookOf(c: ApiContext): { readonly id: string; readonly uuid: string } {
  const id = c.req.param("id") as string;
  return { id, uuid: parseWebhookId(id) };
}

/** GET /ops/v1/webhooks: all webhooks, without their secrets. */
export const listHooks: Handler = async (c, { database, write }) => {
  demandFunction(c.env.caller, "webhooks");
  return respond(c.env.outgoing, { webhooks: await write(c, () => listWebhooks(database.sql)) });
};

/** POST /ops/v1/webhooks: subscribes a URL to kinds of events. The answer has the secret, which is shown only once. */
export const addHook: Handler = async (c, { database, bodyBytesMax, write }) => {
  demandFunction(c.env.caller, "webhooks");
  const author = operatorOf(c);
  const { body } = await readJsonObject(c, bodyBytesMax);
  const content = parseContent(webhookContent, body);
  return respond(c.env.outgoing, await write(c, () => addWebhook(database.sql, content, author)));
};

/** POST /ops/v1/webhooks/{ID}/rotate: a new secret; for a day, the one before signs too. */
export const rotateHook: Handler = async (c, { database, write }) => {
  demandFunction(c.env.caller, "webhooks");
  const author = operatorOf(c);
  const { uuid } = webhookOf(c);
  return respond(c.env.outgoing, await write(c, () => rotateWebhook(database.sql, uuid, author)));
};

const changing =
  (change: typeof pauseWebhook, state: string): Handler =>
  async (c, { database, write }) => {
    demandFunction(c.env.caller, "webhooks");
    const author = operatorOf(c);
    const { id, uuid } = webhookOf(c);
    await write(c, () => change(database.sql, uuid, author));
    return respond(c.env.outgoing, { id, state });
  };

/** POST /ops/v1/webhooks/{ID}/pause, /resume and /remove. */
export const pauseHook = changing(pauseWebhook, "paused");
export const resumeHook = changing(resumeWebhook, "active");
export const removeHook = changing(removeWebhook, "removed");

/** POST /ops/v1/webhooks/{ID}/replay: delivers again what was set aside or, with `since`, all events since then. */
export const replayHook: Handler = async (c, { database, bodyBytesMax, write }) => {
  demandFunction(c.env.caller, "webhooks");
  const author = operatorOf(c);
  const { id, uuid } = webhookOf(c);
  const { body } = await readJsonObject(c, bodyBytesMax);
  const { since } = parseContent(webhookReplayContent, body);
  const events = await write(c, () => replayWebhook(database.sql, uuid, since, author));
  return respond(c.env.outgoing, { id, events });
};

/** GET /ops/v1/webhooks/{ID}/attempts: the latest attempts. */
export const listHookAttempts: Handler = async (c, { database, write }) => {
  demandFunction(c.env.caller, "webhooks");
  const { uuid } = webhookOf(c);
  const isFailedOnly = parseAttemptsCall(c.req.query());
  const attempts = await write(c, () => listAttempts(database.sql, uuid, isFailedOnly));
  return respond(c.env.outgoing, { attempts });
};
