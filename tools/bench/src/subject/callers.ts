import { createClient, type IssuedSecret } from "@rewards/access";
import { formatClientKey } from "@rewards/domain";
import { apiRoot } from "@rewards/lab/client";
import { withSql } from "@rewards/lab/database";

export interface CallersSpec {
  /** What clients send: their own key, or an access token. */
  readonly credential: "key" | "token";
  readonly clients: number;
}

/** The rights of a till that shows balances, as in docs/security.md. */
const rights = "sale:create view:GetMemberByBusinessKeys view:MemberBalances";

/**
 * Clients of one service that requires credentials; `env` is for the service's processes. Creates the clients before
 * the APIs start: a running one would know them only after two seconds.
 */
export async function createCallers(databaseUrl: string, { credential, clients }: CallersSpec) {
  const issued: IssuedSecret[] = [];
  await withSql(databaseUrl, async (sql) => {
    for (let n = 0; n < clients; n += 1)
      issued.push(await createClient(sql, { name: `Till ${n}`, rights, expiresAt: null }, { actor: "bench" }));
  });
  const credentialOf = { key: keyOf, token: tokenOf }[credential];
  return {
    env: { AUTH: "required" },
    /**
     * The header `Authorization` of each client. The APIs must have started.
     * @throws if the service admits calls without a credential, or issues no token.
     */
    async authorizations(url: string): Promise<string[]> {
      const { status } = await fetch(`${url}${apiRoot}/data_views`);
      if (status !== 401) throw new Error(`the run is void: a call without a credential was answered with ${status}`);
      return Promise.all(issued.map(async (client) => `Bearer ${await credentialOf(client, url)}`));
    },
  };
}

const keyOf = async ({ clientID, clientSecret }: IssuedSecret) => formatClientKey(clientID, clientSecret);

async function tokenOf({ clientID, clientSecret }: IssuedSecret, url: string): Promise<string> {
  const form = { grant_type: "client_credentials", client_id: clientID, client_secret: clientSecret };
  const answer = await fetch(`${url}/uas/oauth/token`, { method: "POST", body: new URLSearchParams(form) });
  const body = (await answer.json()) as { readonly access_token?: string };
  if (!body.access_token) throw new Error(`no token was issued, but an answer of status ${answer.status}`);
  return body.access_token;
}
