import { timingSafeEqual } from "node:crypto";
import { hashSecret } from "@rewards/access";
import {
  AppError,
  consoleKeyPrefix,
  type ErrorCode,
  everyRight,
  isClientId,
  parseClientKey,
  unlimited,
  unnamedActor,
} from "@rewards/domain";
import { createThrottle, type Refusal, type Throttle } from "@rewards/runtime";
import { type ApiContext, type Authenticate, type Caller, networkOfRequest, strangerOf } from "../call.ts";
import { type Clients, isSecretOf, type KnownClient } from "./clients.ts";
import type { ConsoleCallers } from "./console.callers.ts";
import type { LogUse } from "./credentials.ts";
import { createProofs } from "./proofs.ts";
import type { CheckedToken } from "./token.own.ts";
import type { Tokens } from "./tokens.ts";

const bearer = /^Bearer +(\S+)$/i;

/** The key or token in the header `Authorization`; empty if the header is absent or has another form. */
const bearerOf = (authorization: string | undefined) => bearer.exec(authorization ?? "")?.[1] ?? "";

export interface AuthenticatorDeps {
  readonly clients: Pick<Clients, "find">;
  readonly tokens: Pick<Tokens, "check">;
  readonly consoleCallers: Pick<ConsoleCallers, "find">;
  /** Reads what has changed of the clients, a few times a second at most. */
  readonly lookAgain: () => Promise<void>;
  /** Reports wrong credentials. */
  readonly reportWrong: (refusal: Refusal) => void;
  readonly logUse: LogUse;
}

export interface Authenticator {
  /** @throws AppError 401, 429, or 503 before the clients are loaded. */
  readonly authenticate: Authenticate;
  /** The client that asks for a token. @throws AppError 401, 429, or 503 before the clients are loaded. */
  readonly identify: (c: ApiContext, id: string, secret: string) => Promise<KnownClient>;
}

/**
 * Hono's `bearerAuth` awaits every check, and does not slow down guessing.
 *
 * Admits calls with a client's own key or an access token. A network that has sent too many wrong credentials gets 429
 * for further wrong ones. A right one always passes, because tills of a shop share an address: one wrong till must not
 * stop the others. A client may be newer than the last look at Postgres, so none is wrong before another look.
 */
export function createAuthenticator(deps: AuthenticatorDeps): Authenticator {
  const { clients, tokens, lookAgain, logUse } = deps;
  const refuse: Refuse = createRefusal(deps.reportWrong);
  const proofs = createProofs();

  function callerOf(token: CheckedToken | undefined, c: ApiContext, header: string): Caller {
    if (!token) return refuse(c, "Error_Credential_Invalid");
    const caller = token.callerNow();
    // A token that has ended is not an attempt.
    if (!caller) throw new AppError("Error_Credential_Invalid");
    if (token.isOwn) proofs.keep(c, header, token.callerNow);
    logUse(c, token.isOwn ? "token" : "outside token", caller.user);
    return caller;
  }

  const lookUp = async (id: string, secret: string) => {
    await lookAgain();
    return clientOf(clients, id, secret);
  };

  return {
    authenticate(c) {
      const { authorization } = c.env.incoming.headers;
      // A call without a credential is not an attempt.
      if (authorization === undefined) throw new AppError("Error_Credential_Invalid");
      const proven = proofs.callerOf(c, authorization);
      if (proven) return proven;
      const given = bearerOf(authorization);
      const key = parseClientKey(given);
      if (key) {
        const admit = (one: KnownClient | undefined) =>
          callerOfKey(deps, proofs, one ?? refuse(c, "Error_Credential_Invalid", key.id), c, authorization);
        const client = clientOf(clients, key.id, key.secret);
        return client ? admit(client) : lookUp(key.id, key.secret).then(admit);
      }
      if (given.startsWith(consoleKeyPrefix)) return callerOfConsole(deps, refuse, c, given);
      const token = tokens.check(given);
      const admit = (checked: CheckedToken | undefined) => callerOf(checked, c, authorization);
      // The client, or the secret, of an own token may be new.
      const admitKnown = (checked: CheckedToken | undefined) =>
        checked?.isOwn && !checked.callerNow() ? lookAgain().then(() => admit(checked)) : admit(checked);
      return token instanceof Promise ? token.then(admitKnown) : admitKnown(token);
    },
    identify: async (c, id, secret) =>
      clientOf(clients, id, secret) ?? (await lookUp(id, secret)) ?? refuse(c, "Error_Client_Invalid", id),
  };
}

