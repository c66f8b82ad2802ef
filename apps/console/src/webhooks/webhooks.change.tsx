import type { Author, Sql } from "@rewards/db";
import { operatorRight, parseContent, parseWebhookId, webhookReplayContent } from "@rewards/domain";
import {
  type ListedWebhook,
  listWebhooks,
  pauseWebhook,
  removeWebhook,
  replayWebhook,
  resumeWebhook,
  rotateWebhook,
} from "@rewards/operations";
import { formatCount } from "@rewards/runtime";
import type { Child } from "hono/jsx";
import type { Action } from "../action/action.tsx";
import { PageError } from "../page/page.error.ts";
import { webhookSecretPage } from "./webhooks.add.tsx";

export const webhookField = "webhook";
const right = operatorRight("webhooks");
const backTo = (input: URLSearchParams) => `/webhooks/${input.get(webhookField)}`;

/** Finds a subscription by its ID. @throws PageError 404 if no subscription has it, AppError 404 if it is malformed. */
export async function findWebhook(sql: Sql, id: string): Promise<ListedWebhook & { readonly uuid: string }> {
  const uuid = parseWebhookId(id);
  const found = (await listWebhooks(sql)).find((one) => one.id === id);
  if (found) return { ...found, uuid };
  throw new PageError(404, "There is no such webhook.", "Choose one of the list.");
}

const findIn = (sql: Sql, input: URLSearchParams) => findWebhook(sql, input.get(webhookField) ?? "");

interface Change {
  readonly verb: string;
  readonly done: string;
  /** What will happen. */
  readonly says: Child;
  readonly to?: string;
  readonly run: (sql: Sql, uuid: string, author: Author) => Promise<unknown>;
}

/** A change of a subscription that needs no field. */
const changeAction = ({ verb, done, says, to, run }: Change): Action => ({
  path: `/webhooks/${verb.toLowerCase()}`,
  right,
  async ask({ input, deps: { sql } }) {
    const { url } = await findIn(sql, input);
    return { title: `${verb} ${url}?`, body: <p>{says}</p>, kept: [webhookField], button: verb, back: backTo(input) };
  },
  async perform({ input, author, deps: { sql } }) {
    const { url, uuid } = await findIn(sql, input);
    await run(sql, uuid, author);
    return { to: to ?? backTo(input), notice: `${done}: ${url}.` };
  },
});

export const pauseWebhookAction = changeAction({
  ...{ verb: "Pause", done: "Paused", run: pauseWebhook },
  says: "Nothing more is posted until you resume it. The log keeps events for some days, and they are posted then.",
});

export const resumeWebhookAction = changeAction({
  ...{ verb: "Resume", done: "Resumed", run: resumeWebhook },
  says: "Everything that waits is posted at once, also what waited for its next retry.",
});

export const removeWebhookAction = changeAction({
  ...{ verb: "Remove", done: "Removed", run: removeWebhook, to: "/webhooks" },
  says: "Nothing more is posted, and its attempts are forgotten. This cannot be undone.",
});

/** Posts events again. */
export const replayWebhookAction: Action = {
  path: "/webhooks/replay",
  right,
  async ask({ input, deps: { sql } }) {
    const { url, setAside } = await findIn(sql, input);
    return {
      title: `Replay events to ${url}?`,
      body: (
        <>
          <p>
            {`Without a time, the ${formatCount(setAside)} events that were set aside are posted again; with one, all events since then that are kept. They have the same IDs.`}
          </p>
          <label for="since">Since, such as 2026-11-30T00:00:00Z (empty: those set aside)</label>
          <input id="since" name="since" maxlength={32} value={input.get("since") ?? ""} autocomplete="off" />
        </>
      ),
      kept: [webhookField],
      button: "Replay",
      back: backTo(input),
    };
  },
  async perform({ input, author, deps: { sql } }) {
    const { since } = parseContent(webhookReplayContent, { since: input.get("since")?.trim() || undefined });
    const count = await replayWebhook(sql, parseWebhookId(input.get(webhookField) ?? ""), since, author);
    return { to: backTo(input), notice: `To be posted again: ${formatCount(count)} events.` };
  },
};

/** Gives a subscription a new secret. */
export const rotateWebhookAction: Action = {
  path: "/webhooks/rotate",
  right,
  async ask({ input, deps: { sql } }) {
    const { url } = await findIn(sql, input);
    return {
      title: `Rotate the secret of ${url}?`,
      body: <p>The next page shows the new secret, once. For a day, events are signed with the one before too.</p>,
      kept: [webhookField],
      button: "Rotate",
      back: backTo(input),
    };
  },
  async perform({ input, author, deps: { sql } }) {
    const issued = await rotateWebhook(sql, parseWebhookId(input.get(webhookField) ?? ""), author);
    return webhookSecretPage(issued, `The secret before is valid until ${issued.earlierUntil}.`);
  },
};
