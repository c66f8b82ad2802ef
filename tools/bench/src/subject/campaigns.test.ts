import { amountOf, planSale, type SaleContent } from "@rewards/domain";
import { expect, test } from "vitest";
import { workloads } from "../load/workload.ts";
import { campaigns, compiled, unused } from "./campaigns.ts";
import { factsOf, productCount } from "./shop.ts";

const programme = {
  ...{ id: "programme", businessId: "REWARDS", timeZone: "UTC", returnWaitDays: 30, returnWindowDays: 0 },
  currencies: [{ id: "currency", name: "Points" }] as const,
  earning: [
    ...[{ version: 1, inForceFromMs: -Infinity, rate: amountOf("1"), rounding: "toward-zero", fractionDigits: 0 }],
  ] as const,
} as const;
const products = new Map(
  Array.from({ length: productCount }, (_, n) => {
    const { Category: category, Brand: brand } = factsOf(n);
    return [`P${n}`, { category, brand, isIncentivizable: true }] as const;
  }),
);

/** What a thousand sales of the workload get by these rules. */
function gainsBy(rules: typeof campaigns) {
  const [set, make] = [compiled(rules), workloads.rules({ prefix: "sale", members: 100 })];
  return Array.from({ length: 1_000 }, (_, n) => {
    const text = make(n);
    const { content } = JSON.parse(text.slice(text.indexOf("\r\n\r\n"))) as { content: SaleContent };
    const { SaleItems: items, StoreCode: storeCode, SaleChannelCode: channel } = content;
    const soldAtMs = Date.parse(content.SaleDateTime);
    const member = { id: "member", programme, joinedAtMs: 0 };
    return planSale(
      { id: "sale", items, storeCode, channel, soldAtMs, acceptedAtMs: soldAtMs },
      { member, store: { isParticipating: true }, products, rules: set },
    ).gainOf(null);
  });
}

test("three sales of ten meet a cap, and four rules give points for a sale on average", () => {
  const gains = gainsBy(campaigns);
  const meetsCap = gains.filter((gain) =>
    gain?.sums.some(({ key, value }) => key === "APP/cap:10/2026-05-04" && value >= amountOf("10")),
  );
  expect(meetsCap).toHaveLength(300);
  expect(gains.flatMap((gain) => gain?.shares ?? [])).toHaveLength(4_050);
});

test("unused rules give nothing", () => {
  expect(gainsBy(unused).flatMap((gain) => gain?.shares ?? [])).toEqual([]);
});
