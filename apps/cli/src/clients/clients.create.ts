import { createClient } from "@rewards/db";
import { formatClientKey, isClientName, timestampSchema } from "@rewards/domain";
import { change } from "../change.ts";
import { CommandError } from "../error.ts";
import { readRights } from "../rights.ts";
import type { Terminal } from "../terminal.ts";
import { readScope, type ScopeOptions } from "./clients.scope.ts";
import { describeSecret } from "./clients.secret.ts";

export interface CreateOptions extends ScopeOptions {
  readonly name: string;
  readonly rights: string;
  readonly expires?: string;
}

/** @throws CommandError if a name, a right, a limit or a time is wrong. */
export async function create(options: CreateOptions, terminal: Terminal): Promise<void> {
  const { print, isJson, author } = terminal;
  const { name, rights: text, expires } = options;
  if (!isClientName(name)) throw new CommandError("--name must be at most 64 printable ASCII characters.");
  const rights = readRights(text, "clients");
  const scope = readScope(options, rights);
  const client = { name, rights, expiresAt: expires === undefined ? null : readTime(expires) };
  const issued = await change(terminal, (sql) => createClient(sql, { ...client, scope }, author));
  const key = formatClientKey(issued.clientID, issued.clientSecret);
  if (isJson) print(JSON.stringify({ ...issued, key, ...client, ...scope }));
  else for (const line of describeSecret(issued)) print(line);
}

function readTime(text: string): Date {
  const parsed = timestampSchema.safeParse(text);
  if (!parsed.success) throw new CommandError("--expires must be a time such as 2027-01-31T00:00:00Z.");
  const time = new Date(parsed.data);
  if (time.getTime() <= Date.now()) throw new CommandError("--expires must be in the future.");
  return time;
}
