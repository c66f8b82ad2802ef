import { createClaim, type IdempotencyClaim, type PersonalKeys } from "@rewards/db";
import {
  type ActionDefinition,
  AppError,
  comparedText,
  type ExpectedVersions,
  formatId,
  formatTag,
  type ObjectDefinition,
  parseIfMatch,
} from "@rewards/domain";
import { formatPosition, type Position, parsePosition } from "@rewards/operations";
import { type ApiContext, apiRoot } from "./call.ts";

const idempotencyHeader = "idempotency-key";
const positionHeaderName = "rewards-position";
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
  /** The keys of personal data, which hash key and content. */
  readonly keys: PersonalKeys;
}

/**
 * The claim of a create's or an action's `Idempotency-Key`; undefined without one. The key is scoped to its caller and
 * operation, whichever path the request uses: behind an `{ObjectPath}`, without one, or at the additional root.
 * @throws AppError 400 if the header is empty, too long, sent twice or not visible ASCII.
 */
export function readClaim(c: ApiContext, operation: Operation): IdempotencyClaim | undefined {
  const key = c.env.incoming.headers[idempotencyHeader];
  if (key === undefined) return undefined;
  if (typeof key !== "string" || !keyPattern.test(key))
    throw new AppError("Error_Header_Malformed", [
      {
        code: "Error_Header_Malformed",
        identifier: "Idempotency-Key",
        text: `Idempotency-Key: 1 to ${keyLengthMax} visible ASCII characters, given once.`,
      },
    ]);
  const { subject, path, parsed, sent, keys } = operation;
  const { user: caller } = c.env.caller;
  return createClaim(keys, { caller, method: c.req.method, path, key, text: comparedText(subject, parsed, sent) });
}

/** The canonical path of a create, which scopes its key: behind the `{ObjectPath}`. */
export function createPath({ path }: ObjectDefinition): string {
  return `/${path}${apiRoot}/objects`;
}

/** The canonical path of an action, which scopes its key: without an `{ObjectPath}`. */
export function actionPath({ idPrefix }: ObjectDefinition, uuid: string, { name }: ActionDefinition): string {
  return `${apiRoot}/objects/${formatId(idPrefix, uuid)}/actions/${name}`;
}

/**
 * The versions in an action's `If-Match`; undefined without one, or if any version will do. Node joins a header sent
 * twice with ", ", which makes it a list.
 * @throws AppError 412 if it is malformed.
 */
export function readExpected(c: ApiContext): ExpectedVersions {
  const header = c.env.incoming.headers["if-match"];
  return header === undefined ? undefined : parseIfMatch(header);
}

/** The header with a record's version; empty if the version is not known. */
export function versionHeader(version: number | null): Record<string, string> {
  return version === null ? {} : { etag: formatTag(version) };
}

/**
 * The position that a read must show at least; undefined without the header.
 * @throws AppError 400 if it is malformed. Node joins a header sent twice with ", ", so that is refused too.
 */
export function readSentPosition(c: ApiContext): Position | undefined {
  const given = c.env.incoming.headers[positionHeaderName];
  if (given === undefined) return undefined;
  const position = typeof given === "string" ? parsePosition(given) : undefined;
  if (position !== undefined) return position;
  throw new AppError("Error_Header_Malformed", [
    {
      code: "Error_Header_Malformed",
      identifier: "Rewards-Position",
      text: "Rewards-Position: a position as the answer to a write has it, such as 16/B374D848, given once.",
    },
  ]);
}

/** The header of the answer to a write; empty without replicas. */
export function positionHeader(position: Position | undefined): Record<string, string> {
  return position === undefined ? {} : { [positionHeaderName]: formatPosition(position) };
}
