import { fitsLength, isText, parseId, stringLengthMax } from "@rewards/domain";

const upperIds = /^([a-z]{2,8})-([0-9a-f]{32})$/i;
const uuids = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const requestIds = /^[A-Za-z0-9._-]{1,64}$/;
export const businessIds = /^([a-z]{2,8})-(\d{1,18})$/i;

/** The UUID in an ID of this class, or a bare UUID, which may be that of a record of any class. */
export const uuidFormOf = (prefix: string) => (text: string) => {
  if (uuids.test(text)) return text.toLowerCase();
  const [, given = "", hex = ""] = upperIds.exec(text) ?? [];
  const id = parseId(`${given.toUpperCase()}-${hex.toLowerCase()}`);
  return id?.prefix === prefix ? id.uuid : undefined;
};

/** Whether a text can be a key at all. */
export const isKey = (text: string): boolean => text !== "" && isText(text) && fitsLength(text, stringLengthMax);

/** A key as it was typed, and in capitals: most keys have those, and nobody types them at a desk. */
export const keyForms = (typed: string): string[] => [...new Set([typed, typed.toUpperCase()])].filter(isKey);

/** The index of names knows parts of three characters. */
export const namePartMin = 3;

/** `Ada King` for `King, Ada` and `King Ada`; undefined for one word. */
export function surnameLast(text: string): string | undefined {
  const [surname, ...others] = text.split(/[\s,]+/).filter(Boolean);
  return others.length === 0 ? undefined : [...others, surname].join(" ");
}

/** Digits as they are stored: people write `+49 170 000`. */
export const phoneFormOf = (text: string) => {
  const digits = text.replace(/[\s+()./-]/g, "");
  return /^\d{5,}$/.test(digits) ? digits : undefined;
};
