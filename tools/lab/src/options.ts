import { InvalidArgumentError } from "commander";

/** Parses an option's value as a positive number. */
export function positiveNumber(text: string): number {
  const value = Number(text.replaceAll("_", ""));
  if (!(value > 0 && Number.isFinite(value))) throw new InvalidArgumentError("A positive number is needed.");
  return value;
}

/** Parses an option's value as a whole number between two inclusive bounds. */
export function wholeNumber(min: number, max: number) {
  return (text: string): number => {
    const digits = text.replaceAll("_", "");
    const value = Number(digits);
    if (/^\d+$/.test(digits) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`A whole number from ${min} to ${max} is needed.`);
  };
}

/** Parses an option's value as a count of 1 or more. */
const count = wholeNumber(1, 1_000_000_000);

/** Parses an option's value as comma-separated counts, such as `400,2000,5000`. */
export function counts(text: string): number[] {
  return text.split(",").map(count);
}
