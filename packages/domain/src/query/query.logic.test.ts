import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AppError } from "../error.ts";
import { parseLogic } from "./query.logic.ts";
import type { Filter } from "./query.ts";

function text(tree: Filter<string>): string {
  if (tree.kind === "one") return tree.condition;
  if (tree.kind === "not") return `!${text(tree.part)}`;
  return `(${tree.parts.map(text).join(tree.kind === "all" ? "&" : "|")})`;
}
const parsed = (logic: string, names = ["A", "B", "C"]) => text(parseLogic(logic, names));

describe("parseLogic", () => {
  test.each([
    ["", "(A&B&C)"],
    ["AND", "(A&B&C)"],
    ["A AND (B AND C)", "(A&(B&C))"],
    ["A OR B AND C", "(A|(B&C))"],
    ["A AND B OR C", "((A&B)|C)"],
    ["(A OR B)AND C", "((A|B)&C)"],
    ["NOT A AND B OR C", "((!A&B)|C)"],
    ["not (A or B) and C", "(!(A|B)&C)"],
    ["NOT NOT A AND B AND C AND A", "(!!A&B&C&A)"],
    ["((A))\tOR\nB OR (C)", "(A|B|C)"],
  ])("%j", (logic, expected) => expect(parsed(logic)).toBe(expected));

  test("conditions may have any names", () => {
    expect(parsed("Member.ExternalID OR 😀", ["Member.ExternalID", "😀"])).toBe("(Member.ExternalID|😀)");
    expect(parsed("x", ["x"])).toBe("x");
  });

  test.each([
    "A",
    "A AND B",
    "A AND B AND D",
    "A B C",
    "A AND",
    "OR A",
    "(A AND B AND C",
    "A AND B AND C)",
    "A AND () AND B AND C",
    "NOT",
    "OR",
    "A && B && C",
    "A,B,C",
    "'A' AND B AND C",
  ])("%j is malformed: 400", (logic) =>
    expect(() => parsed(logic)).toThrow(expect.objectContaining({ code: "Error_Query_Malformed", status: 400 })),
  );

  test("ten levels are accepted, and no more, whatever the depth", () => {
    const nested = (depth: number) => `${"(".repeat(depth)}A${")".repeat(depth)}`;
    expect(parsed(nested(10), ["A"])).toBe("A");
    for (const logic of [nested(11), nested(5_000), "NOT ".repeat(11), "(".repeat(100_000)])
      expect(() => parsed(logic, ["A"])).toThrow(
        expect.objectContaining({ code: "Error_Query_TooLarge", status: 400 }),
      );
    expect(() => parsed(Array.from({ length: 51 }, () => "A").join(" OR "), ["A"])).toThrow("Error_Query_TooLarge");
  });

  test("any text is either parsed or refused", () => {
    const token = fc.constantFrom("A", "B", "AND", "OR", "NOT", "(", ")", " ", "x", "\0");
    fc.assert(
      fc.property(fc.array(token, { maxLength: 40 }), (tokens) => {
        try {
          parsed(tokens.join(" "), ["A", "B"]);
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
        }
      }),
    );
  });
});
