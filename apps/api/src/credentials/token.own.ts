import { type KeyObject, randomBytes } from "node:crypto";
import { auditTokens, type IssuedToken, revokeToken } from "@rewards/access";
import type { Author, Database } from "@rewards/db";
import { AppError, commonRights, parseRights, type Rights, widenedScope } from "@rewards/domain";
import { createBatcher } from "@rewards/runtime";
import { errors, jwtVerify, SignJWT } from "jose";
import type { Caller } from "../call.ts";
import { type Clients, type KnownClient, markOf, secretEndOf } from "./clients.ts";
import { type PublicTokenKey, type RevokedTokens, type TokenKeys, tokenSecondsMax } from "./token.keys.ts";

const algorithm = "ES256";
const issuer = "urn:rewards";
/** Marks access tokens (RFC 9068). */
const type = "at+jwt";

/** A token with a right signature. */
export interface CheckedToken {
  /** Who calls with it; undefined once it has ended. */
  readonly callerNow: () => Caller | undefined;
  /** Issued by this service: `callerNow` then checks everything that can end it, including its key. */
  readonly isOwn?: true;
}

interface OwnToken {
  readonly id: string;
  readonly keyId: string;
  readonly clientID: string;
  readonly scope: Rights;
  readonly expiresMs: number;
  /** See markOf. A token without the mark of a present secret has ended. */
  readonly secretMark: string;
}

/** The access tokens that this service issues to its clients. */
export interface OwnTokens {
  /**
   * A new token, which the audit has counted. It ends with the secret that it was asked for with. `author` is who asked.
   * @throws AppError 503 while no key is published, or an error of the database.
   */
  issue(
    client: KnownClient,
    secret: string,
    scope: Rights,
    author: Author,
  ): Promise<{ readonly token: string; readonly seconds: number }>;
  /** Undefined if the signature is wrong, or an API would not have issued the token. */
  check(token: string, keyId: string): Promise<CheckedToken | undefined>;
  /**
   * Ends a token early. Changes nothing if the text is not a token of this service, or the token has ended.
   * @throws AppError 400 for the token of another client, 503 if the client has ended too many.
   */
  revoke(client: KnownClient, token: string, keyId: string, author: Author): Promise<void>;
}

export interface OwnTokensDeps {
  readonly sql: Database["sql"];
  readonly clients: Pick<Clients, "find">;
  readonly keys: TokenKeys;
  readonly audit: AuditToken;
  readonly revoked: RevokedTokens;
}

export function createOwnTokens({ sql, clients, keys, audit, revoked }: OwnTokensDeps): OwnTokens {
  async function read(token: string, keyId: string): Promise<OwnToken | undefined> {
    const found = keys.find(keyId);
    if (!found) return undefined;
    // Accepts expired tokens too: sending one is not an attempt to guess. `callerNow` checks the time.
    const options = { algorithms: [algorithm], issuer, typ: type, currentDate: new Date(0) };
    const verified = await jwtVerify(token, found.key, options).catch(ignoreWrong);
    if (!verified || !isIssuable(verified.payload, found)) return undefined;
    const { sub, jti, exp, scope, secret_mark: secretMark } = verified.payload as unknown as Claims;
    return { id: jti, keyId, clientID: sub, scope: parseRights(scope), expiresMs: exp * 1_000, secretMark };
  }

  return {
    async issue(client, secret, { text: scope }, author) {
      const { id: clientID, expiresAt: clientEndsAt } = client;
      const key = await keys.signer();
      const now = Math.floor(Date.now() / 1_000);
      const mark = markOf(secret);
      const keyEndMs = keys.find(key.id)?.expiresMs ?? Number.POSITIVE_INFINITY;
      const endMs = Math.min(clientEndsAt?.getTime() ?? Number.POSITIVE_INFINITY, secretEndOf(client, mark), keyEndMs);
      const seconds = Math.min(tokenSecondsMax, Math.ceil(endMs / 1_000) - now);
      const id = randomBytes(12).toString("base64url");
      const claims = { jti: id, sub: clientID, scope, iat: now, exp: now + seconds, secret_mark: mark };
      const token = await sign(claims, key);
      await audit({ clientID, scope, expiresAt: new Date((now + seconds) * 1_000), author });
      return { token, seconds };
    },
    async check(token, keyId) {
      const own = await read(token, keyId);
      return own && followToken(own, { clients, keys, revoked });
    },
    async revoke(client, token, keyId, author) {
      const own = await read(token, keyId);
      if (!own) return;
      const { id, clientID, expiresMs } = own;
      if (clientID !== client.id) throw new AppError("Error_Token_Foreign");
      if (expiresMs <= Date.now() || revoked.has(id)) return;
      const hasRoom = await revokeToken(sql, { id, clientID, expiresAt: new Date(expiresMs) }, author);
      if (!hasRoom) throw new AppError("Error_Service_Overloaded");
      revoked.add(id, expiresMs);
    },
  };
}

