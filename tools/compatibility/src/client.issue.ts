import { createClient } from "@rewards/access";
import { openDatabase } from "@rewards/db";
import { formatClientKey } from "@rewards/domain";

/** A running service, and a client of it with every right. */
export interface IssuedClient {
  readonly url: string;
  readonly clientID: string;
  readonly clientSecret: string;
  /** The header with the client's key. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Creates the client before the API starts: a running one would know it only after two seconds. */
export async function issueClient(databaseUrl: string): Promise<Omit<IssuedClient, "url">> {
  const { sql, close } = openDatabase({ url: databaseUrl, name: "compatibility", poolMax: 1, viewPoolMax: 1 });
  const content = { name: "Compatibility", rights: "*", expiresAt: null };
  const { clientID, clientSecret } = await createClient(sql, content, { actor: "compatibility" }).finally(close);
  return { clientID, clientSecret, headers: { authorization: `Bearer ${formatClientKey(clientID, clientSecret)}` } };
}
