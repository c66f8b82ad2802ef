import { readFileSync } from "node:fs";
import type { z } from "zod";
import { formatServerUrl, parseServerUrl } from "./server-url.ts";

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

type Env = Readonly<Record<string, string | undefined>>;

/** Settings of URLs, each with the setting for its password. */
const passwordOf: Readonly<Record<string, string>> = {
  DATABASE_URL: "DATABASE_PASSWORD",
  DATABASE_DIRECT_URL: "DATABASE_PASSWORD",
  // A standby has the roles of its primary, and their passwords.
  DATABASE_READ_URL: "DATABASE_PASSWORD",
  QUEUE_URL: "QUEUE_PASSWORD",
};

/** Those without which the password belongs to another URL. */
const optionalUrls: ReadonlySet<string> = new Set(["DATABASE_DIRECT_URL", "DATABASE_READ_URL"]);

/** Settings that may come from a file: `DATABASE_URL_FILE` names the file that holds `DATABASE_URL`. */
const secretSettings: ReadonlySet<string> = new Set([
  ...Object.entries(passwordOf).flat(),
  "SERVICE_PASSWORD",
  "API_ROLE_PASSWORD",
  "WORKER_ROLE_PASSWORD",
  "CONSOLE_ROLE_PASSWORD",
  "OPERATOR_TOKEN",
  "METRICS_TOKEN",
  "PERSONAL_DATA_KEYS",
  "CONSOLE_OIDC_CLIENT_SECRET",
]);

const fileSetting = (name: string) => `${name}_FILE`;

/**
 * The settings from which a process builds its URLs. A process that starts others passes whole URLs to them instead.
 */
export const urlSettings: readonly string[] = [...new Set(Object.entries(passwordOf).flat())].flatMap((name) => [
  name,
  fileSetting(name),
]);

/** The names of a schema's settings, with those of the files that secrets among them may come from. */
export const settingNames = (schema: z.ZodObject): readonly string[] =>
  Object.keys(schema.shape).flatMap((name) => (secretSettings.has(name) ? [name, fileSetting(name)] : [name]));

/** A setting as given: its value, or its problem, in words that follow its name. */
interface Given {
  readonly value?: string;
  readonly problem?: string;
}

/** Reads a setting from the environment or its file, and adds the separate password to a URL. */
function readSetting(name: string, env: Env): Given {
  const given = readValue(name, env);
  const password = passwordOf[name];
  if (password === undefined || given.problem !== undefined) return given;
  if (given.value === undefined && optionalUrls.has(name)) return given;
  const secret = readValue(password, env);
  if (given.value === undefined)
    return isGiven(secret) ? { problem: `is not set, but ${password} is: set both, or neither` } : given;
  if (secret.problem !== undefined) return { problem: `is not complete: ${password} ${secret.problem}` };
  return secret.value === undefined ? given : addPassword(given.value, secret.value, password);
}

const isGiven = ({ value, problem }: Given) => value !== undefined || problem !== undefined;

function readValue(name: string, env: Env): Given {
  const value = env[name]?.trim() || undefined;
  const file = secretSettings.has(name) ? env[fileSetting(name)]?.trim() : undefined;
  if (!file) return value === undefined ? {} : { value };
  if (value !== undefined) return { problem: `is given twice: set it or ${fileSetting(name)}, not both` };
  return readSecret(file, fileSetting(name));
}

/** Removes only the line end that editors add: a password may begin or end with a space. */
function readSecret(file: string, setting: string): Given {
  try {
    const value = readFileSync(file, "utf8").replace(/\r?\n$/, "");
    return value === "" ? { problem: `cannot be read: the file of ${setting} is empty` } : { value };
  } catch (error) {
    const { code = "an error" } = error as NodeJS.ErrnoException;
    return { problem: `cannot be read: opening the file of ${setting} failed (${code})` };
  }
}

/** Leaves a value that is no URL to the setting's schema, which says what is expected. */
function addPassword(value: string, password: string, setting: string): Given {
  const server = parseServerUrl(value);
  if (server === undefined) return { value };
  const { url } = server;
  if (url.password !== "") return { problem: `has a password already: leave that out, or ${setting}` };
  url.password = encodeURIComponent(password);
  // A URL without a host takes no password.
  if (url.password === "") return { problem: `names no host, so ${setting} has no effect: add the host` };
  return { value: formatServerUrl(server) };
}
