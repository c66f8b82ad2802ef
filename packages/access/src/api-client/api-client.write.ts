import { type Author, type Sql, writeAudit } from "@rewards/db";
import { type Scope, scopeProblem } from "@rewards/domain";
import { ChangeRefusedError, nextRevision, refuseChange } from "../credential.state.ts";
import { hashSecret, makeClientId, makeSecret, readClients } from "./api-client.read.ts";

export interface NewClient {
  readonly name: string;
  readonly rights: string;
  readonly expiresAt: Date | null;
  /** What it is limited to; by default, nothing. */
  readonly scope?: Scope;
}

/** The only time that a secret leaves the service. */
export interface IssuedSecret {
  readonly clientID: string;
  readonly clientSecret: string;
}

/**
 * Who changes a client. With the token of a session of the console, Postgres checks the rights of its user, who is the
 * actor; without, the role of the connection must be that of commands.
 */
export interface ClientAuthor extends Author {
  readonly session?: string;
}

/**
 * Creates a client. `author` is for the audit.
 * @throws ChangeRefusedError if there are too many clients that are not revoked, a programme is not known, or the user of
 * the session lacks a right.
 */
export async function createClient(
  sql: Sql,
  given: NewClient,
  { session, ...author }: ClientAuthor,
): Promise<IssuedSecret> {
  const issued = { clientID: makeClientId(), clientSecret: makeSecret() };
  const { name, rights, expiresAt, scope = {} } = given;
  const client = JSON.stringify({
    ...{ id: issued.clientID, name, rights, expiresAt, scope },
    secretHash: hashSecret(issued.clientSecret).toString("hex"),
  });
  const by = JSON.stringify(author);
  await (session === undefined
    ? sql`select create_client(${client}::text::jsonb, ${by}::text::jsonb)`
    : sql`select create_client_as(${session}, ${client}::text::jsonb, ${by}::text::jsonb)`
  ).catch(refuseChange);
  return issued;
}

/**
 * Gives a client a new secret. The one before stays valid for `keepMs`; an older one ends at once.
 * @throws ChangeRefusedError if there is no such client, it is revoked, or the user of the session lacks a right of it.
 */
export async function rotateClient(
  sql: Sql,
  clientID: string,
  keepMs: number,
  { session, ...author }: ClientAuthor,
): Promise<IssuedSecret & { readonly earlierUntil: Date }> {
  const clientSecret = makeSecret();
  const [hash, by] = [hashSecret(clientSecret), JSON.stringify(author)];
  type Rows = { earlierUntil: Date }[];
  const [row] = await (session === undefined
    ? sql<Rows>`select rotate_client(${clientID}, ${hash}, ${keepMs}, ${by}::text::jsonb) as "earlierUntil"`
    : sql<Rows>`select rotate_client_as(${session}, ${clientID}, ${hash}, ${keepMs}, ${by}::text::jsonb) as "earlierUntil"`
  ).catch(refuseChange);
  return { clientID, clientSecret, earlierUntil: row?.earlierUntil as Date };
}

/**
 * Revokes a client. This cannot be undone; a second call changes nothing.
 * @throws ChangeRefusedError if there is no such client, or the user of the session lacks a right of it.
 */
export async function revokeClient(sql: Sql, clientID: string, { session, ...author }: ClientAuthor): Promise<void> {
  const by = JSON.stringify(author);
  await (session === undefined
    ? sql`select revoke_client(${clientID}, ${by}::text::jsonb)`
    : sql`select revoke_client_as(${session}, ${clientID}, ${by}::text::jsonb)`
  ).catch(refuseChange);
}

/** What a change leaves out stays as it is; null takes the limit away. */
export type ScopeChange = { readonly [Part in keyof Scope]?: Scope[Part] | null };

/**
 * Changes what a client is limited to. Its secret and its tokens stay valid; APIs follow within two seconds.
 * @returns the limits that it now has.
 * @throws ChangeRefusedError if there is no such client, it is revoked, a programme is not known, or a client with its
 * rights cannot be limited so.
 */
export async function limitClient(sql: Sql, clientID: string, change: ScopeChange, author: Author): Promise<Scope> {
  return sql.begin(async (tx) => {
    const revision = await nextRevision(tx, "api_client");
    const found = (await readClients(tx)).find(({ id }) => id === clientID);
    if (!found) throw new ChangeRefusedError(`There is no client "${clientID}", or it is revoked.`);
    await tx`select refuse_unknown_programmes(${change.programmes ?? []}::text[])`.catch(refuseChange);
    const parts = Object.entries({ ...found.scope, ...change }).filter(([, value]) => value !== null);
    const scope: Scope = Object.fromEntries(parts);
    const problem = scopeProblem(scope, found.rights);
    if (problem) throw new ChangeRefusedError(`${clientID} cannot be limited so: ${problem.field} ${problem.text}`);
    await tx`
      update api_client set scope = ${JSON.stringify(scope)}::text::jsonb, revision = ${revision} where id = ${clientID}`;
    const detail = { client: clientID, before: found.scope, ...scope };
    await writeAudit(tx, { author, operation: "client.limit", detail });
    return scope;
  });
}
