import { hashSecret } from "@rewards/access";
import type { Author } from "@rewards/db";
import type { IssuerSettings, Logger } from "@rewards/runtime";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { LRUCache } from "lru-cache";
import type { KnownClient } from "./clients.ts";
import type { Following } from "./follow.ts";
import { watchOutsideIssuer } from "./issuer.ts";
import { type CheckedToken, createOwnTokens, type OwnTokens, type OwnTokensDeps } from "./token.own.ts";

/** Tokens whose signature was checked, so that a further call with one costs a look-up. */
const checkedMax = 10_000;

/** Access tokens: our own, and those of an outside issuer if one is configured, whose keys it follows. */
export interface Tokens extends Following, Pick<OwnTokens, "issue"> {
  /**
   * The token if its signature is right; a promise only for one that was not checked lately.
   * @throws AppError 503 if its key may be right but is not known yet.
   */
  check(token: string): CheckedToken | undefined | Promise<CheckedToken | undefined>;
  /** See OwnTokens. */
  revoke(client: KnownClient, token: string, author: Author): Promise<void>;
}

export interface TokensDeps extends OwnTokensDeps {
  readonly issuer: IssuerSettings | undefined;
  readonly logger: Pick<Logger, "warn">;
}

export function openTokens({ issuer, logger, ...deps }: TokensDeps): Tokens {
  const { keys } = deps;
  const own = createOwnTokens(deps);
  const checked = new LRUCache<string, CheckedToken>({ max: checkedMax });
  let changesOfIssuer = 0;
  const outside =
    issuer &&
    watchOutsideIssuer(issuer, logger, () => {
      changesOfIssuer += 1;
      checked.clear();
    });

  /**
   * Whether a refused token is an old one, and so not an attempt to guess: its key is no longer stored, or it says itself
   * that it has expired. Its caller must get 401 and not 429, so that it asks for a new one.
   */
  function isOver(token: string, keyId: string): boolean {
    return keys.isOurs(keyId) ? !keys.find(keyId) : expiryOf(token) <= Date.now();
  }

  async function verify(token: string, digest: string): Promise<CheckedToken | undefined> {
    const id = keyIdOf(token);
    if (id === undefined) return undefined;
    const changesBefore = changesOfIssuer;
    const found = await (keys.isOurs(id) ? own.check(token, id) : outside?.check(token));
    // Otherwise a token of a key that the issuer has just withdrawn would stay valid until it expires.
    if (changesOfIssuer !== changesBefore) return verify(token, digest);
    if (found) checked.set(digest, found);
    return found ?? (isOver(token, id) ? over : undefined);
  }

  return {
    issue: own.issue,
    async revoke(client, token, author) {
      const id = keyIdOf(token);
      if (id !== undefined && keys.isOurs(id)) await own.revoke(client, token, id, author);
    },
    check(token) {
      const digest = hashSecret(token).toString("base64");
      return checked.get(digest) ?? verify(token, digest);
    },
    looked: outside?.looked ?? Promise.resolve(),
    stop: () => outside?.stop(),
  };
}

const over: CheckedToken = { callerNow: () => undefined };

/** When a token says that it expires, in ms; infinite if it does not say. */
function expiryOf(token: string): number {
  try {
    return (decodeJwt(token).exp ?? Number.POSITIVE_INFINITY) * 1_000;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** The `kid` of a token; empty if it is absent; undefined if the text is not a token. */
function keyIdOf(token: string): string | undefined {
  try {
    // Its type promises a text, but the caller wrote it.
    const { kid = "" }: { kid?: unknown } = decodeProtectedHeader(token);
    return typeof kid === "string" ? kid : undefined;
  } catch {
    return undefined;
  }
}
