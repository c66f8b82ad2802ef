import { timingSafeEqual } from "node:crypto";
import { hashSecret } from "@rewards/access";
import { AppError, everyRight, unlimited, unnamedActor } from "@rewards/domain";
import type { Refusal } from "@rewards/runtime";
import { strangerOf } from "./author.ts";
import { networkOfRequest } from "./connections/address.ts";
import { type Authenticate, bearerOf } from "./credentials/authenticate.ts";
import type { Caller } from "./credentials/caller.ts";
import { createGuessThrottle } from "./credentials/guess.throttle.ts";
import type { LogUse } from "./credentials/use.log.ts";

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
