import type { NotedHeads } from "@rewards/operations";
import { InvalidArgumentError } from "commander";

const pattern = /^(\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{3})?)?Z)?)=([0-9a-f]{64})$/;

/** Adds `2026-05-04T13:00Z=<hex>`, or `2026-05-04=<hex>` for a day, to the heads given before it: commander calls this for each. */
export function noteHead(text: string, noted: NotedHeads = new Map()): NotedHeads {
  const [, given = "", hex = ""] = pattern.exec(text.replace(/[^=]*$/, (digits) => digits.toLowerCase())) ?? [];
  const at = placeOf(given);
  if (!at)
    throw new InvalidArgumentError(
      "Expected an end or a day, and 64 hexadecimal digits, such as 2026-05-04T13:00Z=0a1b…",
    );
  if (noted.has(at)) throw new InvalidArgumentError(`The head of ${at} is given twice.`);
  return new Map([...noted, [at, hex]]);
}

/** A day unchanged, an instant with milliseconds; undefined for a date that does not exist. */
function placeOf(given: string): string | undefined {
  const at = new Date(given);
  if (Number.isNaN(at.getTime()) || !at.toISOString().startsWith(given.replace(/Z$/, ""))) return undefined;
  return given.includes("T") ? at.toISOString() : given;
}
