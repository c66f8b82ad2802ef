import { createClient } from "@rewards/access";
import { openDatabase } from "@rewards/db";
import { formatClientKey } from "@rewards/domain";
import { serviceUrlOf } from "@rewards/embedded";
import type { Closers } from "@rewards/lab/closers";
import { migrate } from "@rewards/lab/database";
import { startProcesses } from "@rewards/lab/process";
import { openPostgres } from "@rewards/lab/servers";

/** The root that the DX MCP server hard-codes. */
export const extraRoot = "/prweb/api/application/v2";

/** A running service, and a client of it with every right. */
export interface Service {
  readonly url: string;
  readonly clientID: string;
  readonly clientSecret: string;
  /** The header with the client's key. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Creates the client before the API starts: a running one would know it only after two seconds. */
async function issueClient(databaseUrl: string): Promise<Omit<Service, "url">> {
  const { sql, close } = openDatabase({ url: databaseUrl, name: "compatibility", poolMax: 1, viewPoolMax: 1 });
  const content = { name: "Compatibility", rights: "*", expiresAt: null };
  const { clientID, clientSecret } = await createClient(sql, content, { actor: "compatibility" }).finally(close);
  return { clientID, clientSecret, headers: { authorization: `Bearer ${formatClientKey(clientID, clientSecret)}` } };
}

/** Starts the service on temporary data, with credentials required and its API at `extraRoot` too. */
export async function startService(closers: Closers): Promise<Service> {
  const postgres = await openPostgres(closers);
  await migrate(postgres.url);
  const url = serviceUrlOf(postgres.url);
  const client = await issueClient(postgres.url);
  const moreEnv = { AUTH: "required", EXTRA_API_ROOT: extraRoot };
  const { apis, stop } = await startProcesses({}, () => ({
    databaseUrl: url,
    queueUrl: url,
    moreEnv,
    log: () => undefined,
  }));
  closers.add(stop);
  return { ...client, url: apis[0]?.url ?? "" };
}
