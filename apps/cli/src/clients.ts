import { createClient, limitClient, listClients, revokeClient, rotateClient } from "@rewards/access";
import {
  type ClientDraft,
  ClientDraftError,
  describeClientScope,
  formatClientKey,
  keepHoursDefault,
  parseClientDraft,
  parseClientScope,
  parseKeepHours,
} from "@rewards/domain";
import type { Command } from "commander";
import { withDatabase } from "./database.ts";
import { CommandError } from "./error.ts";
import { formatList } from "./format.ts";
import { rightsHelp } from "./rights.ts";
import {
  addTerminalOptions,
  change,
  databaseHelp,
  jsonHelp,
  openTerminal,
  type ProgramOptions,
  type Terminal,
  type TerminalOptions,
} from "./terminal.ts";

const programmesHelp = "BusinessIDs of the only programmes that exist for it";
const storesHelp = "StoreCodes of the only stores that exist for it";
const adjustmentHelp = "the largest amount of one AddBalance";

const rightsExample = "view:*";
const clientIdHelp = "as clients list prints it";

const help = `
A client is a caller with a credential: a till, an app, an integration. An API
with AUTH=required takes changes within two seconds.`;

const listsHelp = `
Lists are separated by spaces: --stores "S-042 S-043". A code that contains a
space needs a JSON array: --stores '["Main Street","S-043"]'`;

/** `rewards clients`: who may call. Each change writes an audit row. */
export function addClients(program: Command, options: ProgramOptions): void {
  const clients = program
    .command("clients")
    .description("create, list, limit, rotate and revoke clients, which call with a credential")
    .addHelpText("after", `${help}\n${rightsHelp(rightsExample)}`)
    .addHelpText("afterAll", databaseHelp);
  const add = (name: string, description: string) => addTerminalOptions(clients.command(name).description(description));
  add("create", "create a client, and print its secret, which is shown only once")
    .requiredOption("--name <name>", "what the client is, for people")
    .requiredOption("--rights <list>", 'such as "sale:create view:*"')
    .option("--programmes <list>", `${programmesHelp} (default: all)`)
    .option("--stores <list>", `${storesHelp} (default: all)`)
    .option("--largest-adjustment <amount>", `${adjustmentHelp} (default: any)`)
    .option("--expires <time>", "when it ends, such as 2027-01-31T00:00:00Z (default: never)")
    .addHelpText("after", `${listsHelp}\n${rightsHelp(rightsExample)}`)
    .action((given: TerminalOptions & ClientDraft) => create(given, openTerminal(options, given)));
  clients
    .command("list")
    .description("print the clients, without their secrets")
    .option("--json", jsonHelp)
    .action((given: TerminalOptions) => list(openTerminal(options, given)));
  add("rotate", "give a client a new secret; the one before stays valid for a while")
    .argument("<clientID>", clientIdHelp)
    .option("--keep-hours <hours>", "how long the one before stays valid (default: 24)")
    .action((id: string, given: TerminalOptions & RotateOptions) => rotate(id, given, openTerminal(options, given)));
  add("limit", "change what a client is limited to; what is not named stays")
    .argument("<clientID>", clientIdHelp)
    .option("--programmes <list>", programmesHelp)
    .option("--no-programmes", "all programmes exist for it")
    .option("--stores <list>", storesHelp)
    .option("--no-stores", "all stores exist for it")
    .option("--largest-adjustment <amount>", adjustmentHelp)
    .option("--no-largest-adjustment", "AddBalance of any amount")
    .addHelpText("after", listsHelp)
    .action((id: string, given: TerminalOptions & LimitOptions) => limit(id, given, openTerminal(options, given)));
  add("revoke", "end a client for good")
    .argument("<clientID>", clientIdHelp)
    .action((id: string, given: TerminalOptions) => revoke(id, openTerminal(options, given)));
}

/** @throws CommandError if a name, a right, a limit or a time is wrong. */
async function create(draft: ClientDraft, terminal: Terminal): Promise<void> {
  const { print, isJson, author } = terminal;
  const { scope, ...client } = readDraft(() => parseClientDraft(draft, Date.now()));
  const issued = await change(terminal, (sql) => createClient(sql, { ...client, scope }, author));
  const key = formatClientKey(issued.clientID, issued.clientSecret);
  if (isJson) print(JSON.stringify({ ...issued, key, ...client, ...scope }));
  else for (const line of describeSecret(issued)) print(line);
}

