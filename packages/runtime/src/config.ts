import type { z } from "zod";

/** The environment is wrong. The message is one line for the operator: every wrong variable and what is expected. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/**
 * Reads the variables a schema names; the others are not looked at.
 * A variable set to nothing, or to blanks, counts as unset: that is what an empty line in an env file means.
 *
 * @throws ConfigError naming every wrong variable. Values are never repeated, since a URL may hold a password.
 */
export function loadConfig<Schema extends z.ZodObject>(
  schema: Schema,
  env: Record<string, string | undefined>,
): z.infer<Schema> {
  const given: Record<string, string> = {};
  for (const name of Object.keys(schema.shape)) {
    const value = env[name]?.trim();
    if (value) given[name] = value;
  }
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => describe(issue, given));
  throw new ConfigError(`Configuration: ${[...new Set(problems)].join("; ")}`);
}

function describe(issue: z.core.$ZodIssue, given: Record<string, string>): string {
  const name = issue.path[0];
  if (name === undefined) return issue.message;
  const state = String(name) in given ? "is wrong" : "is not set";
  return `${String(name)} ${state}: ${issue.message}`;
}
