import { createHmac } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ownerOnlyFile } from "../folder/close.ts";
import { randomPassword } from "../password/random.ts";
import { runCommand } from "../process/run.ts";
import type { PostgresBinaries } from "./binaries.ts";
import type { PostgresPlace } from "./place.ts";

/** The superuser of every embedded server, who owns the tables. */
export const postgresUser = "rewards";
/** The roles of API and worker, and of the console, to which `migrate` gives their rights. */
const serviceUser = "rewards_service";
const consoleUser = "rewards_console";

/**
 * The superuser's password, kept in a file that only this user reads. If there is none (a new cluster, or one of an
 * older version, which admitted everybody), it sets one before the server accepts connections. The caller owns the
 * folder.
 */
export async function ensurePassword(binaries: PostgresBinaries, place: PostgresPlace): Promise<string> {
  const file = join(place.folder, "password");
  const known = await readFile(file, "utf8").catch(() => "");
  if (known !== "") return known.trim();
  const password = randomPassword();
  await setPassword(binaries, place, password);
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${password}\n`, { mode: ownerOnlyFile });
  await rename(draft, file);
  return password;
}

/** In single-user mode: nobody can connect meanwhile, and no command line shows the password. */
async function setPassword(
  binaries: PostgresBinaries,
  { clusterDir, account }: PostgresPlace,
  password: string,
): Promise<void> {
  const args = ["--single", "-D", clusterDir, "-c", "password_encryption=scram-sha-256", "postgres"];
  const statement = `alter role ${postgresUser} password '${password}'\n`;
  const { code, output } = await runCommand(binaries.postgres, args, account, statement);
  if (code !== 0 || /ERROR|FATAL|PANIC/.test(output))
    throw new Error(`The password of Postgres could not be set:\n${output.replaceAll(password, "…").trim()}`);
}

/** Follows from the superuser's, and does not lead to it: whoever may log in as the owner may do so as each role. */
function rolePassword(ownerPassword: string, role: string): string {
  return createHmac("sha256", ownerPassword).update(role).digest("base64url");
}

function urlOf(ownerUrl: string, role: string): string {
  const url = new URL(ownerUrl);
  url.password = rolePassword(url.password, role);
  url.username = role;
  return url.href;
}

/** The URL by which API and worker connect, from the owner's URL of an embedded database. */
export const serviceUrlOf = (ownerUrl: string): string => urlOf(ownerUrl, serviceUser);

/** The same for the console. */
export const consoleUrlOf = (ownerUrl: string): string => urlOf(ownerUrl, consoleUser);

/** Creates the roles that are missing, with the passwords of `serviceUrlOf` and `consoleUrlOf`. Run it as the owner. */
export function rolesStatement(ownerPassword: string): string {
  const roles = [serviceUser, consoleUser].map(
    (role) => `
      if not exists (select from pg_roles where rolname = '${role}') then create role ${role}; end if;
      alter role ${role} login password '${rolePassword(ownerPassword, role)}';`,
  );
  return `
    do $$ begin
      -- While a backup is being restored nothing can be written, and its roles are there.
      if pg_is_in_recovery() then return; end if;${roles.join("")}
    end $$`;
}
