import { type ExpectedVersions, formatTag, parseIfMatch } from "@rewards/domain";
import type { ApiContext } from "./context.ts";

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
