import { z } from "zod";
import { keySchema, optionalKeySchema } from "./key.ts";
import { clearable, clearableDateText, clearableTimestampText, dateSchema, timestampSchema } from "./schema.time.ts";
import {
  amountSchema,
  amountTextSchema,
  descriptionLengthMax,
  documented,
  type FieldDoc,
  integerSchema,
  optional,
  originLengthMax,
  patternSchema,
  rare,
  requiredPatternSchema,
  requiredTextSchema,
  type TextForm,
  textSchema,
} from "./schema.ts";

/** The type of a field's value. Storage, rendering, comparators and documentation are derived from it. */
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
  | "list"
  | "json"
  | "composed";

export type { FieldDoc };

export const exampleUuid = "01a1fe4e5130747296a822878b7abcfa";

/** An example of a reference to a record of the class, whose IDs have the prefix. */
export const exampleReference = (className: string, idPrefix: string, uuid = exampleUuid) => ({
  "@class": className,
  ID: `${idPrefix}-${uuid}`,
});

/**
 * One field of a record, described only here.
 * - `input`: the schema of the field in a create's `content`; absent if callers cannot write it.
 * - `store`: `column` (of the record's own row), `hidden` (the same, but never shown), `derived`
 *   (the database package supplies the expression) or `constant` (always `value`).
 */
export interface Field<Output = unknown, Input extends z.ZodType<Output> | undefined = z.ZodType<Output> | undefined> {
  readonly type: FieldType;
  readonly store: "column" | "hidden" | "derived" | "constant";
  readonly input: Input;
  /** Absent if the field is hidden. */
  readonly doc?: FieldDoc;
  /** The class a reference points to, or the class of an embedded page. */
  readonly class?: string;
  readonly value?: Output;
  /** Valid only with certain values of other fields: examples of whole records leave it out. */
  readonly isRare?: true;
  /** The fields of an embedded page. */
  readonly fields?: Fields;
  /** The schema of the JSON object that a composed field shows. */
  readonly shows?: z.ZodType;
  /** The fields of each page in a list of pages: queries cannot name them. */
  readonly itemFields?: Fields;
  /** It describes a person: history leaves out its values, an erasure clears it, and with keys it is encrypted. */
  readonly personal?: true;
  /** Its values are business keys: see `normaliseKey`. */
  readonly isKey?: true;
  /** The field's schema in an Edit: its own, without the default of the create. */
  readonly edit?: z.ZodType<Output | undefined>;
}

export type Fields = Readonly<Record<string, Field>>;
export type InputField<Output> = Field<Output, z.ZodType<Output>>;
export type ContentOf<F extends Fields> = {
  -readonly [K in keyof F as F[K]["input"] extends z.ZodType ? K : never]: F[K] extends InputField<infer Output>
    ? Output
    : never;
};

export function input<Output>(
  doc: FieldDoc,
  type: FieldType,
  plain: z.ZodType<Output>,
  otherwise?: { value: Output },
): InputField<Output> {
  const schema = documented(plain, doc);
  return {
    type,
    doc,
    store: "column",
    input: otherwise === undefined ? schema : optional(schema, otherwise.value),
    edit: schema.nullish().transform((value) => value ?? undefined),
  } as InputField<Output>;
}

/** Fields that a caller writes. */
export const requiredText = (doc: FieldDoc, lengthMax?: number) => input(doc, "text", requiredTextSchema(lengthMax));
export const optionalText = (doc: FieldDoc, lengthMax?: number, otherwise = "") =>
  input(doc, "text", textSchema(lengthMax), { value: otherwise });
export const descriptionDoc = { text: "A description for people.", example: "Open from 7 to 21" };
export const description = () => optionalText(descriptionDoc, descriptionLengthMax);
export const origin = () =>
  optionalText({ text: "Where the record comes from.", example: "API" }, originLengthMax, "API");
