import { type PersonalKeys, rekeyPersonal } from "@rewards/db";
import { withDatabase } from "../database.ts";
import { CommandError } from "../error.ts";
import type { Terminal } from "../terminal.ts";
import { showUnopened } from "./members.unopened.ts";

/**
 * Encrypts all personal data with the key for new data, or stores it in clear, while the service runs. A run that was
 * stopped can be repeated, and finds the rest.
 * @returns the exit code: 1 if some records could not be decrypted.
 */
export async function rekey(
  { choice, print, isJson, author }: Terminal,
  keys: PersonalKeys,
  progress: (text: string) => void,
): Promise<number> {
  if (keys.all.size === 0) throw new CommandError("Set PERSONAL_DATA_KEYS to the keys of the API (docs/security.md).");
  const show = (records: number) => progress(`${records} members`);
  const done = await withDatabase(choice, ({ sql }) => rekeyPersonal(sql, keys, author, show)).catch(showUnopened);
  progress("");
  const { records, unused, unopened, unopenedCount } = done;
  const exitCode = unopenedCount === 0 ? 0 : 1;
  if (isJson) {
    print(JSON.stringify(done));
    return exitCode;
  }
  print(`${records} members stored anew, ${keys.sealing ? `encrypted with ${keys.sealing.id}` : "in clear"}.`);
  if (unused.length > 0) print(`No longer needed: ${unused.join(", ")}. Backups of earlier days still need them.`);
  if (unopenedCount > 0) print(`${unopenedCount} members stay as they are. The first:`);
  for (const reason of unopened) print(reason);
  return exitCode;
}
