import { rotateClient } from "@rewards/access";
import { formatClientKey, keepHoursDefault, parseKeepHours } from "@rewards/domain";
import { change } from "../change.ts";
import { CommandError } from "../error.ts";
import type { Terminal } from "../terminal.ts";
import { describeSecret } from "./clients.secret.ts";

export interface RotateOptions {
  readonly keepHours?: string;
}

/** @throws CommandError if the hours are wrong; or if there is no such client. */
export async function rotate(
  id: string,
  { keepHours = keepHoursDefault }: RotateOptions,
  terminal: Terminal,
): Promise<void> {
  const { print, isJson, author } = terminal;
  const keepMs = parseKeepHours(keepHours);
  if (keepMs === undefined) throw new CommandError("--keep-hours must be an integer from 0 to 8760.");
  const issued = await change(terminal, (sql) => rotateClient(sql, id, keepMs, author));
  if (isJson) return print(JSON.stringify({ ...issued, key: formatClientKey(id, issued.clientSecret) }));
  for (const line of describeSecret(issued)) print(line);
  print(`The secret before is valid until ${issued.earlierUntil.toISOString()}.`);
}
