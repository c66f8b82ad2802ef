import type { z } from "zod";
import type { ErrorCode } from "./error.table.ts";
import { AppError, type ErrorDetail } from "./error.ts";

const codeOfIssue: Partial<Record<z.core.$ZodIssue["code"], ErrorCode>> = {
  invalid_type: "Error_Field_Type",
  too_big: "Error_Field_Length",
  too_small: "Error_Field_Required",
  invalid_format: "Error_Field_Format",
};

/** The names of the JSON types in the text after "must be". */
const wantedTypes: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  boolean: "true or false",
  object: "an object",
  array: "an array",
};

/** The text after "must be" for an issue of zod's own. A schema with a more exact text supplies it itself. */
function wantedText(issue: z.core.$ZodRawIssue): string | undefined {
  return issue.code === "invalid_type" ? wantedTypes[issue.expected] : undefined;
}

/**
 * Like the schema's own safeParse, but each issue's message says what is wanted. With these texts zod takes half as
 * long again, so only refused input is parsed with them.
 */
export function parseWanted<T>(schema: z.ZodType<T>, input: unknown): z.ZodSafeParseResult<T> {
  const parsed = schema.safeParse(input);
  return parsed.success ? parsed : schema.safeParse(input, wantedTexts);
}

const wantedTexts = { error: wantedText };

/**
 * Parses `content` against a schema.
 * @throws AppError 422 with one detail for each field that is missing or wrong, all of them at once.
 */
export function parseContent<T>(schema: z.ZodType<T>, content: unknown): T {
  const parsed = parseWanted(schema, content);
  if (parsed.success) return parsed.data;
  const details = fieldDetails(parsed.error.issues, content);
  throw new AppError(details[0]?.code ?? "Error_Field_Type", details);
}

type FieldDetail = ErrorDetail & { page: string; identifier: string };

/** One detail for each field: that of its first issue. `whole` is the name of the input. */
export function fieldDetails(issues: readonly z.core.$ZodIssue[], input: unknown, whole = "content"): FieldDetail[] {
  const byField = new Map<string, FieldDetail>();
  for (const issue of issues) {
    const detail = fieldDetail(issue, input, whole);
    const field = `${detail.page}${detail.identifier}`;
    if (!byField.has(field)) byField.set(field, detail);
  }
  return [...byField.values()];
}

/** The code, text and place of one issue of parseWanted. Indexes in a page are 1-based, as in `.SaleItems(1)`. */
function fieldDetail(issue: z.core.$ZodIssue, input: unknown, whole: string): FieldDetail {
  const steps = issue.path.map((step) => (typeof step === "number" ? `(${step + 1})` : `.${String(step)}`));
  const lastName = steps.findLastIndex((step) => step.startsWith("."));
  const identifier = steps.slice(Math.max(lastName, 0)).join("");
  const page = steps.slice(0, Math.max(lastName, 0)).join("");
  const name = identifier.replace(/^\./, "") || whole;
  return { ...refusalOf(issue, name, valueAt(input, issue.path)), page, identifier };
}

/** A text with names that the caller gave may have any length. */
const ownTextMax = 255;

/** The code of one issue of parseWanted, and the text that says what the value `name` must be. */
export function refusalOf(issue: z.core.$ZodIssue, name: string, value: unknown): { code: ErrorCode; text: string } {
  const { code: kind, message } = issue;
  if (kind === "custom" && issue.params) return ownRefusal(issue.params as { code: ErrorCode; text: string }, name);
  if (kind === "unrecognized_keys" || kind === "custom")
    return { code: "Error_Field_Range", text: `${name}: ${message.slice(0, ownTextMax).toWellFormed()}.` };
  const code = codeOfIssue[kind] ?? "Error_Field_Type";
  if (kind !== "invalid_type") return { code, text: `${name} must be ${message}.` };
  if (value === undefined || value === null) return ownRefusal({ code: "Error_Field_Required", text: "" }, name);
  // A number was wanted and given: it is too large for JavaScript, or has more digits than JavaScript keeps.
  if (typeof value === "number" && issue.expected === "number")
    return ownRefusal({ code: "Error_Field_Range", text: message.replace(/\.?$/, ".") }, name);
  return { code, text: `${name} must be ${message}, not ${givenType(value)}.` };
}

function ownRefusal(
  { code, text }: { code: ErrorCode; text: string },
  name: string,
): { code: ErrorCode; text: string } {
  return { code, text: code === "Error_Field_Required" ? `${name} is required.` : `${name}: ${text}` };
}

function givenType(value: unknown): string {
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

export function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const step of path) value = value == null ? undefined : (value as Record<PropertyKey, unknown>)[step];
  return value;
}

/**
 * Parses the parameters of an address. An empty one counts as left out.
 * @throws AppError 400 with one detail for each parameter that is malformed.
 */
export function parseUrlParameters<T>(schema: z.ZodType<T>, given: Readonly<Record<string, string | undefined>>): T {
  const input = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== ""));
  const parsed = parseWanted(schema, input);
  if (parsed.success) return parsed.data;
  const code = "Error_Parameter_Type";
  throw new AppError(
    code,
    fieldDetails(parsed.error.issues, input).map((detail) => ({ ...detail, code })),
  );
}