/** @throws CommandError with the name of the option that is wrong. */
function readDraft<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ClientDraftError)) throw error;
    const option = error.field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const help = error.field === "rights" ? " See: rewards clients --help" : "";
    throw new CommandError(`--${option} ${error.message}${help}`);
  }
}

/** Lines with a new secret. */
function describeSecret({ clientID, clientSecret }: { clientID: string; clientSecret: string }): string[] {
  return [
    `Client ID  ${clientID}`,
    `Secret     ${clientSecret}`,
    `Key        ${formatClientKey(clientID, clientSecret)}`,
    "The secret and the key are not shown again. APIs accept them within two seconds.",
    "Send the key with each call, as the header: Authorization: Bearer <key>",
  ];
}

async function list({ choice, print, isJson }: Terminal): Promise<void> {
  const clients = await withDatabase(choice, ({ sql }) => listClients(sql));
  if (isJson) return print(JSON.stringify({ clients }));
  if (clients.length === 0) return print("No clients.");
  const rows = clients.map((one) => [
    one.clientID,
    one.name,
    one.status,
    one.createdAt,
    one.expiresAt ?? "never",
    one.earlierUntil ?? "",
    describeClientScope(one) || "none",
    one.rights,
  ]);
  for (const line of formatList(
    ["Client ID", "Name", "Status", "Created", "Expires", "Old secret until", "Limits", "Rights"],
    rows,
  ))
    print(line);
}

interface RotateOptions {
  readonly keepHours?: string;
}

/** @throws CommandError if the hours are wrong; or if there is no such client. */
async function rotate(id: string, { keepHours = keepHoursDefault }: RotateOptions, terminal: Terminal): Promise<void> {
  const { print, isJson, author } = terminal;
  const keepMs = parseKeepHours(keepHours);
  if (keepMs === undefined) throw new CommandError("--keep-hours must be an integer from 0 to 8760.");
  const issued = await change(terminal, (sql) => rotateClient(sql, id, keepMs, author));
  if (isJson) return print(JSON.stringify({ ...issued, key: formatClientKey(id, issued.clientSecret) }));
  for (const line of describeSecret(issued)) print(line);
  print(`The secret before is valid until ${issued.earlierUntil.toISOString()}.`);
}

/** False takes the limit away; what is left out stays. */
interface LimitOptions {
  readonly programmes?: string | false;
  readonly stores?: string | false;
  readonly largestAdjustment?: string | false;
}

/** @throws CommandError if no limit is named, one is wrong, or the client is unknown, revoked or has operators' rights. */
async function limit(
  id: string,
  { programmes, stores, largestAdjustment }: LimitOptions,
  terminal: Terminal,
): Promise<void> {
  const { print, isJson, author } = terminal;
  const limits = { programmes, stores, largestAdjustment };
  const named = Object.entries(limits).filter(([, value]) => value !== undefined);
  if (named.length === 0) throw new CommandError("Name at least one limit. See: rewards clients limit --help");
  const removed = Object.fromEntries(named.filter(([, value]) => value === false).map(([name]) => [name, null]));
  const given = Object.fromEntries(named.filter(([, value]) => value !== false));
  // limitClient looks at the rights that the client has.
  const wanted = { ...readDraft(() => parseClientScope(given, "")), ...removed };
  const scope = await change(terminal, (sql) => limitClient(sql, id, wanted, author));
  const all = { programmes: null, stores: null, largestAdjustment: null, ...scope };
  print(
    isJson
      ? JSON.stringify({ clientID: id, ...all })
      : `${id} is limited to: ${describeClientScope(scope) || "nothing"}.`,
  );
}

/** @throws CommandError if there is no such client. */
async function revoke(id: string, terminal: Terminal): Promise<void> {
  const { print, isJson, author } = terminal;
  await change(terminal, (sql) => revokeClient(sql, id, author));
  print(isJson ? JSON.stringify({ clientID: id, status: "revoked" }) : `${id} is revoked.`);
}
