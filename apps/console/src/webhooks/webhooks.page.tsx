import { operatorRight, parseAttemptsCall } from "@rewards/domain";
import { type ListedAttempt, type ListedWebhook, listAttempts, listWebhooks } from "@rewards/operations";
import { formatCount } from "@rewards/runtime";
import { ActionLink } from "../action/action.tsx";
import type { Viewer } from "../context.ts";
import { Facts, Table, Time } from "../page/elements.tsx";
import type { Page } from "../page/page.ts";
import { addWebhookAction } from "./webhooks.add.tsx";
import {
  findWebhook,
  pauseWebhookAction,
  removeWebhookAction,
  replayWebhookAction,
  resumeWebhookAction,
  rotateWebhookAction,
  webhookField,
} from "./webhooks.change.tsx";

const path = "/webhooks";
const right = operatorRight("webhooks");

/** The subscriptions to events, and how well their receivers take them. */
export const webhooksPage: Page = {
  path,
  menu: "Webhooks",
  right,
  async show(_, viewer, { sql }) {
    return { title: "Webhooks", body: <Webhooks webhooks={await listWebhooks(sql)} viewer={viewer} /> };
  },
};

/** What an operator has to know first. */
function describeState({ state, failingSince, lag, parked }: ListedWebhook): string {
  if (state !== "active") return state;
  if (failingSince !== null) return `failing since ${failingSince}`;
  return lag + parked > 0 ? "delivers" : "up to date";
}

const lastAnswer = ({ lastStatus, lastError }: ListedWebhook) => (lastStatus === null ? lastError : String(lastStatus));

const Webhooks = ({ webhooks, viewer }: { readonly webhooks: readonly ListedWebhook[]; readonly viewer: Viewer }) => (
  <>
    <p class="buttons">
      <ActionLink action={addWebhookAction} viewer={viewer}>
        Add a webhook
      </ActionLink>
    </p>
    {webhooks.length === 0 ? (
      <p>Nobody has events posted to a URL.</p>
    ) : (
      <Table
        caption="Webhooks, the latest first"
        head={["URL", "State", "Events behind", "Parked", "Set aside", "Delivered", "Last answer", "Last attempt"]}
        numbers={[2, 3, 4, 5]}
        rows={webhooks.map((one) => [
          <a href={`${path}/${one.id}`}>{one.url}</a>,
          describeState(one),
          ...[one.lag, one.parked, one.setAside, one.delivered].map(formatCount),
          lastAnswer(one),
          <Time at={one.lastAt} />,
        ])}
      />
    )}
  </>
);

/** A subscription, with its latest attempts and what can be done with it. */
export const webhookPage: Page = {
  path: `${path}/:id`,
  right,
  async show(c, viewer, { sql }) {
    const isFailedOnly = parseAttemptsCall(c.req.query());
    const webhook = await findWebhook(sql, c.req.param("id") ?? "");
    const attempts = await listAttempts(sql, webhook.uuid, isFailedOnly);
    return { title: webhook.url, body: <Webhook {...{ webhook, attempts, isFailedOnly, viewer }} /> };
  },
};

interface WebhookProps {
  readonly webhook: ListedWebhook;
  readonly attempts: readonly ListedAttempt[];
  readonly isFailedOnly: boolean;
  readonly viewer: Viewer;
}

const Webhook = ({ webhook, attempts, isFailedOnly, viewer }: WebhookProps) => (
  <>
    <WebhookActions webhook={webhook} viewer={viewer} />
    <Facts
      facts={[
        ["ID", webhook.id],
        ["State", describeState(webhook)],
        ["Kinds", webhook.kinds.join(" ")],
        ["Events behind", formatCount(webhook.lag)],
        ["Parked: failed, or behind one of the same member that did", formatCount(webhook.parked)],
        ["Set aside after the last retry", formatCount(webhook.setAside)],
        ["Delivered", formatCount(webhook.delivered)],
        ["Last answer", lastAnswer(webhook)],
        ["Secret before valid until", webhook.earlierUntil],
        ["Added", `${webhook.createdAt} by ${webhook.createdBy}`],
      ]}
    />
    <p>
      {isFailedOnly ? (
        <a href={`${path}/${webhook.id}`}>All attempts</a>
      ) : (
        <a href={`${path}/${webhook.id}?failed=true`}>Failed attempts only</a>
      )}
    </p>
    {attempts.length === 0 ? (
      <p>{`There was no ${isFailedOnly ? "failed attempt" : "attempt"} in the last three days.`}</p>
    ) : (
      <Table
        caption="The latest attempts, newest first"
        head={["At", "Answer", "ms", "Kind", "Sequence", "Event"]}
        numbers={[2, 4]}
        rows={attempts.map((one) => [
          <Time at={one.at} isExact />,
          one.status === null ? one.error : String(one.status),
          String(one.ms),
          one.type ?? "not kept any more",
          String(one.sequence),
          one.event ?? "",
        ])}
      />
    )}
  </>
);

const WebhookActions = ({ webhook, viewer }: Pick<WebhookProps, "webhook" | "viewer">) => {
  const fields = { [webhookField]: webhook.id };
  const links = [
    ...(webhook.state === "active" ? ([[pauseWebhookAction, "Pause"]] as const) : []),
    ...(webhook.state !== "active" || webhook.failingSince !== null
      ? ([[resumeWebhookAction, "Resume"]] as const)
      : []),
    [replayWebhookAction, "Replay"],
    [rotateWebhookAction, "Rotate the secret"],
    [removeWebhookAction, "Remove"],
  ] as const;
  return (
    <p class="buttons">
      {links.map(([action, text]) => (
        <ActionLink action={action} viewer={viewer} fields={fields}>
          {text}
        </ActionLink>
      ))}
    </p>
  );
};
