import { readFile } from "node:fs/promises";
import { type Database, type PersonalKeys, readStoredKeys } from "@rewards/db";
import { AppError, normaliseKey } from "@rewards/domain";
import { erasePeople, exportPerson, type Rekeyed, rekeyPersonal } from "@rewards/operations";
import { describeCause } from "@rewards/runtime";
import type { Command } from "commander";
import { withDatabase } from "./database.ts";
import { CommandError } from "./error.ts";
import {
  addGroup,
  databaseHelp,
  jsonLinesHelp,
  keysHelp,
  type ProgramOptions,
  readKeys,
  type Terminal,
} from "./terminal.ts";

/** `rewards members`: what the service holds about a person. Each call writes an audit row. */
export function addMembers(program: Command, options: ProgramOptions): void {
  const { group, add, act } = addGroup(program, options, "members");
  group
    .description("export, erase or encrypt what the service holds about people")
    .addHelpText("afterAll", `${databaseHelp}\n${keysHelp}`);
  add("export", "print all rows about a person, each as a line of JSON", jsonLinesHelp)
    .requiredOption("--external-id <key>", "the member's ExternalID")
    .action(act(exportRows));
  add("erase", "erase people for good; balances and ledger stay")
    .option("--external-id <key...>", "the members' ExternalIDs")
    .option("--file <path>", "a file with an ExternalID in each line")
    .action(act(erase));
  add("rekey", "store all personal data as PERSONAL_DATA_KEYS says: with its first key, or in clear")
    .option(
      "--new-key",
      "also if no API has stored anything under the first key yet; compare it with the APIs' yourself",
    )
    .action(act(rekey));
}

/**
 * Prints each row as JSON: its table, and its columns by name.
 * @throws CommandError if no row has the ExternalID.
 */
async function exportRows(terminal: Terminal, { externalId }: { readonly externalId: string }): Promise<void> {
  const keys = readKeys(terminal);
  const take = (table: string, row: string) => terminal.print(`{"table":"${table}","row":${row}}`);
  await withDatabase(terminal, ({ scans }) =>
    exportPerson(scans, normaliseKey(externalId), terminal.author, take, keys),
  ).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "Error_Object_Unknown")
      throw new CommandError(
        `Nothing to export: no member, sale, redemption or voucher has the member's ExternalID ${externalId}.`,
      );
    showUnopened(error);
  });
}

interface EraseOptions {
  readonly externalId?: readonly string[];
  readonly file?: string;
}

/** @throws CommandError if no ExternalID is given, or the file cannot be read. */
async function erase(terminal: Terminal, { externalId = [], file }: EraseOptions): Promise<void> {
  const given = [...externalId, ...(file === undefined ? [] : await readExternalIds(file))];
  const keys = given.map(normaliseKey).filter((key) => key !== "");
  if (keys.length === 0) throw new CommandError("Name at least one --external-id, or a --file with one in each line.");
  const startMs = performance.now();
  const done = await withDatabase(terminal, ({ scans }) => erasePeople(scans, keys, terminal.author));
  const { erased, unknown, unanalyzed } = done;
  const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
  const missing = unknown.length > 0 ? [`${unknown.length} not found: nothing has these ExternalIDs:`, ...unknown] : [];
  const stale = `Postgres' statistics may still have values of erased people. Run as the tables' owner: analyze ${unanalyzed.join(", ")}`;
  const remaining = unanalyzed.length > 0 ? [stale] : [];
  terminal.show(done, [`${erased} erased in ${seconds} s.`, ...missing, ...remaining]);
}

export async function readExternalIds(file: string): Promise<string[]> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    throw new CommandError(`Cannot read ${file}: ${describeCause(error)}`);
  });
  return text.split("\n");
}

/**
 * Encrypts all personal data with the key for new data, or stores it in clear, while the service runs. A run that was
 * stopped can be repeated, and finds the rest. The exit code is 1 if something could not be decrypted, or another process
 * stores with another setting.
 * @throws CommandError without keys, or if no API knows the first one and the caller did not ask for a new one.
 */
async function rekey(terminal: Terminal, { newKey }: { readonly newKey?: true }): Promise<void> {
  const keys = readKeys(terminal);
  if (keys.all.size === 0) throw new CommandError("Set PERSONAL_DATA_KEYS to the keys of the API (docs/security.md).");
  const show = (records: number) => terminal.progress(`${records} members`);
  const done = await withDatabase(terminal, async ({ sql }) => {
    if (!newKey) await refuseNewKey(sql, keys);
    return rekeyPersonal(sql, keys, terminal.author, show);
  }).catch(showUnopened);
  terminal.progress("");
  terminal.show(done, describeRekeyed(done, keys));
  terminal.exitWith(done.unopenedCount + done.late === 0 ? 0 : 1);
}

function describeRekeyed(done: Rekeyed, { sealing }: PersonalKeys): string[] {
  const { records, secrets, late, unused, unopened, unopenedCount } = done;
  const how = sealing ? `encrypted with ${sealing.id}` : "in clear";
  const lateText = `${late} members were stored in another way meanwhile: an API or a console has an older PERSONAL_DATA_KEYS. Change it, restart the process, and run this again.`;
  return [
    `${records} members and ${secrets} secrets of one-time codes stored anew, ${how}.`,
    ...(late > 0 ? [lateText] : []),
    ...(unused.length > 0 ? [`No longer needed: ${unused.join(", ")}. Backups of earlier days still need them.`] : []),
    ...(unopenedCount > 0 ? [`${unopenedCount} of them stay as they are. The first:`, ...unopened] : []),
  ];
}

/** Nothing else can tell that a key is mistyped: the data would be encrypted with a key that only this shell has. */
async function refuseNewKey(sql: Database["sql"], { sealing }: PersonalKeys): Promise<void> {
  if (!sealing || (await readStoredKeys(sql)).some(({ id }) => id === sealing.id)) return;
  throw new CommandError(
    `No API has stored anything under the key ${sealing.id} yet, so nothing shows whether it is the key of the APIs. Edit a member through an API and run this again, or compare the keys and add --new-key.`,
  );
}

/** Prints why personal data cannot be read. The response of an API says less than its log. */
export function showUnopened(error: unknown): never {
  const { cause } = error as { cause?: unknown };
  const isUnopened = error instanceof AppError && error.code === "Error_Service_Unavailable";
  throw isUnopened && cause instanceof Error ? new CommandError(cause.message) : error;
}
