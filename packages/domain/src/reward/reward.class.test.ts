import { describe, expect, test } from "vitest";
import { amountMax, amountOf } from "../amount.ts";
import { AppError } from "../error.ts";
import { parseContent } from "../parse.ts";
import { addRewardStock, decideAddStock, isStockCounted, reward } from "./reward.class.ts";

function refusal(run: () => void): [number, string, string | undefined] {
  try {
    run();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [error.status, error.code, error.details[0]?.identifier];
  }
  throw new Error("not refused");
}

describe("decideAddStock", () => {
  test.each(["stock_control", ""])("stock of type %j is counted", (type) => {
    expect(isStockCounted(type)).toBe(true);
    expect(decideAddStock({ RewardQuantity: 5 }, type, 0n)).toBe(amountOf(5));
  });

  test.each(["unlimited", "Stock_Control", "stock_control "])("stock of type %j is not counted: 422", (type) => {
    expect(isStockCounted(type)).toBe(false);
    const refused = [422, "Error_Stock_NotCounted", ".RewardQuantity"];
    expect(refusal(() => decideAddStock({ RewardQuantity: 5 }, type, 0n))).toEqual(refused);
  });

  test("all stock ever added may reach the limit of an amount, but not exceed it: 422", () => {
    expect(decideAddStock({ RewardQuantity: 1 }, "stock_control", amountMax - amountOf(1))).toBe(amountOf(1));
    expect(refusal(() => decideAddStock({ RewardQuantity: 1 }, "stock_control", amountMax - amountOf(1) + 1n))).toEqual(
      [422, "Error_Stock_OutOfRange", ".RewardQuantity"],
    );
  });
});

describe("content of AddRewardStock", () => {
  const parse = (content: unknown) => {
    if (!addRewardStock.content) throw new Error("AddRewardStock takes content");
    return parseContent(addRewardStock.content, content);
  };

  test.each([1, 99_999_999_999])("takes the whole number %d", (RewardQuantity) => {
    expect(parse({ RewardQuantity })).toEqual({ RewardQuantity });
  });

  test.each([
    [undefined, "Error_Field_Required"],
    [null, "Error_Field_Required"],
    ["5", "Error_Field_Type"],
    [0, "Error_Field_Range"],
    [-1, "Error_Field_Range"],
    [1.5, "Error_Field_Range"],
    [1e11, "Error_Field_Range"],
  ])("refuses %j", (RewardQuantity, code) => {
    expect(refusal(() => parse({ RewardQuantity }))).toEqual([422, code, ".RewardQuantity"]);
  });
});

test("a created reward answers with exactly the content of the interface", () => {
  const given = { Name: "Mug", ExternalID: "R1", RewardCost: "1.50", DaysAvailable: "", Origin: "kiosk" };
  const content = parseContent(reward.content, { ...given, RewardExpiration: "2030-01-01T01:00:00+01:00" });
  expect(reward.createdContent?.(content)).toStrictEqual({
    classID: "Reward",
    Name: "Mug",
    DaysAvailable: "",
    RewardExpiration: "2030-01-01T00:00:00.000Z",
    RewardCost: "1.50",
    ExternalID: "R1",
    RewardType: "stock_control",
    Prices: [],
    QuantityAvailable: "",
  });
});
