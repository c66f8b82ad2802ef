import { createClient } from "@rewards/access";
import { type ClientDraft, ClientDraftError, formatClientKey, parseClientDraft } from "@rewards/domain";
import { change } from "../change.ts";
import { CommandError } from "../error.ts";
import type { Terminal } from "../terminal.ts";
import { describeSecret } from "./clients.secret.ts";

/** @throws CommandError if a name, a right, a limit or a time is wrong. */
export async function create(draft: ClientDraft, terminal: Terminal): Promise<void> {
  const { print, isJson, author } = terminal;
  const { scope, ...client } = readDraft(() => parseClientDraft(draft, Date.now()));
  const issued = await change(terminal, (sql) => createClient(sql, { ...client, scope }, author));
  const key = formatClientKey(issued.clientID, issued.clientSecret);
  if (isJson) print(JSON.stringify({ ...issued, key, ...client, ...scope }));
  else for (const line of describeSecret(issued)) print(line);
}

/** @throws CommandError with the name of the option that is wrong. */
export function readDraft<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ClientDraftError)) throw error;
    const option = error.field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const help = error.field === "rights" ? " See: rewards clients --help" : "";
    throw new CommandError(`--${option} ${error.message}${help}`);
  }
}
