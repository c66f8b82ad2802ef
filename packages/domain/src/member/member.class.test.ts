import { describe, expect, test } from "vitest";
import { AppError } from "../error.ts";
import { openBook } from "../ledger/ledger.book.ts";
import { parseContent } from "../parse.ts";
import { emptyBalance } from "../testing/balance.ts";
import { addBalance, decideAdjustment } from "./member.class.ts";

const target = { id: "adj", memberId: "m", currencyId: "c" };
const bookOf = (balance: bigint) =>
  openBook({
    balances: [{ ...emptyBalance(), balance }],
    clockMs: 1,
    newId: () => "e",
  });
const adjust = (Amount: number) => ({ AdjustBalances: { Amount, Name: "Points" } });

function refusal(run: () => void): [number, string, string] {
  try {
    run();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [error.status, error.code, error.details.map(({ page, identifier }) => `${page}${identifier}`).join()];
  }
  throw new Error("not refused");
}

describe("decideAdjustment", () => {
  test.each([
    [0n, 12.5, 125_000n],
    [100_000n, -10, 0n],
    [100_000n, -9.9999, 1n],
    [-100_000n, 5, -50_000n],
  ])("a balance of %d adjusted by %d becomes %d, with one entry of the adjustment", (balance, amount, after) => {
    const book = bookOf(balance);
    decideAdjustment(adjust(amount), target, book, 0n);
    expect(book.balanceOf("m", "c")).toBe(after);
    expect(book.entries()).toMatchObject([{ type: "Adjustment", sourceClass: "Adjustment", sourceId: "adj" }]);
  });

  test("the reason of the caller stands in the entry, whatever it has in it", () => {
    const book = bookOf(0n);
    const Reason = 'Goodwill: "late" \\ 🎁';
    decideAdjustment({ AdjustBalances: { ...adjust(5).AdjustBalances, Reason } }, target, book, 0n);
    decideAdjustment(adjust(5), { ...target, id: "other" }, book, 0n);
    expect(book.entries().map(({ why }) => JSON.parse(why))).toEqual([
      { base: 5, lines: [], rules: [], reason: Reason },
      { base: 5, lines: [], rules: [] },
    ]);
  });

  test.each([
    [0n, -0.0001],
    [100_000n, -10.0001],
    [-1n, -1],
  ])("a balance of %d cannot go below zero by %d, and nothing is posted", (balance, amount) => {
    const book = bookOf(balance);
    expect(refusal(() => decideAdjustment(adjust(amount), target, book, 0n))).toEqual([
      422,
      "Error_Balance_Insufficient",
      ".AdjustBalances.Amount",
    ]);
    expect(book.entries()).toEqual([]);
  });

  test("points that returns hold cannot be deducted, and the refusal says why, without amounts", () => {
    const textOf = (balance: bigint, amount: number, held: bigint) => {
      try {
        decideAdjustment(adjust(amount), target, bookOf(balance), held);
      } catch (error) {
        return error instanceof AppError ? [error.status, error.code, error.details[0]?.text] : error;
      }
      return "posted";
    };
    const refused = [422, "Error_Balance_Insufficient"];
    const text = "Points are held by a return that waits for its sale: without them, the balance would go below zero.";
    expect(textOf(100_000n, -7, 30_000n)).toBe("posted");
    expect(textOf(100_000n, -7.0001, 30_000n)).toEqual([...refused, text]);
    expect(textOf(100_000n, -10.0001, 30_000n)).toEqual([...refused, undefined]);
    expect(textOf(100_000n, -1, 200_000n)).toEqual([...refused, text]);
    expect(textOf(100_000n, 1, 200_000n)).toBe("posted");
  });

  test("a balance cannot exceed its limit, and nothing is posted", () => {
    const book = bookOf(1n);
    expect(refusal(() => decideAdjustment(adjust(99_999_999_999.9999), target, book, 0n))).toEqual([
      422,
      "Error_Balance_OutOfRange",
      ".AdjustBalances.Amount",
    ]);
    expect(book.entries()).toEqual([]);
  });
});

describe("content of AddBalance", () => {
  const parse = (content: unknown) => {
    if (!addBalance.content) throw new Error("AddBalance takes content");
    return parseContent(addBalance.content, content);
  };

  test("takes an amount that is not 0, a name, and a reason that may be absent, null or empty", () => {
    expect(parse(adjust(-5.25))).toEqual(adjust(-5.25));
    const because = (Reason: unknown) => ({ AdjustBalances: { Amount: 1, Name: "Points", Reason } });
    expect(parse(because("Late"))).toEqual(because("Late"));
    for (const none of [null, ""]) expect(parse(because(none))).toEqual(adjust(1));
  });

  test.each([
    [{}, "Error_Field_Required", ".AdjustBalances"],
    [{ AdjustBalances: null }, "Error_Field_Required", ".AdjustBalances"],
    [{ AdjustBalances: [] }, "Error_Field_Type", ".AdjustBalances"],
    [{ AdjustBalances: { Name: "P" } }, "Error_Field_Required", ".AdjustBalances.Amount"],
    [{ AdjustBalances: { Amount: 1 } }, "Error_Field_Required", ".AdjustBalances.Name"],
    [{ AdjustBalances: { Amount: 1, Name: "" } }, "Error_Field_Required", ".AdjustBalances.Name"],
    [{ AdjustBalances: { Amount: "1", Name: "P" } }, "Error_Field_Type", ".AdjustBalances.Amount"],
    [adjust(0), "Error_Field_Range", ".AdjustBalances.Amount"],
    [adjust(-0), "Error_Field_Range", ".AdjustBalances.Amount"],
    [adjust(0.00001), "Error_Field_Range", ".AdjustBalances.Amount"],
    [{ AdjustBalances: { Amount: 1, Name: "P", Reason: 5 } }, "Error_Field_Type", ".AdjustBalances.Reason"],
    [
      { AdjustBalances: { Amount: 1, Name: "P", Reason: "x".repeat(256) } },
      "Error_Field_Length",
      ".AdjustBalances.Reason",
    ],
    [adjust(1e11), "Error_Field_Range", ".AdjustBalances.Amount"],
  ])("%j is refused", (content, code, place) => {
    expect(refusal(() => parse(content))).toEqual([422, code, place]);
  });
});
