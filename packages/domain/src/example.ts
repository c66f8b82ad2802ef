import { z } from "zod";
import type { ActionDefinition } from "./action.ts";
import type { Field, Fields } from "./field.ts";
import type { ObjectDefinition } from "./object.ts";
import { rareMark } from "./schema.ts";

type Content = Record<string, unknown>;

/**
 * A create's content, built from the examples of the fields. The business key, or the Name of a class without one, is
 * `key`: different keys make different records.
 */
export function exampleOf(definition: ObjectDefinition, key: string): Content {
  const field = definition.key?.field ?? "Name";
  return { ...exampleOfFields(definition.fields), [field]: key };
}

function exampleOfFields(fields: Fields): Content {
  const written = Object.entries(fields).filter(([, { input, isRare }]) => input && !isRare);
  return Object.fromEntries(written.map(([name, field]) => [name, exampleOfField(field)]));
}

function exampleOfField({ fields, itemFields, doc }: Field): unknown {
  if (fields) return exampleOfFields(fields);
  return itemFields ? [exampleOfFields(itemFields)] : doc?.example;
}

/**
 * An action's content without the business key, which another record may have, and without what may be absent; undefined
 * if the action takes none.
 */
export function exampleOfAction({ content, set, target }: ActionDefinition): Content | undefined {
  if (!content) return undefined;
  const schema = z.toJSONSchema(content as z.ZodType, { io: "input", unrepresentable: "any", override: keepExamples });
  const { [set ? (target.key?.field ?? "") : ""]: _key, ...example } = exampleOfSchema(schema) as Content;
  return example;
}

/** zod leaves out the examples of inputs that are transformed, such as timestamps. */
const keepExamples: NonNullable<z.core.ToJSONSchemaParams["override"]> = ({ zodSchema, jsonSchema }) => {
  const { examples } = z.globalRegistry.get(zodSchema) ?? {};
  if (Array.isArray(examples)) jsonSchema.examples = examples;
};

function exampleOfSchema({ examples, properties, anyOf }: z.core.JSONSchema.JSONSchema): unknown {
  if (examples) return examples[0];
  const [given] = anyOf ?? [];
  if (given) return exampleOfSchema(given as z.core.JSONSchema.JSONSchema);
  const inside = Object.entries(properties ?? {}).filter(([, one]) => !(rareMark in (one as object)));
  return Object.fromEntries(inside.map(([name, one]) => [name, exampleOfSchema(one as z.core.JSONSchema.JSONSchema)]));
}
