import type { IdempotencyClaim } from "@rewards/db";
import { AppError, callerUser, hashContent } from "@rewards/domain";
import type { ApiContext } from "./context.ts";

const header = "idempotency-key";
const keyLengthMax = 255;
/** Visible ASCII. No space: so a header that is given twice, which Node hands over joined by ", ", is refused too. */
const keyPattern = new RegExp(`^[!-~]{1,${keyLengthMax}}$`);

/** What a call does (the class that a create names, the action), and its `content` as it was parsed and as it was sent. */
interface Subject {
  readonly subject: string;
  readonly parsed: unknown;
  readonly sent: unknown;
}

/**
 * The claim of a create's or an action's `Idempotency-Key`, undefined where it has none. The key counts for its caller,
 * method and path, the path without its query and with needless percent-encoding undone.
 * @throws AppError 400 where the header is empty, too long, given twice or not of visible ASCII.
 */
export function readClaim(c: ApiContext, { subject, parsed, sent }: Subject): IdempotencyClaim | undefined {
  const key = c.env.incoming.headers[header];
  if (key === undefined) return undefined;
  if (typeof key !== "string" || !keyPattern.test(key))
    throw new AppError("Error_Header_Malformed", [
      {
        code: "Error_Header_Malformed",
        identifier: "Idempotency-Key",
        text: `Idempotency-Key: 1 to ${keyLengthMax} visible ASCII characters, given once.`,
      },
    ]);
  const { method, path } = c.req;
  return { caller: callerUser, method, path, key, contentHash: hashContent(subject, parsed, sent) };
}
