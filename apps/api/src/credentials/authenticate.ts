import { timingSafeEqual } from "node:crypto";
import { hashSecret } from "@rewards/db";
import { AppError, parseClientKey } from "@rewards/domain";
import { strangerOf } from "../author.ts";
import { networkOfSocket } from "../connections/address.ts";
import type { ApiContext } from "../context.ts";
import { createOperatorThrottle } from "../operator.throttle.ts";
import type { Refusal } from "../refusal.report.ts";
import type { Caller } from "./caller.ts";
import type { Clients, KnownClient } from "./clients.ts";

/** Tells who sent a call, from its headers alone. */
export type Authenticate = (c: ApiContext) => Caller;

export const bearer = /^Bearer +(\S+)$/i;

export interface AuthenticatorDeps {
  readonly clients: Pick<Clients, "find">;
  /** Reports wrong credentials. */
  readonly reportWrong: (refusal: Refusal) => void;
  readonly nowMs?: () => number;
}

/**
 * Admits calls with a client's own key. A network that has sent too many wrong credentials gets 429 for further wrong
 * ones. A right one always passes, because tills of a shop share an address: one wrong till must not stop the others.
 * @throws AppError 401, 429, or 503 before the clients are loaded.
 */
export function createAuthenticator({ clients, reportWrong, nowMs = Date.now }: AuthenticatorDeps): Authenticate {
  const throttle = createOperatorThrottle();

  function refuse(c: ApiContext, id: string | undefined): never {
    const network = networkOfSocket(c.env.incoming.socket);
    if (throttle.isShut(network)) throw new AppError("Error_Credential_Throttled");
    throttle.count(network);
    reportWrong({ ...strangerOf(c), ...(id !== undefined && { detail: { client: id } }) });
    throw new AppError("Error_Credential_Invalid");
  }

  return (c) => {
    const header = c.env.incoming.headers.authorization;
    // A call without a credential is not an attempt.
    if (header === undefined) throw new AppError("Error_Credential_Invalid");
    const [, given = ""] = bearer.exec(header) ?? [];
    const key = parseClientKey(given);
    const client = key && clients.find(key.id);
    if (client && isSecretOf(client, key.secret, nowMs())) return client.caller;
    return refuse(c, key?.id);
  };
}

/** Takes the same time however much of a wrong secret is right. */
function isSecretOf(client: KnownClient, secret: string, nowMs: number): boolean {
  const { secretHash, earlierHash, earlierUntil, expiresAt } = client;
  if (expiresAt && expiresAt.getTime() <= nowMs) return false;
  const hash = hashSecret(secret);
  if (timingSafeEqual(hash, secretHash)) return true;
  return (
    earlierHash !== null &&
    earlierUntil !== null &&
    earlierUntil.getTime() > nowMs &&
    timingSafeEqual(hash, earlierHash)
  );
}
