import { type Author, type Sql, type Tx, writeAudit } from "@rewards/db";
import { hidesRecords, namesOperators, type Scope } from "@rewards/domain";
import { ChangeRefusedError, nextRevision } from "../credential.state.ts";
import { clientsMax, hashSecret, makeClientId, makeSecret, readClients } from "./api-client.read.ts";

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
 * Creates a client. `author` is for the audit.
 * @throws ChangeRefusedError if there are `clientsMax` clients that are not revoked, or a programme is not known.
 */
export async function createClient(sql: Sql, given: NewClient, author: Author): Promise<IssuedSecret> {
  const issued = { clientID: makeClientId(), clientSecret: makeSecret() };
  const { name, rights, expiresAt, scope = {} } = given;
  await sql.begin(async (tx) => {
    const revision = await nextRevision(tx, "api_client");
    const live = await tx`select from api_client where revoked_at is null limit ${clientsMax}`;
    if (live.length >= clientsMax)
      throw new ChangeRefusedError(`There are ${clientsMax} clients already: revoke those that are not used.`);
    await refuseUnknownProgrammes(tx, scope.programmes ?? []);
    await tx`
      insert into api_client (id, name, rights, scope, secret_hash, expires_at, revision)
      values (${issued.clientID}, ${name}, ${rights}, ${JSON.stringify(scope)}::text::jsonb,
        ${hashSecret(issued.clientSecret)}, ${expiresAt}, ${revision})`;
    const detail = { client: issued.clientID, name, rights, expiresAt, ...scope };
    await writeAudit(tx, { author, operation: "client.create", detail });
  });
  return issued;
}

async function refuseUnknownProgrammes(tx: Tx, programmes: readonly string[]): Promise<void> {
  const rows = await tx<{ id: string }[]>`
    select business_id as id from programme where business_id = any(${[...programmes]}::text[])`;
  const missing = programmes.filter((programme) => !rows.some(({ id }) => id === programme));
  if (missing.length > 0) throw new ChangeRefusedError(`There is no programme ${missing.join(", ")}.`);
}

/**
 * Gives a client a new secret. The one before stays valid for `keepMs`; an older one ends at once.
 * @throws ChangeRefusedError if there is no such client, or it is revoked.
 */
export async function rotateClient(
  sql: Sql,
  clientID: string,
  keepMs: number,
  author: Author,
): Promise<IssuedSecret & { readonly earlierUntil: Date }> {
  const clientSecret = makeSecret();
  const earlierUntil = await sql.begin(async (tx) => {
    const revision = await nextRevision(tx, "api_client");
    const [row] = await tx<{ until: Date }[]>`
      update api_client set earlier_hash = secret_hash, secret_hash = ${hashSecret(clientSecret)},
        earlier_until = clock_timestamp() + ${keepMs} * interval '1 millisecond', secret_at = clock_timestamp(),
        revision = ${revision}
      where id = ${clientID} and revoked_at is null returning earlier_until as until`;
    if (!row) throw new ChangeRefusedError(`There is no client "${clientID}", or it is revoked.`);
    await writeAudit(tx, { author, operation: "client.rotate", detail: { client: clientID, earlierUntil: row.until } });
    return row.until;
  });
  return { clientID, clientSecret, earlierUntil };
}

/** What a change leaves out stays as it is; null takes the limit away. */
export type ScopeChange = { readonly [Part in keyof Scope]?: Scope[Part] | null };

/**
 * Changes what a client is limited to. Its secret and its tokens stay valid; APIs follow within two seconds.
 * @returns the limits that it now has.
 * @throws ChangeRefusedError if there is no such client, it is revoked, a programme is not known, or it would be limited
 * to programmes or stores and has rights of operators.
 */
export async function limitClient(sql: Sql, clientID: string, change: ScopeChange, author: Author): Promise<Scope> {
  return sql.begin(async (tx) => {
    const revision = await nextRevision(tx, "api_client");
    const found = (await readClients(tx)).find(({ id }) => id === clientID);
    if (!found) throw new ChangeRefusedError(`There is no client "${clientID}", or it is revoked.`);
    await refuseUnknownProgrammes(tx, change.programmes ?? []);
    const parts = Object.entries({ ...found.scope, ...change }).filter(([, value]) => value !== null);
    const scope: Scope = Object.fromEntries(parts);
    if (hidesRecords(scope) && namesOperators(found.rights))
      throw new ChangeRefusedError(
        `${clientID} has rights of operators, so it cannot be limited to programmes or stores: create another client.`,
      );
    await tx`
      update api_client set scope = ${JSON.stringify(scope)}::text::jsonb, revision = ${revision} where id = ${clientID}`;
    const detail = { client: clientID, before: found.scope, ...scope };
    await writeAudit(tx, { author, operation: "client.limit", detail });
    return scope;
  });
}

/**
 * Revokes a client. This cannot be undone; a second call changes nothing.
 * @throws ChangeRefusedError if there is no such client.
 */
export async function revokeClient(sql: Sql, clientID: string, author: Author): Promise<void> {
  await sql.begin(async (tx) => {
    const revision = await nextRevision(tx, "api_client");
    const found = await tx`select from api_client where id = ${clientID}`;
    if (found.length === 0) throw new ChangeRefusedError(`There is no client "${clientID}".`);
    const revoked = await tx`
      update api_client set revoked_at = clock_timestamp(), revision = ${revision}
      where id = ${clientID} and revoked_at is null returning id`;
    if (revoked.length > 0) await writeAudit(tx, { author, operation: "client.revoke", detail: { client: clientID } });
  });
}
