import { objects } from "@rewards/domain";
import fc from "fast-check";

const prefixes = [...objects.map(({ idPrefix }) => idPrefix), "LED", "BAL", "HIS", "USR", "X", "__PROTO__"];
const hex = fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: 32, maxLength: 32 });

/** A well-formed ID of no record. */
export const unknownId = fc.tuple(fc.constantFrom(...prefixes), hex).map(([prefix, id]) => `${prefix}-${id}`);

/** A path segment in place of an ID or a name: well-formed and unknown, or malformed. */
export const hostileSegment: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: unknownId },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ...["STO-", "STO-1", "-", "..", ".", "%2e%2e", "%00", "%ff", "%", "__proto__", "constructor", "hasOwnProperty"],
      `STO-${"0".repeat(32)}`,
      `STO-${"F".repeat(32)}`,
      `STO-${"f".repeat(32)}%00`,
      `STO-${"f".repeat(32)}%0a`,
      "STO-00000000-0000-0000-0000-000000000000",
      "x".repeat(5_000),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.string({ unit: "binary", minLength: 1, maxLength: 20 }).map((text) => encodeURIComponent(text)),
  },
  { weight: 1, arbitrary: fc.constantFrom("' or 1=1 --", "1;select 1").map(encodeURIComponent) },
);
