import { changeRights, createUser, disableUser, listUsers, refuseTakenName } from "@rewards/access";
import { isUserName, userNameOf } from "@rewards/domain";
import type { Command } from "commander";
import { withDatabase } from "../database.ts";
import { CommandError } from "../error.ts";
import { formatList } from "../format.ts";
import { readRights, rightsHelp } from "../rights.ts";
import { addGroup, change, databaseHelp, jsonHelp, keysHelp, type ProgramOptions, type Terminal } from "../terminal.ts";
import { password, provider, readLogin, readPassword, totp } from "./users.login.ts";

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
  const { group, add, act } = addGroup(program, options, "users");
  group
    .description("create, list and disable users of the console, and change their log-in")
    .addHelpText("after", help)
    .addHelpText("afterAll", databaseHelp);
  add("create", "create a user who logs in by a password, or through the identity provider")
    .argument("<name>", "the user's name here; with a password, what the user types to log in, such as ann")
    .requiredOption("--rights <list>", 'such as "operator:list view:*"')
    .option("--provider <login>", "no password: what the identity provider calls the user, such as ann@shop.example")
    .addHelpText("after", `${nameRule}\n${passwordHelp}\n${rightsHelp(rightsExample)}`)
    .action(act(create));
  group.command("list").description("print the users").option("--json", jsonHelp).action(act(list));
  add("password", "give a user a new password, and end the user's sessions")
    .argument("<name>", nameHelp)
    .addHelpText("after", passwordHelp)
    .action(act(password));
  add("rights", "give a user other rights than before, and end the user's sessions")
    .argument("<name>", nameHelp)
    .requiredOption("--rights <list>", "all rights from now on")
    .addHelpText("after", rightsHelp(rightsExample))
    .action(act(rights));
  add("provider", "let a user log in through the identity provider, without the password, and end the user's sessions")
    .argument("<name>", nameHelp)
    .argument("<login>", "what the identity provider calls the user, such as ann@shop.example")
    .action(act(provider));
  add("totp", "ask a user for a one-time code at each log-in, and print the new secret of the codes")
    .argument("<name>", nameHelp)
    .option("--off", "ask for no code any more")
    .addHelpText("after", keysHelp)
    .action(act(totp));
  add("disable", "keep a user from logging in, and end the user's sessions")
    .argument("<name>", nameHelp)
    .action(act((terminal, name: string) => disable(terminal, name, true)));
  add("enable", "let a disabled user log in again")
    .argument("<name>", nameHelp)
    .action(act((terminal, name: string) => disable(terminal, name, false)));
}

async function disable(terminal: Terminal, typed: string, isDisabled: boolean): Promise<void> {
  const name = userNameOf(typed);
  await change(terminal, (sql) => disableUser(sql, name, isDisabled, terminal.author));
  const status = isDisabled ? "disabled" : "active";
  terminal.show({ name, status }, `${name} is ${status}.`);
}

interface CreateOptions {
  readonly rights: string;
  /** The login of the user at the identity provider. Such a user has no password. */
  readonly provider?: string;
}

/** @throws CommandError if the name, a right, the password or the provider's login is wrong, or name or login is taken. */
async function create(terminal: Terminal, typed: string, { rights: text, provider }: CreateOptions): Promise<void> {
  const name = userNameOf(typed);
  if (!isUserName(name))
    throw new CommandError("The name must have 1 to 64 characters: letters a to z, digits and . _ @ + - within.");
  const rights = readRights(text, "users");
  await change(terminal, (sql) => refuseTakenName(sql, name));
  const by = provider === undefined ? { password: await readPassword(terminal, name) } : { login: readLogin(provider) };
  await change(terminal, (sql) => createUser(sql, { name, rights, by }, terminal.author));
  const how = "login" in by ? { provider: by.login } : {};
  terminal.show({ name, rights, status: "active", ...how }, `${name} may log in to the console.`);
}

async function list(terminal: Terminal): Promise<void> {
  const users = await withDatabase(terminal, ({ sql }) => listUsers(sql));
  const table = formatList(
    {
      Name: (one) => one.name,
      Status: (one) => one.status,
      Codes: (one) => (one.codes ? "required" : "none"),
      "Logs in by": (one) => one.provider ?? "password",
      Created: (one) => one.createdAt,
      "Log-in since": (one) => one.boundAt ?? one.passwordAt ?? "",
      "Last used": (one) => one.usedAt ?? "",
      Rights: (one) => one.rights,
    },
    users,
  );
  terminal.show({ users }, users.length === 0 ? "No users." : table);
}

/** @throws CommandError if there is no such user, or a right is wrong. */
async function rights(terminal: Terminal, typed: string, given: { readonly rights: string }): Promise<void> {
  const name = userNameOf(typed);
  const rights = readRights(given.rights, "users");
  await change(terminal, (sql) => changeRights(sql, name, rights, terminal.author));
  terminal.show({ name, rights }, `${name} has the rights ${rights}. All sessions of ${name} ended.`);
}
