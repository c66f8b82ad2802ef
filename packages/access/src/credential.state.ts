import type { JsonWebKey } from "node:crypto";
import { advisoryLocks, codeOf, type Sql, type Tx } from "@rewards/db";

/** A change of clients or users was refused. The message says why, in a sentence for operators. */
export class ChangeRefusedError extends Error {
  override readonly name = "ChangeRefusedError";
}

/** The code with which a function of the database refuses a change. */
const refusedState = "RW001";

/** For errors of such a function. @throws ChangeRefusedError for a refusal, and other errors again. */
export function refuseChange(error: unknown): never {
  throw codeOf(error) === refusedState ? new ChangeRefusedError((error as Error).message) : error;
}

/** The tables whose changes APIs follow by a revision. Each has its own, so that a revoked token reloads no client. */
const lock = {
  api_client: (tx: Tx) => tx`select pg_advisory_xact_lock(${advisoryLocks.clients})`,
  revoked_token: (tx: Tx) => tx`select pg_advisory_xact_lock(${advisoryLocks.revokedTokens})`,
} as const;

/**
 * The revision of a change of the table. Such changes run one after the other, so that a reader that has seen a revision
 * has seen all before it.
 */
export async function nextRevision(tx: Tx, table: keyof typeof lock): Promise<number> {
  await lock[table](tx);
  const [row] = await tx<[{ revision: number }]>`
    select coalesce(max(revision), 0)::float8 + 1 as revision from ${tx(table)}`;
  return row.revision;
}

/** APIs hold all keys in memory. An API that restarts again and again leaves a key at each start. */
const keysMax = 10_000;

/** The public part of a key that signs access tokens. */
export interface StoredTokenKey {
  readonly id: string;
  readonly publicKey: JsonWebKey;
  /** Its tokens end until then. */
  readonly expiresMs: number;
}

/** A user for whom the console calls the API now. */
export interface StoredConsoleCaller {
  /** The SHA-256 hash of the key that the calls carry, in hex. */
  readonly keyHash: string;
  readonly name: string;
  /** A list of rights. */
  readonly rights: string;
  /** The key ends then. */
  readonly untilMs: number;
}

/** Shows an API whether its copy of the credentials is current. */
export interface CredentialState {
  /** The latest revisions of the clients and of the revoked tokens; 0 if their table is empty. */
  readonly clientsRevision: number;
  readonly revokedRevision: number;
  /** The keys of tokens that may still be valid. They are so few that they need no revision. */
  readonly tokenKeys: readonly StoredTokenKey[];
  /** Few as well: keys end within a minute. */
  readonly consoleCallers: readonly StoredConsoleCaller[];
}

/** One cheap statement, since every API repeats it every 1.5 seconds. */
export async function readCredentialState(sql: Sql): Promise<CredentialState> {
  const [row] = await sql<[CredentialState]>`
    select (select coalesce(max(revision), 0)::float8 from api_client) as "clientsRevision",
      (select coalesce(max(revision), 0)::float8 from revoked_token) as "revokedRevision",
      (select coalesce(jsonb_agg(to_jsonb(latest)), '[]') from (
        select id, public_key as "publicKey", round(extract(epoch from expires_at) * 1000)::float8 as "expiresMs" from token_key
        where expires_at > clock_timestamp() order by created_at desc limit ${keysMax}
      ) latest) as "tokenKeys",
      (select coalesce(jsonb_agg(jsonb_build_object(
        'keyHash', key_hash, 'name', user_name, 'rights', user_rights, 'untilMs', until_ms)), '[]')
        from console_callers()) as "consoleCallers"`;
  return row;
}