interface Claims {
  readonly jti: string;
  readonly sub: string;
  readonly scope: string;
  readonly iat: number;
  readonly exp: number;
  readonly secret_mark: string;
}

/**
 * Whether an API would issue a token with these claims. Somebody who publishes a key with a stolen role of the database
 * signs no others: for an hour at most, until the key's end, and with the mark of a secret.
 */
function isIssuable(
  { iat, exp, secret_mark: mark }: Partial<Record<string, unknown>>,
  { expiresMs }: PublicTokenKey,
): boolean {
  if (typeof iat !== "number" || typeof exp !== "number" || typeof mark !== "string") return false;
  return exp - iat <= tokenSecondsMax && exp <= Math.ceil(expiresMs / 1_000);
}

function sign(claims: Claims, key: { readonly id: string; readonly privateKey: KeyObject }): Promise<string> {
  return new SignJWT({ ...claims, client_id: claims.sub })
    .setProtectedHeader({ alg: algorithm, kid: key.id, typ: type })
    .setIssuer(issuer)
    .sign(key.privateKey);
}

/** The token's caller has the rights that the client has at present, as far as the scope goes. */
function followToken(
  { id, keyId, clientID, scope, expiresMs, secretMark }: OwnToken,
  { clients, keys, revoked }: Pick<OwnTokensDeps, "clients" | "keys" | "revoked">,
): CheckedToken {
  let of: KnownClient | undefined;
  let caller: Caller | undefined;
  let secretEndMs = 0;
  return {
    isOwn: true,
    callerNow() {
      const client = clients.find(clientID);
      if (!client || expiresMs <= Date.now() || revoked.has(id) || !keys.find(keyId)) return undefined;
      if (client !== of) {
        const rights = commonRights(client.caller.rights, scope);
        caller = { ...client.caller, rights, scope: widenedScope(client.scope, rights) };
        secretEndMs = secretEndOf(client, secretMark);
      }
      of = client;
      return secretEndMs > Date.now() ? caller : undefined;
    },
  };
}

/** For errors of a check: those of jose mean a wrong token, others are faults and thrown again. */
export function ignoreWrong(error: unknown): undefined {
  if (!(error instanceof errors.JOSEError)) throw error;
}

const batchTokensMax = 500;
/** Tokens that wait for their entry; above this, 503. */
const waitingTokensMax = 1_000;

/**
 * Resolves when the audit entry of a token is committed.
 * @throws AppError 503, or an error of the database: then the token must not be given out.
 */
export type AuditToken = (token: IssuedToken) => Promise<void>;

/** Writes in batches, one at a time, so that requests for tokens use one connection and leave the others to sales. */
export function createTokenAudit(sql: Database["sql"]): AuditToken {
  const batcher = createBatcher<IssuedToken, void>({
    rowsMax: batchTokensMax,
    waitingRowsMax: waitingTokensMax,
    onOverload: () => new AppError("Error_Service_Overloaded"),
    async run(tokens) {
      await auditTokens(sql, tokens);
      return tokens.map(() => ({ status: "fulfilled", value: undefined }));
    },
  });
  return (token) => batcher.add(token);
}
