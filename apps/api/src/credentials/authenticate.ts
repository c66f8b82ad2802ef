import { AppError, type ErrorCode, isClientId, parseClientKey } from "@rewards/domain";
import type { Refusal } from "@rewards/runtime";
import { strangerOf } from "../author.ts";
import { networkOfRequest } from "../connections/address.ts";
import type { ApiContext } from "../context.ts";
import { anybody, type Caller } from "./caller.ts";
import { type Clients, isSecretOf, type KnownClient } from "./clients.ts";
import { createGuessThrottle } from "./guess.throttle.ts";
import { createProofs } from "./proof.ts";
import type { CheckedToken } from "./token.own.ts";
import type { Tokens } from "./tokens.ts";
import type { LogUse } from "./use.log.ts";

/** Finds who sent a call, by its headers alone. Mostly without a promise, because every call waits for it. */
export type Authenticate = (c: ApiContext) => Caller | Promise<Caller>;

const bearer = /^Bearer +(\S+)$/i;

/** The key or token in the header `Authorization`; empty if the header is absent or has another form. */
export const bearerOf = (authorization: string | undefined) => bearer.exec(authorization ?? "")?.[1] ?? "";

export interface AuthenticatorDeps {
  readonly clients: Pick<Clients, "find">;
  readonly tokens: Pick<Tokens, "check">;
  /** Reports wrong credentials. */
  readonly reportWrong: (refusal: Refusal) => void;
  readonly logUse: LogUse;
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
export function createAuthenticator({ clients, tokens, reportWrong, logUse }: AuthenticatorDeps): Authenticator {
  const throttle = createGuessThrottle();
  const proofs = createProofs();

  function refuse(c: ApiContext, code: ErrorCode, id?: string): never {
    const network = networkOfRequest(c.env.incoming);
    if (throttle.isShut(network)) throw new AppError("Error_Credential_Throttled");
    throttle.count(network);
    reportWrong({ ...strangerOf(c), ...(id !== undefined && isClientId(id) && { detail: { client: id } }) });
    throw new AppError(code);
  }

  function callerOf(token: CheckedToken | undefined, c: ApiContext, header: string): Caller {
    if (!token) return refuse(c, "Error_Credential_Invalid");
    const caller = token.callerNow();
    // A token that has ended is not an attempt.
    if (!caller) throw new AppError("Error_Credential_Invalid");
    if (token.isOwn) proofs.keep(c, header, token.callerNow);
    logUse(c, token.isOwn ? "token" : "outside token", caller.user);
    return caller;
  }

  function callerOfKey({ id, secret }: { id: string; secret: string }, c: ApiContext, header: string): Caller {
    const client = clientOf(clients, id, secret) ?? refuse(c, "Error_Credential_Invalid", id);
    // Each change makes a new object of every client. An earlier secret ends with its time, which each call must check.
    const callerNow = () => (clients.find(id) === client ? client.caller : undefined);
    if (client.earlierHash === null) proofs.keep(c, header, callerNow);
    logUse(c, "key", client.id);
    return client.caller;
  }

  return {
    authenticate(c) {
      const { authorization } = c.env.incoming.headers;
      // A call without a credential is not an attempt.
      if (authorization === undefined) throw new AppError("Error_Credential_Invalid");
      const proven = proofs.callerOf(c, authorization);
      if (proven) return proven;
      const given = bearerOf(authorization);
      const key = parseClientKey(given);
      if (key) return callerOfKey(key, c, authorization);
      const token = tokens.check(given);
      const admit = (checked: CheckedToken | undefined) => callerOf(checked, c, authorization);
      return token instanceof Promise ? token.then(admit) : admit(token);
    },
    identify: (c, id, secret) => clientOf(clients, id, secret) ?? refuse(c, "Error_Client_Invalid", id),
  };
}

/**
 * Admits everybody, while no credentials are required. A right credential has its line in the log all the same, so that
 * operators see who sends one already. Wrong ones, and a check that fails, have no effect.
 */
export function admitAnybody(authenticate: Authenticate): Authenticate {
  const look = async (c: ApiContext) => authenticate(c);
  return (c) => {
    if (c.env.incoming.headers.authorization !== undefined) look(c).catch(() => undefined);
    return anybody;
  };
}

/** Undefined if the client is unknown or the secret is another one. */
function clientOf(clients: AuthenticatorDeps["clients"], id: string, secret: string): KnownClient | undefined {
  const client = clients.find(id);
  return client && isSecretOf(client, secret) ? client : undefined;
}
