import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);

/** docs/compatibility.md names this version too. */
export const pegaAuthVersion = "0.2.38";

/** The part of the class PegaAuth that a client without pages uses. */
export interface PegaAuth {
  login(): Promise<{ readonly access_token: string; readonly token_type: string; readonly expires_in: number }>;
  revokeTokens(accessToken: string): Promise<void>;
}

export type MakePegaAuth = new (config: Readonly<Record<string, string>>, state: object) => PegaAuth;

/**
 * Installs `@pega/auth` into a folder, and returns its class.
 * @throws if npm fails.
 */
export async function fetchPegaAuth(folder: string): Promise<MakePegaAuth> {
  await writeFile(join(folder, "package.json"), "{}");
  const version = `@pega/auth@${pegaAuthVersion}`;
  await run("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", version], { cwd: folder });
  const file = pathToFileURL(join(folder, "node_modules/@pega/auth/lib/index.js")).href;
  const { PegaAuth } = (await import(file)) as { PegaAuth: MakePegaAuth };
  return PegaAuth;
}
