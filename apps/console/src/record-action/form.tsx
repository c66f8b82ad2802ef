import type { ContentField } from "@rewards/domain";
import type { Child } from "hono/jsx";
import type { Action, ActionCall, Question } from "../action/action.tsx";

/** How a field is shown that takes several inputs. */
export interface Composite {
  /** Makes the inputs show a value; undefined for none yet. */
  fill(value: unknown, input: URLSearchParams): void;
  show(input: URLSearchParams): Child;
  /** @throws InputError if an input is wrong. */
  read(input: URLSearchParams): unknown;
  /**
   * Does what another button of the form asks for, which saves nothing. It may change the inputs.
   * @param record reads what is stored of the record; nothing of a new one.
   * @returns what is shown above the form then; undefined if no such button was pressed.
   */
  look(call: ActionCall, record: ReadRecord): Promise<Child> | undefined;
}

export type ReadRecord = () => Promise<Readonly<Record<string, unknown>>>;

/** A field of a form, which shows a field of a `content`. */
export interface FormField extends ContentField {
  readonly label: string;
  /** What may be chosen; anything may be typed without. */
  readonly choices?: readonly string[] | undefined;
  /** Offered while typing. */
  readonly suggestions?: readonly string[] | undefined;
  /** One of these begins the text. */
  readonly codes?: readonly string[] | undefined;
  /** A text of several lines. */
  readonly isLong?: boolean | undefined;
  readonly composite?: Composite | undefined;
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
  readonly input: URLSearchParams;
}

/** What a field's text says to people: not how programs write the value, which the control does. */
const hintOf = (text: string) =>
  text
    .replace(/ ?A (?:date|timestamp) that exists, [^.]*\./, "")
    .replace(/, as a string(?=\.)/, "")
    .replaceAll("`", "");

/** The field for the code that begins a text. */
const codeField = (field: FormField, codes: readonly string[]): FormField => {
  const { codes: _, suggestions: __, ...rest } = field;
  return { ...rest, name: `${field.name}.code`, required: true, choices: codes, doc: { ...field.doc, text: "" } };
};

const withCodes = (field: FormField): FormField[] =>
  field.codes ? [codeField(field, field.codes), { ...field, label: "In words" }] : [field];

export const FormFields = ({ fields, shown, input }: FieldsProps) =>
  fields
    .flatMap(withCodes)
    .map((field) => field.composite?.show(input) ?? <Field field={field} value={shown(field)} />);

const Field = ({ field, value }: { readonly field: FormField; readonly value: string }) => (
  <div class="field">
    <label for={field.name}>
      {field.label}
      {!field.required && <span class="optional"> (optional)</span>}
    </label>
    <Control field={field} value={value} />
    {field.suggestions && (
      <datalist id={`${field.name}-suggestions`}>
        {field.suggestions.map((one) => (
          <option value={one} />
        ))}
      </datalist>
    )}
    {field.doc.text !== "" && (
      <p class="note" id={`${field.name}-note`}>
        {hintOf(field.doc.text)}
      </p>
    )}
  </div>
);

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
      {...(kind === "datetime-local" && value.length > minutesLength && { step: "0.001" })}
      {...(isNumber && { inputmode: "decimal" })}
      {...(suggestions && { list: `${name}-suggestions` })}
      {...(kind === "text" && isExample(doc.example) && { placeholder: String(doc.example) })}
    />
  );
};

const textLengthMax = 255;
const minutesLength = "2026-05-04T09:30".length;
const isExample = (example: unknown) => typeof example === "string" || typeof example === "number";

/** A stored value as its control shows it. */
export function shownIn({ type }: Pick<FormField, "type">, value: unknown): string {
  if (value === null || value === undefined) return "";
  // Without what is zero, but not without what is: an Edit stores what it shows.
  if (type === "timestamp") return String(value).replace(/(:00)?(\.000)?Z$/, "");
  if (type === "boolean") return value ? "yes" : "no";
  return typeof value === "object" ? JSON.stringify(value, undefined, 2) : String(value);
}

/** The question again, if another button of a field was pressed: below what that shows. */
export async function lookAgain(
  action: Action,
  call: ActionCall,
  fields: readonly FormField[],
  record: ReadRecord,
): Promise<Question | undefined> {
  for (const { composite } of fields) {
    const shown = await composite?.look(call, record);
    if (shown === undefined) continue;
    const { body, ...question } = await action.ask(call);
    return { ...question, body: [shown, body] };
  }
  return undefined;
}
