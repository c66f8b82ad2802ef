import fc from "fast-check";

/**
 * Marks replace values that are known only when a request is sent, such as the key of an existing record. They are text
 * with private-use characters, so that schemas, shrinking and printing treat them like any text.
 */
const mark = (kind: "fresh" | "key" | "id", text: string) => `\ue000${kind} ${text}\ue001`;
export const markPattern = /\ue000(\w+) ([^\ue001]*)\ue001/gu;

/** A fresh key that begins with this text. */
export const freshMark = (text: string) => mark("fresh", text.replaceAll(/[\ue000\ue001]/gu, ""));
/** Stands for the fresh ID of a rule, which has none of a mark's characters. */
export const freshRuleId = "FRESH-RULE-ID";
/** Small, so that requests hit the same records. */
const recordIndex = fc.nat(40);
/** The business key of a record of this class. */
export const keyMark = (className: string) => recordIndex.map((index) => mark("key", `${className} ${index}`));
/** The ID of a record of this class. */
export const idMark = (className: string) => recordIndex.map((index) => mark("id", `${className} ${index}`));
