import type { z } from "zod";
import { readSetting } from "./secrets.ts";

/** The environment is wrong. The message is one line for the operator: every wrong variable and what is expected. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/**
 * Reads the variables that a schema names, and the files of secrets among them; it ignores all others.
 * Empty and blank variables count as unset, since an env file may have empty lines.
 *
 * @throws ConfigError naming every wrong variable. Values are never repeated, since a URL may hold a password.
 */
export function loadConfig<Schema extends z.ZodObject>(
  schema: Schema,
  env: Record<string, string | undefined>,
): z.infer<Schema> {
  const given: Record<string, string> = {};
  const unread: Record<string, string> = {};
  for (const name of Object.keys(schema.shape)) {
    const { value, problem } = readSetting(name, env);
    if (value !== undefined) given[name] = value;
    if (problem !== undefined) unread[name] = `${name} ${problem}`;
  }
  const parsed = schema.safeParse(given);
  if (parsed.success && Object.keys(unread).length === 0) return parsed.data;
  const issues = parsed.error?.issues.filter(({ path }) => !(String(path[0]) in unread)) ?? [];
  const problems = [...Object.values(unread), ...issues.map((issue) => describe(issue, given))];
  throw new ConfigError(`Configuration: ${[...new Set(problems)].join("; ")}`);
}

function describe(issue: z.core.$ZodIssue, given: Record<string, string>): string {
  const name = issue.path[0];
  if (name === undefined) return issue.message;
  const state = String(name) in given ? "is wrong" : "is not set";
  return `${String(name)} ${state}: ${issue.message}`;
}
