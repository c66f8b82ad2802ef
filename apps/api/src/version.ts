import { type ExpectedVersions, formatTag, parseIfMatch } from "@rewards/domain";
import type { ApiContext } from "./context.ts";

/**
 * The versions that an action's `If-Match` names; undefined where it has none, or any will do. The header given twice,
 * which Node hands over joined by ", ", is a list.
 * @throws AppError 412 where it is malformed.
 */
export function readExpected(c: ApiContext): ExpectedVersions {
  const header = c.env.incoming.headers["if-match"];
  return header === undefined ? undefined : parseIfMatch(header);
}

/** The header that tells a record's version; none where it is not known. */
export function versionHeader(version: number | null): Record<string, string> {
  return version === null ? {} : { etag: formatTag(version) };
}
