import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ProcessKind, processSettings } from "@rewards/embedded";
import { apiSettings, consoleSettings, loadConfig, refuseOpenMetrics, workerSettings } from "@rewards/runtime";
import { readText } from "../../flow/support/compose.ts";

const schemas = { api: apiSettings, worker: workerSettings, console: consoleSettings };

/** What a secret of this name may be. */
const secretOf = (name: string) =>
  name === "PERSONAL_DATA_KEYS" ? `k1:${randomBytes(32).toString("base64")}` : randomBytes(32).toString("hex");

/** Reads the environment as the process does when it starts, with files for its secrets. Throws ConfigError. */
export function readAsProcess(kind: ProcessKind, env: Readonly<Record<string, string>>): Record<string, unknown> {
  const folder = mkdtempSync(join(tmpdir(), "rewards-settings-"));
  const own = Object.entries(env).map(([name, value]) => {
    if (!name.endsWith("_FILE")) return [name, value];
    const file = join(folder, name);
    writeFileSync(file, secretOf(name.slice(0, -"_FILE".length)));
    return [name, file];
  });
  try {
    const config = loadConfig(schemas[kind], Object.fromEntries(own));
    refuseOpenMetrics(config);
    return config;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The variables of a process, a secret by its name without _FILE. */
export const plainNames = (names: readonly string[]) =>
  [...new Set(names.map((name) => name.replace(/_FILE$/, "")))].sort();

/** The passwords of the two URLs, which no table of settings has. */
const passwords = ["DATABASE_PASSWORD", "QUEUE_PASSWORD"];

/** All settings of a process. */
export const settingsOf = (kind: ProcessKind) => plainNames([...processSettings[kind], ...passwords]);

/** The settings of `migrate`, by docs/configuration.md. */
export const migrateSettings = () =>
  [...readText("docs/configuration.md").matchAll(/^\| `([A-Z_]+)` +\| (?:migrate|all) +\|/gm)]
    .map(([, name = ""]) => name)
    .sort();