function callerOfKey(
  { clients, logUse }: AuthenticatorDeps,
  proofs: ReturnType<typeof createProofs>,
  client: KnownClient,
  c: ApiContext,
  header: string,
): Caller {
  const { id } = client;
  // Each change makes a new object of every client. An earlier secret ends with its time, which each call must check.
  const callerNow = () => (clients.find(id) === client ? client.caller : undefined);
  if (client.earlierHash === null) proofs.keep(c, header, callerNow);
  logUse(c, "key", id);
  return client.caller;
}

/** The console's call for a user comes just after it stored the key. */
async function callerOfConsole(
  { consoleCallers, lookAgain, logUse }: AuthenticatorDeps,
  refuse: Refuse,
  c: ApiContext,
  key: string,
): Promise<Caller> {
  if (!consoleCallers.find(key)) await lookAgain();
  const caller = consoleCallers.find(key) ?? refuse(c, "Error_Credential_Invalid");
  logUse(c, "console", caller.user);
  return caller;
}

type Refuse = (c: ApiContext, code: ErrorCode, id?: string) => never;

/** @param reportWrong not called for a network that has sent too many. */
function createRefusal(reportWrong: AuthenticatorDeps["reportWrong"]): Refuse {
  const throttle = createGuessThrottle();
  return (c, code, id) => {
    const network = networkOfRequest(c.env.incoming);
    if (throttle.isShut(network)) throw new AppError("Error_Credential_Throttled");
    throttle.count(network);
    reportWrong({ ...strangerOf(c), ...(id !== undefined && isClientId(id) && { detail: { client: id } }) });
    throw new AppError(code);
  };
}

/** Undefined if the client is unknown or the secret is another one. */
function clientOf(clients: AuthenticatorDeps["clients"], id: string, secret: string): KnownClient | undefined {
  const client = clients.find(id);
  return client && isSecretOf(client, secret) ? client : undefined;
}

/** Whoever has the operator token. They name themselves in `X-Operator`. */
const operator: Caller = { user: unnamedActor, rights: everyRight, scope: unlimited, isNamed: false };

/**
 * Admits calls with the operator token or, if clients have credentials, of a client. It runs before anything else in
 * the request is read. The comparison takes constant time. A network that has sent too many wrong credentials here
 * waits, whatever it sends.
 * @throws AppError 401 or 429, or 503 before the clients are loaded.
 */
export function createOperatorGuard(
  token: string | undefined,
  authenticate: Authenticate | undefined,
  reportWrong: (refusal: Refusal) => void,
  logUse: LogUse,
): Authenticate {
  const expected = token === undefined ? undefined : hashSecret(token);
  const throttle = createGuessThrottle();
  return async (c) => {
    const network = networkOfRequest(c.env.incoming);
    if (throttle.isShut(network)) throw new AppError("Error_Credential_Throttled");
    const given = bearerOf(c.req.header("authorization"));
    if (expected && timingSafeEqual(hashSecret(given), expected)) {
      logUse(c, "operator token", operator.user);
      return operator;
    }
    try {
      return authenticate ? await authenticate(c) : refuse();
    } catch (error) {
      // A call without a token is not an attempt. A wrong key of a client may be a guess of the token.
      if (given !== "" && isRefusal(error)) {
        throttle.count(network);
        // The authenticator has reported it already.
        if (!authenticate) reportWrong(strangerOf(c));
      }
      throw error;
    }
  };
}

function refuse(): never {
  throw new AppError("Error_Credential_Invalid");
}

/** Not a fault, such as clients that are not loaded yet. */
const isRefusal = (error: unknown) => error instanceof AppError && error.status < 500;

/** Wrong credentials that one network may send at once, and how long until one of them is forgotten. */
const attemptsMax = 10;
export const forgottenEveryMs = 6_000;

/** Slows down guessing of credentials, per network. */
const createGuessThrottle = (): Throttle => createThrottle({ attemptsMax, forgottenEveryMs });
