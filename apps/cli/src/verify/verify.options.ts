import type { NotedHeads } from "@rewards/db";
import { InvalidArgumentError } from "commander";

const pattern = /^(\d{4}-\d{2}-\d{2})=([0-9a-f]{64})$/i;

/** Adds `2026-05-04=<hex>` to the heads that were noted, as commander collects an option that may be given again. */
export function noteHead(text: string, noted: NotedHeads): NotedHeads {
  const [, day = "", hex = ""] = pattern.exec(text) ?? [];
  if (!isDay(day)) throw new InvalidArgumentError("A day and 64 hexadecimal digits, such as 2026-05-04=0a1b…");
  if (noted.has(day)) throw new InvalidArgumentError(`The head of ${day} is given twice.`);
  return new Map([...noted, [day, hex.toLowerCase()]]);
}

function isDay(day: string): boolean {
  const at = new Date(day);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
}
