import { AppError } from "./error.ts";

/** A record's public ID, of any class. */
export const idPattern = /^([A-Z]{2,8})-([0-9a-f]{32})$/;

/** A record's public ID: its class's prefix and its UUID without hyphens. Opaque to callers. */
export function formatId(prefix: string, uuid: string): string {
  return `${prefix}-${uuid.slice(0, 8)}${uuid.slice(9, 13)}${uuid.slice(14, 18)}${uuid.slice(19, 23)}${uuid.slice(24)}`;
}

export function parseId(id: string): { prefix: string; uuid: string } | undefined {
  const [, prefix, hex] = idPattern.exec(id) ?? [];
  if (prefix === undefined || hex === undefined) return undefined;
  const uuid = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  return { prefix, uuid };
}

const nilUuid = "00000000-0000-0000-0000-000000000000";

/** The UUID of an ID of a class, and one that nothing has of any other: whether a caller may read it goes by the prefix. */
export function uuidWithPrefix(idPrefix: string, id: string): string {
  const parsed = parseId(id);
  return parsed?.prefix === idPrefix ? parsed.uuid : nilUuid;
}

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

/** The places of values in a response's body. A definition lists exactly the paths of its call's response. */
export type ShapePath =
  | "data.objectInfo.status"
  | "data.objectInfo.ID"
  | "data.objectInfo.content"
  | "data.ID"
  | "data.confirmationNote"
  | "ID"
  | "confirmationNote";

export interface Outcome {
  readonly id: string;
  readonly status: string;
  readonly confirmationNote: string;
  readonly content?: Record<string, unknown>;
}

/** A value of the outcome, and the pages of the body that contain it. */
interface Place {
  readonly pages: readonly string[];
  readonly name: string;
  readonly read: (outcome: Outcome) => unknown;
}

const id = (outcome: Outcome) => outcome.id;
const confirmationNote = (outcome: Outcome) => outcome.confirmationNote;
const objectInfo = ["data", "objectInfo"];

const places: Record<ShapePath, Place> = {
  "data.objectInfo.status": { pages: objectInfo, name: "status", read: (outcome) => outcome.status },
  "data.objectInfo.ID": { pages: objectInfo, name: "ID", read: id },
  "data.objectInfo.content": { pages: objectInfo, name: "content", read: (outcome) => outcome.content },
  "data.ID": { pages: ["data"], name: "ID", read: id },
  "data.confirmationNote": { pages: ["data"], name: "confirmationNote", read: confirmationNote },
  ID: { pages: [], name: "ID", read: id },
  confirmationNote: { pages: [], name: "confirmationNote", read: confirmationNote },
};

/** Builds a response's body with the paths of its shape, and no other key. */
export function shapeAnswer(shape: readonly ShapePath[], outcome: Outcome): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const path of shape) {
    const { pages, name, read } = places[path];
    let page = body;
    for (const step of pages) {
      page[step] ??= {};
      page = page[step] as Record<string, unknown>;
    }
    page[name] = read(outcome);
  }
  return body;
}
