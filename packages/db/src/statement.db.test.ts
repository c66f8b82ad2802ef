import fc from "fast-check";
import { expect, test } from "vitest";
import { arrayLiteral } from "./statement.ts";
import { openTestDatabase } from "./testing/database.ts";

const { sql } = await openTestDatabase(1);

const hostile = fc.oneof(
  fc.constantFrom(
    "",
    "NULL",
    "null",
    "{}",
    "{a,b}",
    "a,b",
    "\\",
    '"',
    '\\"',
    '"},{"',
    " a ",
    "\n\t",
    "'; drop table sale; --",
    "é😀",
  ),
  fc.string({ unit: "binary" }).map((text) => text.replaceAll("\0", "").toWellFormed()),
);

test("Postgres reads exactly the texts that were put into an array", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(hostile), { minLength: 1 }), async (values) => {
      const rows = await sql<
        { value: string | null }[]
      >`select value from unnest(${arrayLiteral(values)}::text[]) as r(value)`;
      expect(rows.map((row) => row.value)).toEqual(values);
    }),
  );
});

test("numbers, booleans and unset values are not quoted", async () => {
  expect(arrayLiteral([])).toBe("{}");
  expect(arrayLiteral(["", ""])).toBe('{"",""}');
  const numbers =
    await sql`select value from unnest(${arrayLiteral([1.5, -0.0001, null, undefined])}::numeric[]) as r(value)`;
  expect(numbers.map((row) => row["value"])).toEqual(["1.5", "-0.0001", null, null]);
  const flags = await sql`select value from unnest(${arrayLiteral([true, false])}::boolean[]) as r(value)`;
  expect(flags.map((row) => row["value"])).toEqual([true, false]);
});
