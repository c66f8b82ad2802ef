import type { IdempotencyClaim } from "@rewards/db";
import { type ActionDefinition, AppError, formatId, hashContent, type ObjectDefinition } from "@rewards/domain";
import { type ApiContext, apiRoot } from "./context.ts";

const header = "idempotency-key";
const keyLengthMax = 255;
/** Visible ASCII without spaces. Node joins a header sent twice with ", ", so that is refused too. */
const keyPattern = new RegExp(`^[!-~]{1,${keyLengthMax}}$`);

/** What a call does, and its `content` as parsed and as sent. */
interface Operation {
  /** The class of a create, or the name of the action. */
  readonly subject: string;
  /** The operation's canonical path; see createPath and actionPath. */
  readonly path: string;
  readonly parsed: unknown;
  readonly sent: unknown;
}

/**
 * The claim of a create's or an action's `Idempotency-Key`; undefined without one. The key is scoped to its caller and
 * operation, whichever path the request uses: behind an `{ObjectPath}`, without one, or at the additional root.
 * @throws AppError 400 if the header is empty, too long, sent twice or not visible ASCII.
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
  const { user: caller } = c.env.caller;
  return { caller, method: c.req.method, path, key, contentHash: hashContent(subject, parsed, sent) };
}

/** The canonical path of a create, which scopes its key: behind the `{ObjectPath}`. */
export function createPath({ path }: ObjectDefinition): string {
  return `/${path}${apiRoot}/objects`;
}

/** The canonical path of an action, which scopes its key: without an `{ObjectPath}`. */
export function actionPath({ idPrefix }: ObjectDefinition, uuid: string, { name }: ActionDefinition): string {
  return `${apiRoot}/objects/${formatId(idPrefix, uuid)}/actions/${name}`;
}
