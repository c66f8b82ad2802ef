import { isPasswordOf } from "@rewards/db";
import { createGate } from "@rewards/runtime";
import { PageError } from "../page/page.error.ts";

/** A check takes 128 MiB and a core for some tenths of a second: one runs at a time, and few wait. */
const checksMax = 9;
const retryAfter = { "retry-after": "5" };

/**
 * Checks passwords one after the other.
 * @returns a check that throws PageError 503 if too many wait.
 */
export function createPasswordCheck(isRight = isPasswordOf): typeof isPasswordOf {
  const overload = () =>
    new PageError(503, "Too many people log in at this moment.", "Wait some seconds and try again.", retryAfter);
  const gate = createGate(checksMax, overload);
  let last: Promise<unknown> = Promise.resolve();
  return (hash, password) =>
    gate(() => {
      const check = last.then(() => isRight(hash, password));
      last = check.catch(() => undefined);
      return check;
    });
}
