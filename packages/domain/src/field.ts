import { z } from "zod";
import {
  amountSchema,
  amountTextSchema,
  dateSchema,
  descriptionLengthMax,
  optional,
  originLengthMax,
  patternSchema,
  requiredPatternSchema,
  requiredTextSchema,
  type TextForm,
  textSchema,
  timestampSchema,
} from "./schema.ts";

/** What a field's value is: storage, rendering, comparators and documentation follow from it. */
export type FieldType =
  | "text"
  | "boolean"
  | "integer"
  | "amount"
  | "timestamp"
  | "date"
  | "page"
  | "pages"
  | "reference"
  | "references"
  | "list";

/**
 * One field of a record, the single place where it is described.
 * - `input`: the schema of the field in a create's `content`; absent where callers cannot write it.
 * - `store`: `column` (of the record's own row), `hidden` (the same, and never shown), `derived`
 *   (the database package supplies the expression) or `constant` (always `value`).
 */
export interface Field<Output = unknown, Input extends z.ZodType<Output> | undefined = z.ZodType<Output> | undefined> {
  readonly type: FieldType;
  readonly store: "column" | "hidden" | "derived" | "constant";
  readonly input: Input;
  /** The class a reference points to, or the class of an embedded page. */
  readonly class?: string;
  readonly value?: Output;
  /** Those of an embedded page. */
  readonly fields?: Fields;
  /** An input field of Edit keeps its own schema, without the default of the create. */
  readonly edit?: z.ZodType<Output | undefined>;
}

export type Fields = Readonly<Record<string, Field>>;
export type InputField<Output> = Field<Output, z.ZodType<Output>>;
export type ContentOf<F extends Fields> = {
  -readonly [K in keyof F as F[K]["input"] extends z.ZodType ? K : never]: F[K] extends InputField<infer Output>
    ? Output
    : never;
};

function input<Output>(
  type: FieldType,
  schema: z.ZodType<Output>,
  otherwise?: { value: Output },
  extra: Partial<Field> = {},
): InputField<Output> {
  const absent = otherwise === undefined ? schema : optional(schema, otherwise.value);
  return {
    ...extra,
    type,
    store: "column",
    input: absent,
    edit: schema.nullish().transform((value) => value ?? undefined),
  } as InputField<Output>;
}

/** Fields that a caller writes. */
export const requiredText = (lengthMax?: number) => input("text", requiredTextSchema(lengthMax));
export const optionalText = (lengthMax?: number, otherwise = "") =>
  input("text", textSchema(lengthMax), { value: otherwise });
export const description = () => optionalText(descriptionLengthMax);
export const origin = () => optionalText(originLengthMax, "API");
export const patternText = (form: string, accepts: TextForm) =>
  input("text", patternSchema(form, accepts), { value: "" });
export const requiredPatternText = (form: string, accepts: TextForm) =>
  input("text", requiredPatternSchema(form, accepts));
export const amountText = (...form: Parameters<typeof amountTextSchema>) =>
  input("text", amountTextSchema(...form), { value: "" });
export const requiredAmount = (...form: Parameters<typeof amountSchema>) => input("amount", amountSchema(...form));
export const flag = (otherwise: boolean) => input("boolean", z.boolean(), { value: otherwise });
export const requiredTimestamp = () => input("timestamp", timestampSchema);
export const optionalTimestamp = () => input<string | null>("timestamp", timestampSchema, { value: null });
export const optionalDate = () => input<string | null>("date", dateSchema, { value: null });

/** The schema of a page or of `content`: the fields callers write, in their order; unknown ones are dropped. */
export function contentSchema<F extends Fields>(fields: F): z.ZodType<ContentOf<F>> {
  const shape = Object.entries(fields).flatMap(([name, field]) => (field.input ? [[name, field.input] as const] : []));
  // The shape holds exactly the input fields of F, which is what ContentOf selects.
  return z.object(Object.fromEntries(shape)) as unknown as z.ZodType<ContentOf<F>>;
}

/** The schema of an Edit: the same fields, each optional and without a default; null and absent both mean unchanged. */
export function editSchema<F extends Fields>(
  fields: F,
  names: readonly (keyof F & string)[],
): z.ZodType<Partial<ContentOf<F>>> {
  const shape = names.map((name) => [name, fields[name]?.edit ?? z.never()] as const);
  return z.object(Object.fromEntries(shape)) as unknown as z.ZodType<Partial<ContentOf<F>>>;
}

/** A single embedded page; absent means all of its fields at their defaults. */
export function page<F extends Fields>(pageClass: string, fields: F): InputField<ContentOf<F>> {
  const schema = contentSchema(fields);
  const whole = schema.nullish().transform((value) => value ?? schema.parse({}));
  const edit = editSchema(fields, Object.keys(fields))
    .nullish()
    .transform((value) => value ?? undefined);
  // An edited page holds only the fields given; the writer lays them over the stored page.
  return {
    type: "page",
    store: "column",
    class: pageClass,
    fields,
    input: whole,
    edit: edit as unknown as z.ZodType<ContentOf<F> | undefined>,
  };
}

/** One to `countMax` embedded pages. */
export function pages<F extends Fields>(
  fields: F,
  countMax: number,
  check?: z.core.$ZodCheck<ContentOf<F>>,
): InputField<ContentOf<F>[]> {
  const item = check ? contentSchema(fields).check(check) : contentSchema(fields);
  // Counted before its items are looked at: a body of many bad items is answered with one detail, not with one for each.
  const error = `an array of 1 to ${countMax} items`;
  const schema = z.array(z.unknown(), { error }).min(1, error).max(countMax, error).pipe(z.array(item));
  return { type: "pages", store: "column", input: schema };
}

/** Fields that the service writes. */
type ReadOnly = Field<unknown, undefined>;
export const stored = (type: FieldType, referenceClass?: string): ReadOnly => ({
  type,
  store: "column",
  input: undefined,
  ...(referenceClass && { class: referenceClass }),
});
export const hidden = (type: FieldType): ReadOnly => ({ type, store: "hidden", input: undefined });
export const derived = (type: FieldType, referenceClass?: string): ReadOnly => ({
  type,
  store: "derived",
  input: undefined,
  ...(referenceClass && { class: referenceClass }),
});
export const constant = (type: FieldType, value: unknown): ReadOnly => ({
  type,
  store: "constant",
  input: undefined,
  value,
});