/** Business keys. */
export const requiredKey = (doc: FieldDoc, schema = keySchema()): InputField<string> => ({
  ...input(doc, "text", schema),
  isKey: true,
});
export const optionalKey = (doc: FieldDoc): InputField<string> => ({
  ...input(doc, "text", optionalKeySchema(), { value: "" }),
  isKey: true,
});
/** A key that stays absent if the caller leaves it out, sends null or "". Examples of whole records leave it out. */
export const rareKey = (doc: FieldDoc): InputField<string | undefined> => ({
  ...input<string | undefined>(doc, "text", optionalKeySchema()),
  input: rare(documented(optionalKeySchema(), doc)),
  isRare: true,
  isKey: true,
});
/** A text that stays absent if the caller leaves it out, or sends null or "". Examples of whole records leave it out. */
export const rareText = <T extends string>(schema: z.ZodType<T>, doc: FieldDoc): InputField<T | undefined> => ({
  ...input<T | undefined>(doc, "text", schema),
  input: rare(documented(schema, doc)),
  isRare: true,
});
/** An amount that stays absent if the caller leaves it out or sends null. Examples of whole records leave it out. */
export const rareAmount = (
  doc: FieldDoc,
  ...form: Parameters<typeof amountSchema>
): InputField<number | undefined> => ({
  ...input<number | undefined>(doc, "amount", amountSchema(...form)),
  input: rare(documented(amountSchema(...form), doc)),
  isRare: true,
});
/** A whole number that stays absent if the caller leaves it out or sends null. Examples of whole records leave it out. */
export const rareInteger = (doc: FieldDoc, min: number, max: number): InputField<number | undefined> => ({
  ...input<number | undefined>(doc, "integer", integerSchema(min, max)),
  input: rare(documented(integerSchema(min, max), doc)),
  isRare: true,
});
export const patternText = (doc: FieldDoc, ...form: Parameters<typeof patternSchema>) =>
  input(doc, "text", patternSchema(...form), { value: "" });
export const requiredPatternText = (doc: FieldDoc, form: string, accepts: TextForm) =>
  input(doc, "text", requiredPatternSchema(form, accepts));
export const amountText = (doc: FieldDoc, ...form: Parameters<typeof amountTextSchema>) =>
  input(doc, "text", amountTextSchema(...form), { value: "" });
export const requiredAmount = (doc: FieldDoc, ...form: Parameters<typeof amountSchema>) =>
  input(doc, "amount", amountSchema(...form));
export const flag = (doc: FieldDoc, otherwise: boolean) => input(doc, "boolean", z.boolean(), { value: otherwise });
export const requiredTimestamp = (doc: FieldDoc) => input(doc, "timestamp", timestampSchema);
export const optionalTimestamp = (doc: FieldDoc): InputField<string | null> => ({
  ...input<string | null>(doc, "timestamp", timestampSchema, { value: null }),
  edit: clearable(documented(clearableTimestampText, doc), timestampSchema),
});
export const optionalDate = (doc: FieldDoc): InputField<string | null> => ({
  ...input<string | null>(doc, "date", dateSchema, { value: null }),
  edit: clearable(documented(clearableDateText, doc), dateSchema),
});

/** A field that describes a person. */
export const personal = <F extends Field>(field: F): F => ({ ...field, personal: true });

/** The schema of a page or of `content`: the fields that callers write, in order; unknown members are dropped. */
export function contentSchema<F extends Fields>(fields: F): z.ZodType<ContentOf<F>> {
  const shape = Object.entries(fields).flatMap(([name, field]) => (field.input ? [[name, field.input] as const] : []));
  // The shape holds exactly the input fields of F, which is what ContentOf selects.
  return z.object(Object.fromEntries(shape)) as unknown as z.ZodType<ContentOf<F>>;
}

/**
 * The schema of an Edit: the same fields, each optional and without a default. Null and absent both mean unchanged; `""`
 * clears a field that create does not require.
 */
export function editSchema<F extends Fields>(
  fields: F,
  names: readonly (keyof F & string)[],
): z.ZodType<Partial<ContentOf<F>>> {
  const shape = names.map((name) => [name, fields[name]?.edit ?? z.never()] as const);
  return z.object(Object.fromEntries(shape)) as unknown as z.ZodType<Partial<ContentOf<F>>>;
}

/** Fields that the service writes. */
type ReadOnly = Field<unknown, undefined>;
export const stored = (type: FieldType, doc: FieldDoc, referenceClass?: string): ReadOnly => ({
  type,
  doc,
  store: "column",
  input: undefined,
  ...(referenceClass && { class: referenceClass }),
});
export const hidden = (type: FieldType): ReadOnly => ({ type, store: "hidden", input: undefined });
export const derived = (type: FieldType, doc: FieldDoc, referenceClass?: string): ReadOnly => ({
  type,
  doc,
  store: "derived",
  input: undefined,
  ...(referenceClass && { class: referenceClass }),
});
/** A JSON object that the service composes. Queries can show it, but not filter or sort by it. */
export const composed = (shows: z.ZodType, doc: FieldDoc): ReadOnly => ({ ...derived("composed", doc), shows });
export const constant = (type: FieldType, value: unknown, doc: FieldDoc): ReadOnly => ({
  type,
  doc,
  store: "constant",
  input: undefined,
  value,
});
