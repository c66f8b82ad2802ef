import type { z } from "zod";
import { type InputField, input } from "./field.ts";
import type { FieldDoc } from "./schema.ts";

/** A JSON object. The schema makes the text that is stored and compared; queries cannot filter or sort by it. */
export const requiredJson = (doc: FieldDoc, schema: z.ZodType<string>): InputField<string> =>
  input(doc, "json", schema);
