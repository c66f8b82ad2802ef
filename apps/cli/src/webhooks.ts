import { parseContent, parseWebhookId, webhookContent, webhookReplayContent } from "@rewards/domain";
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
import type { Command } from "commander";
import { withDatabase } from "./database.ts";
import { formatList, formatTable } from "./format.ts";
import { addDefaultList, addGroup, databaseHelp, jsonHelp, type ProgramOptions, type Terminal } from "./terminal.ts";

const idHelp = "as webhooks list prints it";

const help = `
A webhook posts events to a URL, signed as Standard Webhooks says. It gets what
begins after it was added. docs/events.md has the kinds and how to verify.`;

/** `rewards webhooks`: where events are posted. Each change writes an audit row. */
export function addWebhooks(program: Command, options: ProgramOptions): void {
  const { group, add, act } = addGroup(program, options, "webhooks");
  group
    .description("post events to URLs: add, list, rotate, pause, resume, remove and replay webhooks")
    .addHelpText("afterAll", `${help}\n${databaseHelp}`);
  addDefaultList(group)
    .description("print the webhooks, without their secrets")
    .option("--json", jsonHelp)
    .action(act(list));
  add("add", "subscribe a URL to kinds of events, and print its secret, which is shown only once")
    .requiredOption("--url <url>", "where events are posted, such as https://shop.example/events")
    .requiredOption("--kinds <list>", 'such as "sale.completed voucher.*", or "*" for all')
    .action(act(create));
  add("rotate", "give a webhook a new secret; for a day, the one before signs too")
    .argument("<id>", idHelp)
    .action(act(rotate));
  add("pause", "post nothing until it is resumed").argument("<id>", idHelp).action(act(pause));
  add("resume", "post again, at once what waits for a retry").argument("<id>", idHelp).action(act(resume));
  add("remove", "end a webhook for good").argument("<id>", idHelp).action(act(remove));
  add("replay", "post again: all events since a time, or those that were set aside")
    .argument("<id>", idHelp)
    .option("--since <time>", "from this time on, such as 2027-01-31T00:00:00Z")
    .action(act(replay));
  group
    .command("log")
    .description("print the latest attempts")
    .argument("<id>", idHelp)
    .option("--failed", "only those that failed")
    .option("--json", jsonHelp)
    .action(act(log));
}

/** @throws AppError if the URL or a kind is wrong, or there are too many webhooks. */
async function create(terminal: Terminal, { url, kinds }: { readonly url: string; readonly kinds: string }) {
  const content = parseContent(webhookContent, { url, kinds: kinds.split(/[\s,]+/).filter(Boolean) });
  const issued = await withDatabase(terminal, ({ sql }) => addWebhook(sql, content, terminal.author));
  const known = "The secret is not shown again. Verify each message with it (docs/events.md).";
  terminal.show(issued, [`Webhook  ${issued.id}`, `Secret   ${issued.secret}`, known]);
}

async function list(terminal: Terminal): Promise<void> {
  const webhooks = await withDatabase(terminal, ({ sql }) => listWebhooks(sql));
  const table = formatList(
    {
      ID: (one) => one.id,
      URL: (one) => one.url,
      State: (one) => (one.failingSince === null ? one.state : `${one.state}, failing since ${one.failingSince}`),
      Behind: (one) => String(one.lag),
      Parked: (one) => String(one.parked),
      "Set aside": (one) => String(one.setAside),
      Delivered: (one) => String(one.delivered),
      Last: (one) => (one.lastAt === null ? "never" : `${one.lastAt} ${one.lastStatus ?? one.lastError}`),
      "Old secret until": (one) => one.earlierUntil ?? "",
      Kinds: (one) => one.kinds.join(" "),
      Added: (one) => `${one.createdAt} by ${one.createdBy}`,
    },
    webhooks,
  );
  terminal.show({ webhooks }, webhooks.length === 0 ? "No webhooks." : table);
}

async function rotate(terminal: Terminal, id: string): Promise<void> {
  const uuid = parseWebhookId(id);
  const issued = await withDatabase(terminal, ({ sql }) => rotateWebhook(sql, uuid, terminal.author));
  const until = `Until ${issued.earlierUntil}, messages are signed with the secret before too.`;
  terminal.show(issued, [`Secret  ${issued.secret}`, "The secret is not shown again.", until]);
}

/** A command that changes one webhook, and what it says afterwards. */
const changing =
  (change: typeof pauseWebhook, state: string) =>
  async (terminal: Terminal, id: string): Promise<void> => {
    const uuid = parseWebhookId(id);
    await withDatabase(terminal, ({ sql }) => change(sql, uuid, terminal.author));
    terminal.show({ id, state }, `${id} is ${state}.`);
  };
const pause = changing(pauseWebhook, "paused");
const resume = changing(resumeWebhook, "active");
const remove = changing(removeWebhook, "removed");

async function replay(terminal: Terminal, id: string, options: { readonly since?: string }): Promise<void> {
  const uuid = parseWebhookId(id);
  const { since } = parseContent(webhookReplayContent, options);
  const events = await withDatabase(terminal, ({ sql }) => replayWebhook(sql, uuid, since, terminal.author));
  const what =
    since === undefined ? "events that were set aside" : "events of the log, as far as they are of its kinds";
  terminal.show({ id, events }, `${id} posts ${events} ${what}.`);
}

async function log(terminal: Terminal, id: string, { failed = false }: { readonly failed?: boolean }): Promise<void> {
  const uuid = parseWebhookId(id);
  const attempts = await withDatabase(terminal, ({ sql }) => listAttempts(sql, uuid, failed));
  const table = formatTable(
    {
      At: (one) => one.at,
      Event: (one) => one.event ?? "not kept any more",
      Type: (one) => one.type ?? "",
      Sequence: (one) => String(one.sequence),
      Result: (one) => String(one.status ?? one.error),
      ms: (one) => String(one.ms),
    },
    attempts,
  );
  terminal.show({ attempts }, attempts.length === 0 ? "No attempts." : table);
}
