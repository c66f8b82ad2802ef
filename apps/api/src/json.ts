import { AppError, isAmountNumber } from "@rewards/domain";

/**
 * The most objects and lists, and the most members of objects, in a JSON text: many times what the largest call needs.
 * Each costs the parser as much as hundreds of characters do.
 */
const containersMax = 10_000;
const membersMax = 20_000;

/** The most significant digits that an amount has. A JavaScript number always keeps this many. */
const amountDigitsMax = 15;
/** Enough significant digits to write any JavaScript number. */
const numberDigitsMax = 17;
/** A numeral and its exponent up to these lengths cannot yield a number so small that it becomes 0. */
const plainLengthMax = 100;
const plainExponentLength = 4;
const numeral = /^(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** JSON has no literal that every schema refuses, but JSON.parse turns this one into Infinity. */
const refusedNumeral = "1e999";

const char = {
  quote: 0x22,
  plus: 0x2b,
  minus: 0x2d,
  point: 0x2e,
  zero: 0x30,
  nine: 0x39,
  colon: 0x3a,
  list: 0x5b,
  backslash: 0x5c,
  exponent: 0x65,
  object: 0x7b,
} as const;

/** A JSON text before it is parsed, and how many objects and lists, and members of objects, it holds. */
export interface ScannedJson {
  readonly text: string;
  readonly containers: number;
  readonly members: number;
}

/**
 * Parses a JSON text. A number with more digits than a JavaScript number keeps becomes Infinity, which every schema
 * refuses, so that no amount is changed silently.
 * @throws AppError 400, or 413 if it holds too many objects, lists or members.
 */
export function parseJson(text: string): unknown {
  return parseScanned(scanJson(text));
}

/** @throws AppError 400, also if an object has a member twice: a proxy that has checked it may have read the other one. */
export function parseScanned({ text, members }: ScannedJson): unknown {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (cause) {
    throw new AppError("Error_Body_Malformed", undefined, { cause });
  }
  if (countMembers(parsed) === members) return parsed;
  const twice = { code: "Error_Body_Malformed", text: "An object of the body has a member twice." } as const;
  throw new AppError(twice.code, [twice]);
}

/** The members of all objects in a value. Without recursion, since lists may be nested ten thousand deep. */
function countMembers(parsed: unknown): number {
  const left: unknown[] = [];
  let members = 0;
  for (let one: unknown = parsed; one !== undefined; one = left.pop()) {
    if (typeof one !== "object" || one === null) continue;
    const values: unknown[] = Array.isArray(one) ? one : Object.values(one);
    if (values !== one) members += values.length;
    for (const value of values) if (typeof value === "object" && value !== null) left.push(value);
  }
  return members;
}

/**
 * Scans each character once. Returns the text with its lossy numerals replaced, or unchanged if it has none.
 * @throws AppError 413.
 */
export function scanJson(text: string): ScannedJson {
  let kept = "";
  let keptTo = 0;
  let containers = 0;
  let members = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === char.quote) at = endOfString(text, at);
    else if (isDigit(code)) {
      const end = endOfNumeral(text, at);
      if (losesDigits(text, at, end)) {
        kept += text.slice(keptTo, at) + refusedNumeral;
        keptTo = end;
      }
      at = end - 1;
    } else if (code === char.object || code === char.list) containers += 1;
    else if (code === char.colon) members += 1;
  }
  if (containers > containersMax || members > membersMax) throw new AppError("Error_Body_TooLarge");
  return { text: keptTo === 0 ? text : kept + text.slice(keptTo), containers, members };
}

/** The index of the closing quote of the string that begins at `at`; past the end if it has none. */
function endOfString(text: string, at: number): number {
  for (let end = at + 1; end < text.length; end += 1) {
    const code = text.charCodeAt(end);
    if (code === char.quote) return end;
    if (code === char.backslash) end += 1;
  }
  return text.length;
}

function endOfNumeral(text: string, at: number): number {
  let end = at + 1;
  while (end < text.length && isOfNumeral(text.charCodeAt(end))) end += 1;
  return end;
}

const isDigit = (code: number) => code >= char.zero && code <= char.nine;
const isExponent = (code: number) => (code | 0x20) === char.exponent;
const isOfNumeral = (code: number) =>
  isDigit(code) || code === char.point || isExponent(code) || code === char.plus || code === char.minus;

/** Ignores malformed numerals, which JSON.parse refuses, and numbers that are no amounts, which the schemas refuse. */
function losesDigits(text: string, start: number, end: number): boolean {
  let at = start;
  let digits = 0;
  let zeros = 0;
  for (; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code === char.zero) zeros += 1;
    else if (isDigit(code)) {
      // A zero is significant only between other digits.
      digits += digits === 0 ? 1 : zeros + 1;
      zeros = 0;
    } else if (code !== char.point) break;
  }
  if (digits <= amountDigitsMax && end - start <= plainLengthMax && end - at <= plainExponentLength) return false;
  const written = text.slice(start, end);
  return isAmountOfOtherDigits(Number(written), digits) && numeral.test(written);
}

function isAmountOfOtherDigits(value: number, digits: number): boolean {
  if (digits > numberDigitsMax) return true;
  return digits > amountDigitsMax ? isAmountNumber(value) : value === 0 && digits > 0;
}
