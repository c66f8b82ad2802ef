import { createClient, limitClient, listClients, revokeClient, rotateClient } from "@rewards/access";
import {
  type ClientDraft,
  ClientDraftError,
  clientLimits,
  describeClientScope,
  formatClientKey,
  keepHoursDefault,
  type LimitName,
  limitNames,
  parseClientDraft,
  parseClientScope,
  parseKeepHours,
  showScope,
} from "@rewards/domain";
import type { Command } from "commander";
import { withDatabase } from "./database.ts";
import { CommandError } from "./error.ts";
import { formatList } from "./format.ts";
import { rightsHelp } from "./rights.ts";
import { addGroup, change, databaseHelp, jsonHelp, type ProgramOptions, type Terminal } from "./terminal.ts";

/** `largestAdjustment` is `--largest-adjustment`. */
const optionOf = (field: string) => field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const rightsExample = "view:*";
const clientIdHelp = "as clients list prints it";

const help = `
A client is a caller with a credential: a till, an app, an integration. A new
client or secret is in force at once, any other change within two seconds.`;

const listsHelp = `
Lists are separated by spaces: --stores "S-042 S-043". A code that contains a
space needs a JSON array: --stores '["Main Street","S-043"]'. A client that is
limited to stores and creates sales needs --keys "S-042-", how its sale numbers
begin, so that it takes no number of another store; --keys "*" is for any.`;

/** `rewards clients`: who may call. Each change writes an audit row. */
export function addClients(program: Command, options: ProgramOptions): void {
  const { group, add, act } = addGroup(program, options, "clients");
  group
    .description("create, list, limit, rotate and revoke clients, which call with a credential")
    .addHelpText("after", `${help}\n${rightsHelp(rightsExample)}`)
    .addHelpText("afterAll", databaseHelp);
  const creating = add("create", "create a client, and print its secret, which is shown only once")
    .requiredOption("--name <name>", "what the client is, for people")
    .requiredOption("--rights <list>", 'such as "sale:create view:*"');
  for (const [name, { of, text }] of Object.entries(clientLimits))
    creating.option(`--${optionOf(name)} <${of}>`, `${text} (default: any)`);
  creating
    .option("--expires <time>", "when it ends, such as 2027-01-31T00:00:00Z (default: never)")
    .addHelpText("after", `${listsHelp}\n${rightsHelp(rightsExample)}`)
    .action(act(create));
  group
    .command("list")
    .description("print the clients, without their secrets")
    .option("--json", jsonHelp)
    .action(act(list));
  add("rotate", "give a client a new secret; the one before stays valid for a while")
    .argument("<clientID>", clientIdHelp)
    .option("--keep-hours <hours>", "how long the one before stays valid (default: 24)")
    .action(act(rotate));
  const limiting = add("limit", "change what a client is limited to; what is not named stays").argument(
    "<clientID>",
    clientIdHelp,
  );
  for (const [name, { of, text }] of Object.entries(clientLimits))
    limiting.option(`--${optionOf(name)} <${of}>`, text).option(`--no-${optionOf(name)}`, "without this limit");
  limiting.addHelpText("after", listsHelp).action(act(limit));
  add("revoke", "end a client for good").argument("<clientID>", clientIdHelp).action(act(revoke));
}

/** @throws CommandError if a name, a right, a limit or a time is wrong. */
async function create(terminal: Terminal, draft: ClientDraft): Promise<void> {
  const { scope, ...client } = readDraft(() => parseClientDraft(draft, Date.now()));
  const issued = await change(terminal, (sql) => createClient(sql, { ...client, scope }, terminal.author));
  const key = formatClientKey(issued.clientID, issued.clientSecret);
  terminal.show({ ...issued, key, ...client, ...scope }, describeSecret(issued));
}

/** @throws CommandError with the name of the option that is wrong. */
function readDraft<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ClientDraftError)) throw error;
    const help = error.field === "rights" ? " See: rewards clients --help" : "";
    throw new CommandError(`--${optionOf(error.field)} ${error.message}${help}`);
  }
}

/** Lines with a new secret. */
function describeSecret({ clientID, clientSecret }: { clientID: string; clientSecret: string }): string[] {
  return [
    `Client ID  ${clientID}`,
    `Secret     ${clientSecret}`,
    `Key        ${formatClientKey(clientID, clientSecret)}`,
    "The secret and the key are not shown again. They are in force.",
    "Send the key with each call, as the header: Authorization: Bearer <key>",
  ];
}

async function list(terminal: Terminal): Promise<void> {
  const clients = await withDatabase(terminal, ({ sql }) => listClients(sql));
  const table = formatList(
    {
      "Client ID": (one) => one.clientID,
      Name: (one) => one.name,
      Status: (one) => one.status,
      Created: (one) => one.createdAt,
      Expires: (one) => one.expiresAt ?? "never",
      "Old secret until": (one) => one.earlierUntil ?? "",
      Limits: (one) => describeClientScope(one) || "none",
      Rights: (one) => one.rights,
    },
    clients,
  );
  terminal.show({ clients }, clients.length === 0 ? "No clients." : table);
}

/** @throws CommandError if the hours are wrong; or if there is no such client. */
async function rotate(
  terminal: Terminal,
  id: string,
  { keepHours = keepHoursDefault }: { readonly keepHours?: string },
): Promise<void> {
  const keepMs = parseKeepHours(keepHours);
  if (keepMs === undefined) throw new CommandError("--keep-hours must be an integer from 0 to 8760.");
  const issued = await change(terminal, (sql) => rotateClient(sql, id, keepMs, terminal.author));
  const until = `The secret before is valid until ${issued.earlierUntil.toISOString()}.`;
  terminal.show({ ...issued, key: formatClientKey(id, issued.clientSecret) }, [...describeSecret(issued), until]);
}

/** False takes the limit away; what is left out stays. */
type LimitOptions = { readonly [Name in LimitName]?: string | false };

/** @throws CommandError if no limit is named, one is wrong, or the client is unknown, revoked or has operators' rights. */
async function limit(terminal: Terminal, id: string, options: LimitOptions): Promise<void> {
  const named = limitNames.filter((name) => options[name] !== undefined);
  if (named.length === 0) throw new CommandError("Name at least one limit. See: rewards clients limit --help");
  const given = named.filter((name) => options[name] !== false).map((name) => [name, options[name]]);
  const removed = named.filter((name) => options[name] === false).map((name) => [name, null]);
  const wanted = {
    ...readDraft(() => parseClientScope(Object.fromEntries(given))),
    ...Object.fromEntries(removed),
  };
  const scope = await change(terminal, (sql) => limitClient(sql, id, wanted, terminal.author));
  terminal.show(
    { clientID: id, ...showScope(scope) },
    `${id} is limited to: ${describeClientScope(scope) || "nothing"}.`,
  );
}

/** @throws CommandError if there is no such client. */
async function revoke(terminal: Terminal, id: string): Promise<void> {
  await change(terminal, (sql) => revokeClient(sql, id, terminal.author));
  terminal.show({ clientID: id, status: "revoked" }, `${id} is revoked.`);
}
