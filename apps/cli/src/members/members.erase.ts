import { readFile } from "node:fs/promises";
import { erasePeople } from "@rewards/operations";
import { describeCause } from "@rewards/runtime";
import { withDatabase } from "../database.ts";
import { CommandError } from "../error.ts";
import type { Terminal } from "../terminal.ts";

export interface EraseOptions {
  readonly externalId?: readonly string[];
  readonly file?: string;
}

/** @throws CommandError if no ExternalID is given, or the file cannot be read. */
export async function erase({ externalId = [], file }: EraseOptions, terminal: Terminal): Promise<void> {
  const { choice, print, isJson, author } = terminal;
  const keys = [...externalId, ...(file === undefined ? [] : await readKeys(file))];
  if (keys.length === 0) throw new CommandError("Name at least one --external-id, or a --file with one in each line.");
  const startMs = performance.now();
  const { erased, unknown } = await withDatabase(choice, ({ scans }) => erasePeople(scans, keys, author));
  if (isJson) return print(JSON.stringify({ erased, unknown }));
  const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
  print(`${erased} erased in ${seconds} s.`);
  if (unknown.length === 0) return;
  print(`${unknown.length} not found: nothing has these ExternalIDs:`);
  for (const key of unknown) print(key);
}

/** Editors on Windows may put a byte order mark in front of the first line. */
async function readKeys(file: string): Promise<string[]> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    throw new CommandError(`Cannot read ${file}: ${describeCause(error)}`);
  });
  return text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .filter((line) => line !== "");
}
