import type { IdempotencyClaim } from "@rewards/db";
import {
  type ActionDefinition,
  AppError,
  callerUser,
  formatId,
  hashContent,
  type ObjectDefinition,
} from "@rewards/domain";
import { type ApiContext, apiRoot } from "./context.ts";

const header = "idempotency-key";
const keyLengthMax = 255;
/** Visible ASCII. No space: so a header that is given twice, which Node hands over joined by ", ", is refused too. */
const keyPattern = new RegExp(`^[!-~]{1,${keyLengthMax}}$`);

/** What a call does, and its `content` as it was parsed and as it was sent. */
interface Operation {
  /** The class that a create names, or the action. */
  readonly subject: string;
  /** The operation's path in its one form, see createPath and actionPath. */
  readonly path: string;
  readonly parsed: unknown;
  readonly sent: unknown;
}

/**
 * The claim of a create's or an action's `Idempotency-Key`, undefined where it has none. The key counts for its caller and
 * operation, whichever of its paths the request has: behind an `{ObjectPath}`, without one, at the further root.
 * @throws AppError 400 where the header is empty, too long, given twice or not of visible ASCII.
 */
export function readClaim(c: ApiContext, { subject, path, parsed, sent }: Operation): IdempotencyClaim | undefined {
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
  const { method, path: sentPath } = c.req;
  const earlierPath = sentPath === path ? undefined : sentPath;
  return { caller: callerUser, method, path, earlierPath, key, contentHash: hashContent(subject, parsed, sent) };
}

/** The form of a create's path that its key counts under: behind the `{ObjectPath}`. */
export function createPath({ path }: ObjectDefinition): string {
  return `/${path}${apiRoot}/objects`;
}

/** The form of an action's path that its key counts under: without an `{ObjectPath}`. */
export function actionPath({ idPrefix }: ObjectDefinition, uuid: string, { name }: ActionDefinition): string {
  return `${apiRoot}/objects/${formatId(idPrefix, uuid)}/actions/${name}`;
}
