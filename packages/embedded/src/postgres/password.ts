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
/** The role of API and worker, to which `migrate` gives its rights. */
const serviceUser = "rewards_service";

/**
 * The superuser's password, kept in a file that only this user reads. Where there is none (a new cluster, or one of an
 * older version, which let everybody in), one is set before the server takes a connection. The caller owns the folder.
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

/** Follows from the superuser's, and does not lead to it: whoever may log in as the owner may do so as the service. */
function servicePassword(ownerPassword: string): string {
  return createHmac("sha256", ownerPassword).update(serviceUser).digest("base64url");
}

/** The URL by which API and worker connect, of the owner's URL of a database of an embedded server. */
export function serviceUrlOf(ownerUrl: string): string {
  const url = new URL(ownerUrl);
  url.password = servicePassword(url.password);
  url.username = serviceUser;
  return url.href;
}

/** Creates the role of API and worker if it is missing, with the password of `serviceUrlOf`. Run it as the owner. */
export function serviceRoleStatement(ownerPassword: string): string {
  return `
    do $$ begin
      -- While a backup is being restored nothing can be written, and its roles are there.
      if pg_is_in_recovery() then return; end if;
      if not exists (select from pg_roles where rolname = '${serviceUser}') then create role ${serviceUser}; end if;
      alter role ${serviceUser} login password '${servicePassword(ownerPassword)}';
    end $$`;
}
