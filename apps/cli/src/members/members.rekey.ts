import { type Database, type PersonalKeys, readStoredKeys } from "@rewards/db";
import { type Rekeyed, rekeyPersonal } from "@rewards/operations";
import { withDatabase } from "../database.ts";
import { CommandError } from "../error.ts";
import type { Terminal } from "../terminal.ts";
import { showUnopened } from "./members.unopened.ts";

export interface RekeyOptions {
  readonly newKey?: true;
}

/**
 * Encrypts all personal data with the key for new data, or stores it in clear, while the service runs. A run that was
 * stopped can be repeated, and finds the rest.
 * @returns the exit code: 1 if something could not be decrypted, or another process stores with another setting.
 * @throws CommandError without keys, or if no API knows the first one and the caller did not ask for a new one.
 */
export async function rekey(
  { newKey }: RekeyOptions,
  { choice, print, isJson, author }: Terminal,
  keys: PersonalKeys,
  progress: (text: string) => void,
): Promise<number> {
  if (keys.all.size === 0) throw new CommandError("Set PERSONAL_DATA_KEYS to the keys of the API (docs/security.md).");
  const show = (records: number) => progress(`${records} members`);
  const done = await withDatabase(choice, async ({ sql }) => {
    if (!newKey) await refuseNewKey(sql, keys);
    return rekeyPersonal(sql, keys, author, show);
  }).catch(showUnopened);
  progress("");
  if (isJson) print(JSON.stringify(done));
  else report(done, keys, print);
  return done.unopenedCount + done.late === 0 ? 0 : 1;
}

function report(done: Rekeyed, { sealing }: PersonalKeys, print: (line: string) => void): void {
  const { records, secrets, late, unused, unopened, unopenedCount } = done;
  const how = sealing ? `encrypted with ${sealing.id}` : "in clear";
  print(`${records} members and ${secrets} secrets of one-time codes stored anew, ${how}.`);
  if (late > 0)
    print(
      `${late} members were stored in another way meanwhile: an API or a console has an older PERSONAL_DATA_KEYS. Change it, restart the process, and run this again.`,
    );
  if (unused.length > 0) print(`No longer needed: ${unused.join(", ")}. Backups of earlier days still need them.`);
  if (unopenedCount > 0) print(`${unopenedCount} of them stay as they are. The first:`);
  for (const reason of unopened) print(reason);
}

/** Nothing else can tell that a key is mistyped: the data would be encrypted with a key that only this shell has. */
async function refuseNewKey(sql: Database["sql"], { sealing }: PersonalKeys): Promise<void> {
  if (!sealing || (await readStoredKeys(sql)).some(({ id }) => id === sealing.id)) return;
  throw new CommandError(
    `No API has stored anything under the key ${sealing.id} yet, so nothing shows whether it is the key of the APIs. Edit a member through an API and run this again, or compare the keys and add --new-key.`,
  );
}
