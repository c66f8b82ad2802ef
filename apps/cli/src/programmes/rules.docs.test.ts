import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { showAmount } from "../../../../packages/domain/src/amount.ts";
import { rulesSchema } from "../../../../packages/domain/src/rule/rule.list.ts";
import type { SaleItem } from "../../../../packages/domain/src/sale/sale.class.ts";
import { plainEarning, Till } from "../../../../packages/domain/src/testing/till.ts";

const page = readFileSync(new URL("../../../../docs/rules.md", import.meta.url), "utf8");

/** Each block of rules with the rows of the table after it. */
const examples = [...page.matchAll(/([^\n]+):\n\n```yaml\n(.+?)```\n\n(\|.+?)\n\n/gs)].map(
  ([, name = "", yaml = "", table = ""]) => ({
    name,
    rules: rulesSchema.parse((parse(yaml) as { rules: unknown }).rules),
    rows: table
      .split("\n")
      .slice(2)
      .map((row) => row.split("|").map((cell) => cell.trim())),
  }),
);

interface Receipt {
  readonly items: readonly SaleItem[];
  readonly at: {
    readonly soldAtMs: number;
    readonly channel: string;
    readonly storeCode: string;
    readonly segments: readonly string[];
  };
}

/** `1 TEA 3.00` at 2026-05-04T16:00 by APP in S2 of a member of Regulars */
function receiptOf(text: string): Receipt {
  const items = [...text.matchAll(/`([-\d]+) (\w+) ([-.\d]+)`/g)].map(([, quantity, code = "", total]) => {
    const isBack = Number(quantity) < 0;
    return {
      ...{ ProductCode: code, Quantity: Number(quantity), TotalAmount: Number(total) },
      ...(isBack && { OriginalSaleExternalID: "R0" }),
    };
  });
  const word = (after: string) => new RegExp(` ${after} ([-:\\w]+)`).exec(text)?.[1];
  const soldAtMs = Date.parse(`${word("at") ?? "2026-05-04T12:00"}Z`);
  const segments = [word("member of") ?? []].flat();
  return { items, at: { soldAtMs, channel: word("by") ?? "", storeCode: word("in") ?? "S", segments } };
}

test("the page has its examples", () => {
  expect(examples.map(({ rules }) => rules[0]?.id)).toEqual([
    "COFFEE2",
    "HAPPY",
    "WEEKEND",
    "FIRST100",
    "APP10",
    "OPENING",
    "NORTH",
    "CARD",
    "SPRING",
    "REGULARS5",
    "OTHERS",
  ]);
});

describe.each(examples)("$name", ({ rules, rows }) => {
  test.each(rows)("%s%s gives %s", (_, receipts = "", points = "") => {
    const till = new Till(["COFFEE", "TEA", "CUP"], plainEarning, rules);
    const given = receipts.split("; then ").map((text, index) => {
      const { items, at } = receiptOf(text);
      expect(items.length).toBe(text.split("`, `").length);
      const { earned, taken } = till.ring(`R${index}`, items, "m", at);
      return showAmount(earned - taken);
    });
    expect(given.join(", ")).toBe(points);
  });
});
