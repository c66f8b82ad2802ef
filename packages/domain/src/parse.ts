import type { z } from "zod";
import { AppError, type ErrorCode, type ErrorDetail } from "./error.ts";

const codeOfIssue: Partial<Record<z.core.$ZodIssue["code"], ErrorCode>> = {
  invalid_type: "Error_Field_Type",
  too_big: "Error_Field_Length",
  too_small: "Error_Field_Required",
  invalid_format: "Error_Field_Format",
};

/**
 * Parses `content` against a schema.
 * @throws AppError 422 with one detail for each field that is missing or wrong, all of them at once.
 */
export function parseContent<T>(schema: z.ZodType<T>, content: unknown): T {
  const parsed = schema.safeParse(content);
  if (parsed.success) return parsed.data;
  const byField = new Map<string, ErrorDetail>();
  for (const issue of parsed.error.issues) {
    const detail = fieldDetail(issue, content);
    const field = `${detail.page}${detail.identifier}`;
    if (!byField.has(field)) byField.set(field, detail);
  }
  const details = [...byField.values()];
  throw new AppError(details[0]?.code ?? "Error_Field_Type", details);
}

/** The code, text and place of one schema issue. Indexes in a page are 1-based, as in `.SaleItems(1)`. */
export function fieldDetail(
  issue: z.core.$ZodIssue,
  input: unknown,
): ErrorDetail & { page: string; identifier: string } {
  const steps = issue.path.map((step) => (typeof step === "number" ? `(${step + 1})` : `.${String(step)}`));
  const lastName = steps.findLastIndex((step) => step.startsWith("."));
  const identifier = steps.slice(Math.max(lastName, 0)).join("");
  const page = steps.slice(0, Math.max(lastName, 0)).join("");
  const params = issue.code === "custom" ? (issue.params as { code: ErrorCode; text: string } | undefined) : undefined;
  const isMissing = issue.code === "invalid_type" && valueAt(input, issue.path) == null;
  const code = isMissing ? "Error_Field_Required" : (params?.code ?? codeOfIssue[issue.code] ?? "Error_Field_Type");
  const name = identifier.replace(/^\./, "") || "The value";
  return { code, text: fieldText(code, name, params?.text), page, identifier };
}

function fieldText(code: ErrorCode, name: string, text: string | undefined): string {
  if (code === "Error_Field_Required") return `${name} is required.`;
  if (code === "Error_Field_Type") return `${name} has the wrong type.`;
  return text === undefined ? `${name} is not valid.` : `${name}: ${text}`;
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const step of path) value = value == null ? undefined : (value as Record<PropertyKey, unknown>)[step];
  return value;
}
