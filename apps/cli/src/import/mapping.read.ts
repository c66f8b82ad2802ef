import { readdir, readFile } from "node:fs/promises";
import { describeCause } from "@rewards/runtime";
import { parse, YAMLParseError } from "yaml";
import { z } from "zod";
import { CommandError } from "../error.ts";
import { type Mapping, mappingSchema } from "./mapping.ts";

const folder = new URL("../../mappings/", import.meta.url);

/**
 * Reads a mapping from a YAML file, or by the name of one that comes with the product.
 * @throws CommandError naming every wrong value.
 */
export async function readMapping(name: string, className: string): Promise<Mapping> {
  const known = (await readdir(folder)).map((file) => file.replace(/\.yaml$/, ""));
  const text = await readFile(known.includes(name) ? new URL(`${name}.yaml`, folder) : name, "utf8").catch((error) => {
    const names = known.sort().join(", ");
    throw new CommandError(`Cannot read the mapping ${name}: ${describeCause(error)}. Known by name: ${names}.`, 2);
  });
  const { data, error } = mappingSchema.safeParse(parseText(text, name), { reportInput: false });
  if (!data) {
    const problems = error.issues.map(
      (issue) => `  ${z.core.toDotPath(issue.path) || "(the whole file)"}: ${issue.message}`,
    );
    throw new CommandError([`${name} is not a mapping:`, ...problems].join("\n"), 2);
  }
  if (data.class !== className)
    throw new CommandError(`The mapping ${name} is for ${data.class}, not for ${className}.`, 2);
  return data;
}

function parseText(text: string, name: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof YAMLParseError) throw new CommandError(`${name}: ${error.message}`, 2);
    throw error;
  }
}
