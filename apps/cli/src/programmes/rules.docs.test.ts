import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { showAmount } from "../../../../packages/domain/src/amount.ts";
import { rulesSchema } from "../../../../packages/domain/src/rule/rule.list.ts";
import type { Rule } from "../../../../packages/domain/src/rule/rule.schema.ts";
import type { SaleItem } from "../../../../packages/domain/src/sale/sale.class.ts";
import { plainEarning, Till } from "../../../../packages/domain/src/testing/till.ts";
import { canonicalTiers, parseTiers, tiersSchema } from "../../../../packages/domain/src/tier/tier.schema.ts";

const pageOf = (name: string) => readFileSync(new URL(`../../../../docs/${name}.md`, import.meta.url), "utf8");
const cellsOf = (row: string) => row.split("|").map((cell) => cell.trim());
const page = pageOf("rules");

/** Each block of rules with the rows of the table after it. */
const examples = [...page.matchAll(/([^\n]+):\n\n```yaml\n(.+?)```\n\n(\|.+?)\n\n/gs)].map(
  ([, name = "", yaml = "", table = ""]) => ({
    name,
    rules: rulesSchema.parse((parse(yaml) as { rules: unknown }).rules),
    tiers: (parse(yaml) as { tiers?: unknown }).tiers,
    rows: table.split("\n").slice(2).map(cellsOf),
  }),
);

interface Receipt {
  readonly items: readonly SaleItem[];
  readonly at: Parameters<Till["ring"]>[3];
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
  const joinedAtMs = Date.UTC(2026, 4, 1);
  const segments = [word("member of") ?? []].flat();
  return { items, at: { soldAtMs, joinedAtMs, channel: word("by") ?? "", storeCode: word("in") ?? "S", segments } };
}

const silver = { period: "year", counts: "base", levels: [{ name: "Silver", from: "500" }] };
/** The points of each receipt, as a cell of the page. */
function pointsOf(rules: readonly Rule[], receipts: string, tiers: unknown = silver): string {
  const rulesOfTiers = parseTiers(canonicalTiers(tiersSchema.parse(tiers)));
  const till = new Till(["COFFEE", "TEA", "CUP"], plainEarning, rules, rulesOfTiers);
  const given = receipts.split("; then ").map((text, index) => {
    const { items, at } = receiptOf(text);
    expect(items.length).toBe(text.split("`, `").length);
    const { earned, taken } = till.ring(`R${index}`, items, "m", at);
    return showAmount(earned - taken);
  });
  return given.join(", ");
}

test("the page has its examples", () => {
  expect(examples.map(({ rules }) => rules[0]?.id)).toEqual([
    ...["COFFEE2", "HAPPY", "WEEKEND", "FIRST100", "APP10", "OPENING", "NORTH", "CARD", "SPRING"],
    ...["REGULARS5", "NIGHT", "WELCOME", "VISITS", "SPEND100", "OTHERS", "SILVER2"],
  ]);
});

describe.each(examples)("$name", ({ rules, rows, tiers }) => {
  test.each(rows)("%s%s gives %s", (_, receipts = "", points = "") => {
    expect(pointsOf(rules, receipts, tiers)).toBe(points);
  });
});

const refusals = [...page.matchAll(/^\| `(\{ id: .+?)` +\| `(.+?)` +\|$/gm)].map(([, rule = "", fault = ""]) => [
  rule,
  fault,
]);
test("the page has refusals of each kind", () => expect(refusals).toHaveLength(9));
test.each(refusals)("%s is refused with %s", (rule = "", fault = "") => {
  const { error } = rulesSchema.safeParse([parse(rule)]);
  const faults = error?.issues.map(({ path: [, ...path], message }) => [z.core.toDotPath(path), message]);
  expect(faults?.map((parts) => parts.filter((part) => part !== "").join(": "))).toEqual([fault]);
});

/** The rows of campaigns of other systems that have a rule: number, campaign, rule, receipts, points. */
const campaigns = pageOf("campaigns")
  .split("\n")
  .filter((line) => /^\| \d+ /.test(line))
  .map((line) => cellsOf(line).slice(1, -1));

test("30 campaigns of other systems are there, each once", () => {
  const numbers = campaigns.map(([number]) => Number(number)).sort((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
});

test.each(campaigns.filter((cells) => cells.length === 5))("campaign %s: %s", (...cells) => {
  const [rule = "", receipts = "", points = ""] = cells.slice(2);
  const rules = rulesSchema.parse([parse(rule.slice(1, -1))].flat());
  expect(pointsOf(rules, receipts)).toBe(points);
});
