import { InputError } from "../page/page.error.ts";
import type { FormField } from "./form.tsx";

/**
 * The `content` that the form's fields make. Empty ones are left out, or sent empty where that clears them.
 * @throws InputError if a number or JSON is malformed.
 */
export function contentOf(
  fields: readonly FormField[],
  input: URLSearchParams,
  clears: boolean,
): Record<string, unknown> {
  const content: Record<string, unknown> = {};
  for (const field of fields) {
    const typed = typedIn(field, input);
    if (typed === "" && !clears && !field.composite) continue;
    const path = field.name.split(".");
    const last = path.pop() as string;
    let page = content;
    for (const step of path) {
      const inner = (page[step] ?? {}) as Record<string, unknown>;
      page[step] = inner;
      page = inner;
    }
    page[last] = field.composite ? field.composite.read(input) : readField(field, typed);
  }
  return content;
}

/** @throws InputError if a code must begin the text, and none does. */
function typedIn({ name, label, codes }: FormField, input: URLSearchParams): string {
  const typed = (input.get(name) ?? "").trim();
  if (!codes) return typed;
  const code = input.get(`${name}.code`) ?? "";
  if (!codes.includes(code)) throw new InputError(`${label}: choose one of the list.`);
  return typed === "" ? code : `${code}: ${typed}`;
}

function readField({ label, type }: FormField, typed: string): unknown {
  if (type === "boolean") return typed === "" ? undefined : typed === "yes";
  if (type === "timestamp" && typed !== "") return /[Zz]|[+-]\d\d:?\d\d$/.test(typed) ? typed : `${typed}Z`;
  if (type === "list") return typed.split(/[\n,;]+/).flatMap((line) => line.trim() || []);
  if (type === "amount" || type === "integer") return typed === "" ? undefined : numberOf(label, typed);
  if (type !== "json" || typed === "") return typed;
  try {
    return JSON.parse(typed);
  } catch {
    throw new InputError(`${label}: this is no JSON.`);
  }
}

/** No separators: a comma is a thousand here and a fraction there. The API takes at most 15 digits, which JSON keeps. */
function numberOf(label: string, typed: string): number {
  if (!/^[+-]?\d{1,15}(?:\.\d+)?$/.test(typed))
    throw new InputError(`${label}: write a number such as 1200 or 12.5, without other separators.`);
  return Number(typed);
}
