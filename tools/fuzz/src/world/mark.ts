import fc from "fast-check";

/**
 * Marks replace values that are known only when a request is sent, such as the key of an existing record. They are text
 * with private-use characters, so that schemas, shrinking and printing treat them like any text.
 */
const open = "\ue000";
const close = "\ue001";
const form = /\ue000(\w+) ([^\ue001]*)\ue001/gu;

/** A fresh key that begins with this text. */
export const freshMark = (text: string) => `${open}fresh ${text.replaceAll(/[\ue000\ue001]/gu, "")}${close}`;
/** Small, so that requests hit the same records. */
const recordIndex = fc.nat(40);

/** The business key of a record of this class. */
export const keyMark = (className: string) => recordIndex.map((index) => `${open}key ${className} ${index}${close}`);
/** The ID of a record of this class. */
export const idMark = (className: string) => recordIndex.map((index) => `${open}id ${className} ${index}${close}`);

export interface MarkValues {
  has(className: string): boolean;
  fresh(text: string): string;
  key(className: string, index: number): string;
  id(className: string, index: number): string;
}

export function fillText(text: string, values: MarkValues): string {
  if (!text.includes(open)) return text;
  return text.replace(form, (whole, kind: string, rest: string) => {
    if (kind === "fresh") return values.fresh(rest);
    const [className = "", index = "0"] = rest.split(" ");
    return kind === "key" || kind === "id" ? values[kind](className, Number(index)) : whole;
  });
}

/** Whether every record that the text names by its ID exists. */
export function namesKnown(text: string, values: MarkValues): boolean {
  const ids = [...text.matchAll(form)].filter(([, kind]) => kind === "id");
  return ids.every(([, , rest = ""]) => values.has(rest.split(" ")[0] ?? ""));
}

/** The JSON value with every mark replaced. */
export function fill<T>(value: T, values: MarkValues): T {
  if (value === undefined) return value;
  return JSON.parse(JSON.stringify(value), (_, part) => (typeof part === "string" ? fillText(part, values) : part));
}
