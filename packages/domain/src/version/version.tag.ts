import { AppError } from "../error.ts";

/** The version that a record is created with. */
export const firstVersion = 1;

/** A record's version as its entity tag, `w/"3"`: weak, because what a record derives (stock, say) moves without it. */
export function formatTag(version: number): string {
  return `w/"${version}"`;
}

/** The versions that an `If-Match` names, one of which the record must have; undefined where any will do. */
export type ExpectedVersions = ReadonlySet<number> | undefined;

/** `w/"3"`, `W/"3"`, `"3"` and `3`. Versions count from 1 and have at most ten digits. */
const tagPattern = /^(?:(?:[wW]\/)?"([1-9]\d{0,9})"|([1-9]\d{0,9}))$/;
const optionalSpace = /^[ \t]+|[ \t]+$/g;

/**
 * Reads an `If-Match`. As RFC 9110 (13.1.1) has it, a list of tags is met by any one of them, empty elements are passed
 * over, and `*` stands alone. Other than there a weak tag is compared like a strong one: clients send back what they got.
 * @throws AppError 412 where it is of another form.
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
 * Asked under the record's lock.
 * @throws AppError 409 where the record has none of the versions that the caller knows it by.
 */
export function refuseStale(expected: ExpectedVersions, version: number): void {
  if (!expected || expected.has(version)) return;
  throw new AppError("Error_Version_Stale", [{ code: "Error_Version_Stale", identifier }], { version });
}
