import { expect, test } from "vitest";
import { z } from "zod";
import { bodyBytesMaxDefault } from "./object.ts";
import { actions, creatableObjects } from "./registry.ts";
import { stringLengthMax } from "./schema.ts";

interface Shape {
  readonly type?: string;
  readonly maxLength?: number;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly anyOf?: readonly Shape[];
}

/** `\u0061`: the bytes of an escaped character; unescaped, it takes at most four. */
const escapedBytes = 6;
const punctuationBytes = 6;

/** The most bytes of a value of this shape as JSON, without white space. */
function bytesOf({ properties, anyOf = [], maxLength = stringLengthMax }: Shape): number {
  if (anyOf.length > 0) return Math.max(...anyOf.map(bytesOf));
  if (!properties) return maxLength * escapedBytes + punctuationBytes;
  return Object.entries(properties).reduce(
    (sum, [name, field]) => sum + name.length * escapedBytes + punctuationBytes + bytesOf(field),
    punctuationBytes,
  );
}

const shapeOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Shape;
/** For `objectTypeID` and `content` around it. */
const aroundBytes = 1_024;

const calls: [name: string, schema: z.ZodType][] = [
  ...creatableObjects.flatMap(({ class: name, bodyBytesMax, content }): [string, z.ZodType][] =>
    bodyBytesMax === undefined ? [[name, content]] : [],
  ),
  ...actions.flatMap(({ name, target, bodyBytesMax, content }): [string, z.ZodType][] =>
    content && bodyBytesMax === undefined ? [[`${name} of ${target.class}`, content]] : [],
  ),
];

test.each(calls)("the largest body of %s fits, even with every character escaped", (_, schema) => {
  expect(bytesOf(shapeOf(schema)) + aroundBytes).toBeLessThanOrEqual(bodyBytesMaxDefault);
});
