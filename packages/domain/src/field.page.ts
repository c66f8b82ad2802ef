import type { z } from "zod";
import { type ContentOf, contentSchema, editSchema, type Fields, type InputField } from "./field.ts";
import { keySchema } from "./key.ts";
import { documented, type FieldDoc, itemsSchema } from "./schema.ts";

/** A single embedded page; if absent, all of its fields have their defaults. */
export function page<F extends Fields>(doc: FieldDoc, pageClass: string, fields: F): InputField<ContentOf<F>> {
  const schema = documented(contentSchema(fields), doc);
  const whole = schema.nullish().transform((value) => value ?? schema.parse({}));
  const edit = documented(editSchema(fields, Object.keys(fields)), doc)
    .nullish()
    .transform((value) => value ?? undefined);
  // An edited page holds only the given fields; the writer merges them into the stored page.
  return {
    type: "page",
    doc,
    store: "column",
    class: pageClass,
    fields,
    input: whole,
    edit: edit as unknown as z.ZodType<ContentOf<F> | undefined>,
  };
}

/** Rules for the fields of one page of a list. */
interface PageRules<F extends Fields> {
  readonly checks: readonly z.core.$ZodCheck<ContentOf<F>>[];
  /** As much of them as JSON Schema can say. */
  readonly form: Readonly<Record<string, unknown>>;
}

/** One to `countMax` embedded pages. */
export function pages<F extends Fields>(
  doc: FieldDoc,
  fields: F,
  countMax: number,
  rules?: PageRules<F>,
): InputField<ContentOf<F>[]> {
  const plain = contentSchema(fields);
  const item = rules ? plain.check(...rules.checks).meta(rules.form) : plain;
  return {
    type: "pages",
    doc,
    itemFields: fields,
    store: "column",
    input: documented(itemsSchema(item, countMax), doc),
  };
}

/** One to `countMax` business keys. */
export const requiredKeys = (doc: FieldDoc, countMax: number): InputField<string[]> => ({
  ...{ type: "list", doc, store: "column", isKey: true },
  input: documented(itemsSchema(keySchema(), countMax), doc),
});
