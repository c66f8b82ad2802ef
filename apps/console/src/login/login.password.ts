import { hashPassword, isPasswordOf } from "@rewards/access";
import { createGate } from "@rewards/runtime";
import { PageError } from "../page/page.error.ts";

/** A check takes 128 MiB and a core for some tenths of a second: one runs at a time, and few wait. */
const checksMax = 9;
const retryAfter = { "retry-after": "5" };

/** Both throw PageError 503 if too many wait. */
export interface Passwords {
  readonly isRight: typeof isPasswordOf;
  readonly hash: (password: string) => Promise<string>;
}

/**
 * Checks and hashes passwords one after the other.
 * @param cost see hashPassword.
 */
export function createPasswords(cost?: number, isRight = isPasswordOf): Passwords {
  const overload = () =>
    new PageError(503, "Too many people log in at this moment.", "Wait some seconds and try again.", retryAfter);
  const gate = createGate(checksMax, overload);
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(work: () => Promise<Result>) =>
    gate(() => {
      const done = last.then(work);
      last = done.catch(() => undefined);
      return done;
    });
  return {
    isRight: (hash, password) => inTurn(() => isRight(hash, password)),
    hash: (password) => inTurn(() => hashPassword(password, cost)),
  };
}
