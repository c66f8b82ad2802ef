import { AppError, type ErrorCode, isClientId, parseClientKey } from "@rewards/domain";
import { strangerOf } from "../author.ts";
import { networkOfSocket } from "../connections/address.ts";
import type { ApiContext } from "../context.ts";
import type { Refusal } from "../refusal.report.ts";
import type { Caller } from "./caller.ts";
import { type Clients, isSecretOf, type KnownClient } from "./clients.ts";
import { createGuessThrottle } from "./guess.throttle.ts";
import type { CheckedToken } from "./token.own.ts";
import type { Tokens } from "./tokens.ts";

/** Finds who sent a call, by its headers alone. Mostly without a promise, because every call waits for it. */
export type Authenticate = (c: ApiContext) => Caller | Promise<Caller>;

const bearer = /^Bearer +(\S+)$/i;

/** The key or token in the header `Authorization`; empty if there is none. */
export const bearerOf = (authorization: string | undefined) => bearer.exec(authorization ?? "")?.[1] ?? "";

export interface AuthenticatorDeps {
  readonly clients: Pick<Clients, "find">;
  readonly tokens: Pick<Tokens, "check">;
  /** Reports wrong credentials. */
  readonly reportWrong: (refusal: Refusal) => void;
}

export interface Authenticator {
  /** @throws AppError 401, 429, or 503 before the clients are loaded. */
  readonly authenticate: Authenticate;
  /** The client that asks for a token. @throws AppError 401, 429, or 503 before the clients are loaded. */
  readonly identify: (c: ApiContext, id: string, secret: string) => KnownClient;
}

/**
 * Admits calls with a client's own key or an access token. A network that has sent too many wrong credentials gets 429
 * for further wrong ones. A right one always passes, because tills of a shop share an address: one wrong till must not
 * stop the others.
 */
export function createAuthenticator({ clients, tokens, reportWrong }: AuthenticatorDeps): Authenticator {
  const throttle = createGuessThrottle();

  function refuse(c: ApiContext, code: ErrorCode, id?: string): never {
    const network = networkOfSocket(c.env.incoming.socket);
    if (throttle.isShut(network)) throw new AppError("Error_Credential_Throttled");
    throttle.count(network);
    reportWrong({ ...strangerOf(c), ...(id !== undefined && isClientId(id) && { detail: { client: id } }) });
    throw new AppError(code);
  }

  const clientOf = (id: string, secret: string) => {
    const client = clients.find(id);
    return client && isSecretOf(client, secret) ? client : undefined;
  };

  function callerOf(token: CheckedToken | undefined, c: ApiContext): Caller {
    if (!token) return refuse(c, "Error_Credential_Invalid");
    const caller = token.callerNow();
    // A token that has ended is not an attempt.
    if (!caller) throw new AppError("Error_Credential_Invalid");
    return caller;
  }

  return {
    authenticate(c) {
      const { authorization } = c.env.incoming.headers;
      // A call without a credential is not an attempt.
      if (authorization === undefined) throw new AppError("Error_Credential_Invalid");
      const given = bearerOf(authorization);
      const key = parseClientKey(given);
      if (key) return clientOf(key.id, key.secret)?.caller ?? refuse(c, "Error_Credential_Invalid", key.id);
      const token = tokens.check(given);
      return token instanceof Promise ? token.then((one) => callerOf(one, c)) : callerOf(token, c);
    },
    identify: (c, id, secret) => clientOf(id, secret) ?? refuse(c, "Error_Client_Invalid", id),
  };
}
