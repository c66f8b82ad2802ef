import { createHmac } from "node:crypto";
import { chmod, chown, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { randomPassword } from "../account.ts";
import { ownerOnlyFile } from "../folder.ts";
import type { ServerPlace } from "../process/hold.ts";
import { runCommand } from "../process/run.ts";
import type { ProcessKind } from "../service/environment.ts";
import type { PostgresBinaries } from "./binaries.ts";
import { postgresUser } from "./cluster.ts";

/** The server's account reads it. */
const groupReadable = 0o640;

const rules = `# Written at each start: nobody gets in without a password, and only from this machine.
host all all 127.0.0.1/32 scram-sha-256
host replication all 127.0.0.1/32 scram-sha-256
`;

/**
 * Writes who may connect, in place of the cluster's pg_hba.conf.
 * @returns the file, for the setting `hba_file`.
 */
export async function writeAccessRules({ folder, account }: ServerPlace): Promise<string> {
  const file = join(folder, "pg_hba.conf");
  await writeFile(file, rules, { mode: ownerOnlyFile });
  if (account) {
    await chown(file, process.getuid?.() ?? 0, account.gid);
    await chmod(file, groupReadable);
  }
  return file;
}

/** The role of commands. `migrate` gives it its rights, and each role below. */
const serviceUser = "rewards_service";
const processUsers: Readonly<Record<ProcessKind, string>> = {
  api: "rewards_api",
  worker: "rewards_worker",
  console: "rewards_console",
};

/**
 * Returns the superuser's password, which is kept in a file that only this user can read. If the file is missing, sets a
 * new password before the server accepts connections. Call it only as the owner of the folder.
 */
export async function ensurePassword(binaries: PostgresBinaries, place: ServerPlace): Promise<string> {
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
  { dataDir, account }: ServerPlace,
  password: string,
): Promise<void> {
  const args = ["--single", "-D", dataDir, "-c", "password_encryption=scram-sha-256", "postgres"];
  const statement = `alter role ${postgresUser} password '${password}'\n`;
  const { code, output } = await runCommand(binaries.postgres, args, account, statement);
  if (code !== 0 || /ERROR|FATAL|PANIC/.test(output))
    throw new Error(`The password of Postgres could not be set:\n${output.replaceAll(password, "…").trim()}`);
}

/** Follows from the password of a role with more rights, and does not lead to it. */
function rolePassword(password: string, role: string): string {
  return createHmac("sha256", password).update(role).digest("base64url");
}

/** The URL by which commands connect, of the owner's URL of a database of an embedded server. */
export function serviceUrlOf(ownerUrl: string): string {
  const url = new URL(ownerUrl);
  url.password = rolePassword(url.password, serviceUser);
  url.username = serviceUser;
  return url.href;
}

const serviceLogin = new RegExp(`//${serviceUser}:([^@]*)@`);

/** The URL by which a process connects, of that of the commands, which may have several hosts. Any other stays as it is. */
export const processUrlOf = (kind: ProcessKind, serviceUrl: string): string =>
  serviceUrl.replace(serviceLogin, (_, password: string) => {
    const user = processUsers[kind];
    return `//${user}:${rolePassword(password, user)}@`;
  });

/** Creates the roles that are missing, with the passwords of `serviceUrlOf` and `processUrlOf`. Run it as the owner. */
export function rolesStatement(ownerPassword: string): string {
  const servicePassword = rolePassword(ownerPassword, serviceUser);
  const passwords = [
    [serviceUser, servicePassword],
    ...Object.values(processUsers).map((user) => [user, rolePassword(servicePassword, user)] as const),
  ] as const;
  const roles = passwords.map(
    ([role, password]) => `
      if not exists (select from pg_roles where rolname = '${role}') then create role ${role}; end if;
      alter role ${role} login password '${password}';`,
  );
  return `
    do $$ begin
      -- While a backup is being restored nothing can be written, and its roles are there.
      if pg_is_in_recovery() then return; end if;${roles.join("")}
    end $$`;
}
