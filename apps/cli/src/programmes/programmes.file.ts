import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { type ProgrammeFile, programmeFile } from "@rewards/domain";
import { ProgrammeRefusal } from "@rewards/operations";
import { describeCause } from "@rewards/runtime";
import { parse, YAMLParseError } from "yaml";
import { z } from "zod";
import { CommandError } from "../error.ts";

/** The file name that means standard input, as for a pipe into a container. */
const standardInput = "-";

/**
 * Reads programmes from a YAML or JSON file, or from standard input.
 * @throws CommandError naming every wrong value by its path within the file.
 */
export async function readProgrammeFile(path: string): Promise<ProgrammeFile> {
  const reading = path === standardInput ? text(process.stdin) : readFile(path, "utf8");
  const content = await reading.catch((error: unknown) => {
    throw new CommandError(`Cannot read ${path}: ${describeCause(error)}`);
  });
  return parseProgrammeFile(content, path);
}

/** Throws a refusal of the file's programmes as the command's error, and anything else as it is. */
export const rethrowRefusal = (path: string) => (error: unknown) => {
  throw error instanceof ProgrammeRefusal ? new CommandError(`${path}: ${error.message}`) : error;
};

export function parseProgrammeFile(text: string, path: string): ProgrammeFile {
  const parsed = programmeFile.safeParse(parseText(text, path));
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(
    (issue) => `  ${z.core.toDotPath(issue.path) || "(the whole file)"}: ${issue.message}`,
  );
  throw new CommandError([`${path} is not a file of programmes:`, ...problems].join("\n"));
}

/** JSON is YAML too. */
function parseText(text: string, path: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof YAMLParseError) throw new CommandError(`${path}: ${error.message}`);
    throw error;
  }
}
