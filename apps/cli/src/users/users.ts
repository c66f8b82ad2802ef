import { changeRights, createUser, disableUser, listUsers, refuseTakenName } from "@rewards/access";
import { isUserName, userNameOf } from "@rewards/domain";
import type { Command } from "commander";
import { withDatabase } from "../database.ts";
import { CommandError } from "../error.ts";
import { formatList } from "../format.ts";
import { readRights, rightsHelp } from "../rights.ts";
import {
  addTerminalOptions,
  change,
  databaseHelp,
  jsonHelp,
  keysHelp,
  openTerminal,
  type ProgramOptions,
  readKeys,
  type Terminal,
  type TerminalOptions,
} from "../terminal.ts";
import { password, provider, readLogin, readPassword, type TotpOptions, totp } from "./users.login.ts";

const rightsExample = "operator:*";
const nameRule = `
A name has 1 to 64 characters: letters a to z, digits, and . _ @ + - within.`;
const nameHelp = "as users list prints it";

const help = `
A user is a person who logs in to the console.
${rightsHelp(rightsExample)}`;

const passwordHelp = `
The command asks for the password at the terminal, or reads the first line of
standard input. It must have 12 characters or more and be hard to guess.`;

/** `rewards users`: who may log in to the console. Each change writes an audit row. */
export function addUsers(program: Command, options: ProgramOptions): void {
  const users = program
    .command("users")
    .description("create, list and disable users of the console, and change their log-in")
    .addHelpText("after", help)
    .addHelpText("afterAll", databaseHelp);
  const add = (name: string, description: string) => addTerminalOptions(users.command(name).description(description));
  add("create", "create a user who logs in by a password, or through the identity provider")
    .argument("<name>", "the user's name here; with a password, what the user types to log in, such as ann")
    .requiredOption("--rights <list>", 'such as "operator:list view:*"')
    .option("--provider <login>", "no password: what the identity provider calls the user, such as ann@shop.example")
    .addHelpText("after", `${nameRule}\n${passwordHelp}\n${rightsHelp(rightsExample)}`)
    .action((name: string, given: TerminalOptions & CreateOptions) =>
      create(name, given, openTerminal(options, given), options.readSecret),
    );
  users
    .command("list")
    .description("print the users")
    .option("--json", jsonHelp)
    .action((given: TerminalOptions) => list(openTerminal(options, given)));
  add("password", "give a user a new password, and end the user's sessions")
    .argument("<name>", nameHelp)
    .addHelpText("after", passwordHelp)
    .action((name: string, given: TerminalOptions) => password(name, openTerminal(options, given), options.readSecret));
  add("rights", "give a user other rights than before, and end the user's sessions")
    .argument("<name>", nameHelp)
    .requiredOption("--rights <list>", "all rights from now on")
    .addHelpText("after", rightsHelp(rightsExample))
    .action((name: string, given: TerminalOptions & RightsOptions) =>
      rights(name, given, openTerminal(options, given)),
    );
  add("provider", "let a user log in through the identity provider, without the password, and end the user's sessions")
    .argument("<name>", nameHelp)
    .argument("<login>", "what the identity provider calls the user, such as ann@shop.example")
    .action((name: string, login: string, given: TerminalOptions) =>
      provider(name, login, openTerminal(options, given)),
    );
  add("totp", "ask a user for a one-time code at each log-in, and print the new secret of the codes")
    .argument("<name>", nameHelp)
    .option("--off", "ask for no code any more")
    .addHelpText("after", keysHelp)
    .action((name: string, given: TerminalOptions & TotpOptions) =>
      totp(name, given, openTerminal(options, given), readKeys(options)),
    );
  addDisabling(add, options);
}

function addDisabling(add: (name: string, description: string) => Command, options: ProgramOptions): void {
  const set = (isDisabled: boolean) => async (typed: string, given: TerminalOptions) => {
    const name = userNameOf(typed);
    const terminal = openTerminal(options, given);
    await change(terminal, (sql) => disableUser(sql, name, isDisabled, terminal.author));
    const status = isDisabled ? "disabled" : "active";
    terminal.print(terminal.isJson ? JSON.stringify({ name, status }) : `${name} is ${status}.`);
  };
  add("disable", "keep a user from logging in, and end the user's sessions")
    .argument("<name>", nameHelp)
    .action(set(true));
  add("enable", "let a disabled user log in again").argument("<name>", nameHelp).action(set(false));
}

interface CreateOptions {
  readonly rights: string;
  /** The login of the user at the identity provider. Such a user has no password. */
  readonly provider?: string;
}

/** @throws CommandError if the name, a right, the password or the provider's login is wrong, or name or login is taken. */
async function create(
  typed: string,
  { rights: text, provider }: CreateOptions,
  terminal: Terminal,
  readSecret: ProgramOptions["readSecret"],
): Promise<void> {
  const { print, isJson, author } = terminal;
  const name = userNameOf(typed);
  if (!isUserName(name))
    throw new CommandError("The name must have 1 to 64 characters: letters a to z, digits and . _ @ + - within.");
  const rights = readRights(text, "users");
  await change(terminal, (sql) => refuseTakenName(sql, name));
  const by =
    provider === undefined ? { password: await readPassword(name, readSecret) } : { login: readLogin(provider) };
  await change(terminal, (sql) => createUser(sql, { name, rights, by }, author));
  const how = "login" in by ? { provider: by.login } : {};
  print(isJson ? JSON.stringify({ name, rights, status: "active", ...how }) : `${name} may log in to the console.`);
}

async function list({ choice, print, isJson }: Terminal): Promise<void> {
  const users = await withDatabase(choice, ({ sql }) => listUsers(sql));
  if (isJson) return print(JSON.stringify({ users }));
  if (users.length === 0) return print("No users.");
  const rows = users.map((one) => [
    one.name,
    one.status,
    one.codes ? "required" : "none",
    one.provider ?? "password",
    one.createdAt,
    one.boundAt ?? one.passwordAt ?? "",
    one.usedAt ?? "",
    one.rights,
  ]);
  for (const line of formatList(
    ["Name", "Status", "Codes", "Logs in by", "Created", "Log-in since", "Last used", "Rights"],
    rows,
  ))
    print(line);
}

interface RightsOptions {
  readonly rights: string;
}

/** @throws CommandError if there is no such user, or a right is wrong. */
async function rights(typed: string, { rights: text }: RightsOptions, terminal: Terminal): Promise<void> {
  const { print, isJson, author } = terminal;
  const name = userNameOf(typed);
  const list = readRights(text, "users");
  await change(terminal, (sql) => changeRights(sql, name, list, author));
  print(
    isJson ? JSON.stringify({ name, rights: list }) : `${name} has the rights ${list}. All sessions of ${name} ended.`,
  );
}
