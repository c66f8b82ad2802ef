import type { ContentField } from "@rewards/domain";
import { InputError } from "../page/page.error.ts";

/** A field of a form, which shows a field of a `content`. */
export interface FormField extends ContentField {
  readonly label: string;
  /** What may be chosen; anything may be typed without. */
  readonly choices?: readonly string[] | undefined;
  /** Offered while typing. */
  readonly suggestions?: readonly string[] | undefined;
  /** A text of several lines. */
  readonly isLong?: boolean | undefined;
}

/** `FullName` as people write it: `Full name`. Keys and IDs keep their names. */
export function labelOf(name: string): string {
  const words = name
    .replace(/^.*\./, "")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .replace(/ ID$/, " ID");
  return words.charAt(0) + words.slice(1).replace(/\b[A-Z][a-z]/g, (start) => start.toLowerCase());
}

interface FieldsProps {
  readonly fields: readonly FormField[];
  /** What each shows. */
  readonly shown: (field: FormField) => string;
}

export const FormFields = ({ fields, shown }: FieldsProps) =>
  fields.map((field) => (
    <div class="field">
      <label for={field.name}>
        {field.label}
        {!field.required && <span class="optional"> (optional)</span>}
      </label>
      <Control field={field} value={shown(field)} />
      {field.suggestions && (
        <datalist id={`${field.name}-suggestions`}>
          {field.suggestions.map((one) => (
            <option value={one} />
          ))}
        </datalist>
      )}
      {field.doc.text !== "" && (
        <p class="note" id={`${field.name}-note`}>
          {field.doc.text}
        </p>
      )}
    </div>
  ));

const Control = ({ field, value }: { readonly field: FormField; readonly value: string }) => {
  const { name, type, required, doc, choices, suggestions, lengthMax, isLong } = field;
  const shared = { id: name, name, required, ...(doc.text !== "" && { "aria-describedby": `${name}-note` }) };
  const options = choices ?? (type === "boolean" ? ["yes", "no"] : undefined);
  if (options)
    return (
      <select {...shared}>
        {!required && <option value="">–</option>}
        {options.map((option) => (
          <option value={option} selected={option === value}>
            {option}
          </option>
        ))}
      </select>
    );
  if (isLong || type === "list" || type === "json")
    return (
      <textarea {...shared} rows={type === "json" ? 12 : 4} spellcheck={type === "text"}>
        {value}
      </textarea>
    );
  const kind = { date: "date", timestamp: "datetime-local" }[type as string] ?? "text";
  const isNumber = type === "amount" || type === "integer";
  return (
    <input
      {...shared}
      type={kind}
      value={value}
      autocomplete="off"
      {...(kind === "text" && { maxlength: lengthMax ?? textLengthMax })}
      {...(isNumber && { inputmode: "decimal" })}
      {...(suggestions && { list: `${name}-suggestions` })}
      {...(kind === "text" && isExample(doc.example) && { placeholder: String(doc.example) })}
    />
  );
};

const textLengthMax = 255;
const isExample = (example: unknown) => typeof example === "string" || typeof example === "number";

/** A stored value as its control shows it. */
export function shownIn({ type }: Pick<FormField, "type">, value: unknown): string {
  if (value === null || value === undefined) return "";
  if (type === "timestamp") return String(value).slice(0, 16);
  if (type === "boolean") return value ? "yes" : "no";
  return typeof value === "object" ? JSON.stringify(value, undefined, 2) : String(value);
}

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
    const typed = (input.get(field.name) ?? "").trim();
    if (typed === "" && !clears) continue;
    const path = field.name.split(".");
    const last = path.pop() as string;
    let page = content;
    for (const step of path) {
      const inner = (page[step] ?? {}) as Record<string, unknown>;
      page[step] = inner;
      page = inner;
    }
    page[last] = readField(field, typed);
  }
  return content;
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
