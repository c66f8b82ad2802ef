import { InvalidArgumentError } from "commander";

/** Parses an option's value as a positive number. */
export function positiveNumber(text: string): number {
  const value = Number(text.replaceAll("_", ""));
  if (!(value > 0 && Number.isFinite(value))) throw new InvalidArgumentError("A positive number is needed.");
  return value;
}

/** Parses an option's value as a count of 1 or more. */
export function count(text: string): number {
  const value = positiveNumber(text);
  if (!Number.isInteger(value)) throw new InvalidArgumentError("A whole number is needed.");
  return value;
}

/** Parses an option's value as counts between commas, such as `400,2000,5000`. */
export function counts(text: string): number[] {
  return text.split(",").map(count);
}
