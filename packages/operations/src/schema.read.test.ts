import { expect, test } from "vitest";
import { compareSchema, describeOldSchema } from "./schema.read.ts";

const migrations = [10, 20, 30].map((when) => ({ tag: `m-${when}`, when }));

test("an older schema is a reason to migrate; the same and a newer one are not", () => {
  const described = (lastApplied: number) => describeOldSchema(compareSchema(migrations, lastApplied));
  expect(described(Number.NEGATIVE_INFINITY)).toBe("The database is not migrated: run `npm run migrate` as its owner.");
  expect(described(10)).toContain("lacks 2 of the 3 migrations of this release");
  expect([described(30), described(31)]).toEqual([undefined, undefined]);
  expect(compareSchema(migrations, 30)).toEqual({ applied: 3, expected: 3, last: "m-30", isNewer: false });
  expect(compareSchema(migrations, 31)).toEqual({ applied: 3, expected: 3, last: "m-30", isNewer: true });
});
