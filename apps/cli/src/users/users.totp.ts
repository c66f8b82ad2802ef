import { dropCodes, requireCodes, totpAddress, totpText } from "@rewards/access";
import type { PersonalKeys } from "@rewards/db";
import { userNameOf } from "@rewards/domain";
import { change } from "../change.ts";
import type { Terminal } from "../terminal.ts";

export interface TotpOptions {
  readonly off?: true;
}

/** @throws CommandError if there is no such user, or others encrypt and `keys` has no key. */
export async function totp(typed: string, { off }: TotpOptions, terminal: Terminal, keys: PersonalKeys): Promise<void> {
  const { print, isJson, author } = terminal;
  const name = userNameOf(typed);
  if (off) {
    await change(terminal, (sql) => dropCodes(sql, name, author));
    return print(isJson ? JSON.stringify({ name, codes: false }) : `${name} logs in without codes.`);
  }
  const secret = await change(terminal, (sql) => requireCodes(sql, keys, name, author));
  const [text, address] = [totpText(secret), totpAddress(name, secret)];
  if (isJson) return print(JSON.stringify({ name, codes: true, secret: text, address }));
  print(`Secret   ${text}`);
  print(`Address  ${address}`);
  print("Add one of them to an authenticator app. They are not shown again.");
  print("From now on a log-in needs a code.");
}
