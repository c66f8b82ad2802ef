import { actions, dataViews, objects } from "@rewards/domain";
import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { arbitraryOf } from "./arbitrary.ts";
import { textAt } from "./place.ts";

const schemas: [name: string, className: string, schema: z.ZodType][] = [
  ...objects.map((object): [string, string, z.ZodType] => [object.class, object.class, object.content]),
  ...actions.flatMap(({ name, target, content }): [string, string, z.ZodType][] =>
    content ? [[`${name} of ${target.class}`, target.class, content]] : [],
  ),
  ...dataViews.map((view): [string, string, z.ZodType] => [view.name, "", z.object(view.parameters)]),
];

test.each(schemas)("the schema of %s accepts the values generated for it", (_name, className, schema) => {
  const values = arbitraryOf(schema, { className, path: [] }, textAt);
  fc.assert(
    fc.property(values, (value) => schema.safeParse(value).success),
    { numRuns: 50 },
  );
});

test("an unknown kind of schema is named", () => {
  const schema = z.object({ When: z.date() });
  expect(() => arbitraryOf(schema, { className: "", path: [] }, textAt)).toThrow("schema of type date, at When");
});

test("a text format that no kind of value fits gets the field's examples", () => {
  const plate = z.string().regex(/^B-[XYZ]{2} \d{9}$/);
  const schema = z.object({ Plate: plate.meta({ examples: ["B-XY 123456789"] }) });
  const values = fc.sample(arbitraryOf(schema, { className: "", path: [] }, textAt), 2);
  expect(values).toEqual([{ Plate: "B-XY 123456789" }, { Plate: "B-XY 123456789" }]);
});

test("a text format that no kind of value fits, without an example, is named", () => {
  const schema = z.object({ Plate: z.string().regex(/^B-[XYZ]{2} \d{9}$/) });
  expect(() => arbitraryOf(schema, { className: "", path: [] }, textAt)).toThrow("Plate");
});
