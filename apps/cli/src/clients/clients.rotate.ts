import { rotateClient } from "@rewards/db";
import { formatClientKey } from "@rewards/domain";
import { change } from "../change.ts";
import { CommandError } from "../error.ts";
import type { Terminal } from "../terminal.ts";
import { describeSecret } from "./clients.secret.ts";

export interface RotateOptions {
  readonly keepHours?: string;
}

const hourMs = 3_600_000;
const keepHoursDefault = "24";
const keepHoursMax = 8_760;

/** @throws CommandError if the hours are wrong; or if there is no such client. */
export async function rotate(
  id: string,
  { keepHours = keepHoursDefault }: RotateOptions,
  terminal: Terminal,
): Promise<void> {
  const { print, isJson, author } = terminal;
  const hours = /^\d{1,4}$/.test(keepHours) ? Number(keepHours) : Number.NaN;
  if (!(hours <= keepHoursMax)) throw new CommandError(`--keep-hours must be an integer from 0 to ${keepHoursMax}.`);
  const issued = await change(terminal, (sql) => rotateClient(sql, id, hours * hourMs, author));
  if (isJson) return print(JSON.stringify({ ...issued, key: formatClientKey(id, issued.clientSecret) }));
  for (const line of describeSecret(issued)) print(line);
  print(`The secret before is valid until ${issued.earlierUntil.toISOString()}.`);
}
