import fc from "fast-check";
import type { z } from "zod";
import { mixed } from "../hostile/values.ts";
import { type Accepts, numberOf, textOf } from "./leaf.ts";
import type { Place, TextAt } from "./place.ts";

type Schema = z.core.$ZodType;

interface Walk {
  readonly place: Place;
  readonly textAt: TextAt;
  /** Of the outermost schema of this value: an inner schema may be less strict. */
  readonly accepts: Accepts;
  /** The documented examples of the closest schema that has any. */
  readonly examples: readonly unknown[];
}

const itemsMax = 4;

/** Generates values that a schema accepts, from the schema itself. @throws if it contains an unknown kind of schema. */
export function arbitraryOf(schema: Schema, place: Place, textAt: TextAt): fc.Arbitrary<unknown> {
  return walk(schema, { place, textAt, accepts: acceptedBy(schema), examples: [] });
}

function acceptedBy(schema: Schema): Accepts {
  return (value) => (schema as z.ZodType).safeParse(value).success;
}

function walk(schema: Schema, by: Walk): fc.Arbitrary<unknown> {
  // zod has a separate definition for each kind of schema; `type` distinguishes them.
  const { def } = schema._zod as { def: z.core.$ZodTypeDef };
  const maker = makers[def.type];
  if (!maker) throw new Error(`no values for a schema of type ${def.type}, at ${by.place.path.join(".")}`);
  const examples = (schema as z.ZodType).meta()?.["examples"];
  // A field of JSON: the hostile calls break its example.
  if (Array.isArray(examples) && examples.some((one) => typeof one === "object" && one !== null))
    return fc.constantFrom(...examples);
  return maker(def as never, Array.isArray(examples) ? { ...by, examples } : by);
}

const makers: Partial<Record<z.core.$ZodTypeDef["type"], (def: never, by: Walk) => fc.Arbitrary<unknown>>> = {
  optional: (def: z.core.$ZodOptionalDef, by) => walk(def.innerType, by),
  nullable: (def: z.core.$ZodNullableDef, by) => fc.option(walk(def.innerType, by), { freq: 6 }),
  pipe: pipeOf,
  object: objectOf,
  array: (def: z.core.$ZodArrayDef, by) => arrayOf(def, def, by),
  string: stringOf,
  number: (_def, by) => numberOf(by.accepts, by.place.path.join(".")),
  boolean: () => fc.boolean(),
  literal: (def: z.core.$ZodLiteralDef<z.core.util.Literal>) => fc.constantFrom(...def.values),
  null: () => fc.constant(null),
};

function stringOf(_def: unknown, { place, textAt, accepts, examples }: Walk): fc.Arbitrary<unknown> {
  const placed = textAt(place);
  if (!placed) return textOf(accepts, place.path.join("."), examples);
  // A key may be left out if the schema accepts that.
  return accepts("") ? mixed([8, placed], [1, fc.constant("")]) : placed;
}

function objectOf(def: z.core.$ZodObjectDef, by: Walk): fc.Arbitrary<unknown> {
  const fields = Object.entries(def.shape);
  const made = fields.map(([name, field]) => {
    const place = { ...by.place, path: [...by.place.path, name] };
    return [name, walk(field, { ...by, place, accepts: acceptedBy(field) })] as const;
  });
  const required = fields.flatMap(([name, field]) => (acceptedBy(field)(undefined) ? [] : [name]));
  return fc.record(Object.fromEntries(made), { requiredKeys: required, noNullPrototype: true }).filter(by.accepts);
}

/**
 * A transform accepts what its input schema accepts. A list has a second schema for items after the count; both apply.
 */
function pipeOf(def: z.core.$ZodPipeDef, by: Walk): fc.Arbitrary<unknown> {
  const [before, after] = [def.in._zod.def, def.out._zod.def];
  if (after.type === "array") return arrayOf(after as z.core.$ZodArrayDef, before, by);
  return walk(after.type === "transform" ? def.in : def.out, by);
}

/** `counted` is the definition that limits the number of items. */
function arrayOf(
  { element }: z.core.$ZodArrayDef,
  counted: z.core.$ZodTypeDef & { checks?: z.core.$ZodCheck<never>[] },
  by: Walk,
): fc.Arbitrary<unknown> {
  const limits = (counted.checks ?? []).map((check) => check._zod.def as { minimum?: number; maximum?: number });
  const min = Math.max(0, ...limits.map(({ minimum }) => minimum ?? 0));
  const max = Math.min(1_000, ...limits.map(({ maximum }) => maximum ?? 1_000));
  const item = walk(element, { ...by, accepts: acceptedBy(element) });
  const few = fc.array(item, { minLength: min, maxLength: Math.min(max, min + itemsMax), size: "xsmall" });
  const most = item.map((one) => Array.from({ length: max }, () => one));
  return mixed([40, few], [1, most]).filter(by.accepts);
}
