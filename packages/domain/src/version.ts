import { AppError } from "./error.ts";

/** The version that a record is created with. */
export const firstVersion = 1;

/** A record's version as its entity tag, `w/"3"`: weak, because derived values (such as stock) change without it. */
export function formatTag(version: number): string {
  return `w/"${version}"`;
}

/** The versions in an `If-Match`, one of which the record must have; undefined if any version will do. */
export type ExpectedVersions = ReadonlySet<number> | undefined;

/** `w/"3"`, `W/"3"`, `"3"` and `3`. Versions count from 1 and have at most ten digits. */
const tagPattern = /^(?:(?:[wW]\/)?"([1-9]\d{0,9})"|([1-9]\d{0,9}))$/;
const optionalSpace = /^[ \t]+|[ \t]+$/g;

/**
 * Reads an `If-Match`. As in RFC 9110 (13.1.1), any one tag of a list is enough, empty elements are skipped, and `*`
 * must be the only element. Unlike there, a weak tag is compared like a strong one: clients send back what they
 * received.
 * @throws AppError 412 if it has another form.
 */
export function parseIfMatch(header: string): ExpectedVersions {
  const tags = header.split(",").flatMap((tag) => tag.replace(optionalSpace, "") || []);
  if (tags.length === 1 && tags[0] === "*") return undefined;
  const versions = tags.map(readTag);
  if (versions.length === 0 || versions.includes(undefined)) throw malformed();
  return new Set(versions as number[]);
}

function readTag(tag: string): number | undefined {
  const [, quoted, bare] = tagPattern.exec(tag) ?? [];
  const digits = quoted ?? bare;
  return digits === undefined ? undefined : Number(digits);
}

const identifier = "If-Match";

function malformed(): AppError {
  const text = 'If-Match: w/"N", W/"N", "N" or N, a list of them, or *.';
  return new AppError("Error_Version_Malformed", [{ code: "Error_Version_Malformed", identifier, text }]);
}

/**
 * Called under the record's lock.
 * @throws AppError 409 if the record has none of the expected versions.
 */
export function refuseStale(expected: ExpectedVersions, version: number): void {
  if (!expected || expected.has(version)) return;
  throw new AppError("Error_Version_Stale", [{ code: "Error_Version_Stale", identifier }], { version });
}
