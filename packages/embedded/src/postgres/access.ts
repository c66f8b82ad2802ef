import { chmod, chown, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ownerOnlyFile } from "../folder/close.ts";
import type { PostgresPlace } from "./place.ts";

/** The server's account reads it. */
const groupReadable = 0o640;

const rules = `# Written at each start: nobody gets in without a password, and only from this machine.
host all all 127.0.0.1/32 scram-sha-256
host replication all 127.0.0.1/32 scram-sha-256
`;

/**
 * Writes who may connect. Replaces the cluster's pg_hba.conf, in which an older version admitted everybody.
 * @returns the file, for the setting `hba_file`.
 */
export async function writeAccessRules({ folder, account }: PostgresPlace): Promise<string> {
  const file = join(folder, "pg_hba.conf");
  await writeFile(file, rules, { mode: ownerOnlyFile });
  if (account) {
    await chown(file, process.getuid?.() ?? 0, account.gid);
    await chmod(file, groupReadable);
  }
  return file;
}
