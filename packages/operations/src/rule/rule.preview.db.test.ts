import { dayMs, member, programmeFile } from "@rewards/domain";
import { expect, test } from "vitest";
import { keyOf, newMember, newSale, type TestRecord, times } from "../../../../test/src/records.ts";
import { insertAll, openTestDatabase } from "../../../db/src/testing/database.ts";
import { insertSales, openShop, settleSales } from "../../../db/src/testing/shop.ts";
import { applyProgrammes } from "../programme.apply.ts";
import { previewLimits, previewRule, type RulePreview } from "./rule.preview.ts";

const { sql } = await openTestDatabase();
const shop = await openShop(sql, 0);
const units = (points: number) => BigInt(points) * 10_000n;
let clubs = 0;

/** A programme with these rules and two members, and sales of 30, 40 and 100: the last one was too long ago. */
async function openClub(rules: readonly object[] = []) {
  const businessId = `CLUB-${++clubs}`;
  const programme = { businessId, name: "Club", currencies: [{ name: "Points" }], earning: { rules } };
  await applyProgrammes(sql, programmeFile.parse({ programmes: [programme] }), { actor: "ann" });
  const [ann, bob] = times(2, () => newMember(undefined, { ProgramBusinessID: businessId }));
  await insertAll(sql, member, [ann, bob] as TestRecord[]);
  const sell = (of: TestRecord | undefined, daysAgo: number, total: number) =>
    newSale({
      ...{ member: keyOf(of as TestRecord, "ExternalID"), store: shop.store, product: "" },
      more: {
        SaleDateTime: new Date(Date.now() - daysAgo * dayMs).toISOString(),
        SaleItems: [{ ProductCode: shop.product, Quantity: 1, TotalAmount: total }],
      },
    });
  await settleSales(sql, await insertSales(sql, [sell(ann, 2, 30), sell(bob, 3, 40), sell(bob, 40, 100)]));
  return (rule: object, more: object = {}) =>
    previewRule(sql, { ...{ programme: businessId, ruleId: "NEW", name: "" }, rule: rule as never, ...more });
}

const isPreview = (given: RulePreview | "late") => given as RulePreview;

test("a preview has what a draft gives for the sales of 30 days, whatever its dates, and what that changes", async () => {
  const preview = await openClub();
  const dates = { from: "2090-01-01T00:00", to: "2090-02-01T00:00" };
  const shown = isPreview(await preview({ ...dates, minimumSpend: "35", gives: { bonus: "8" } }));
  expect(shown).toMatchObject({
    ...{ sales: 2, changed: { sales: 1, members: 1 }, points: units(70), simulated: units(78), leftOut: 0 },
    ...{ rules: [{ id: "NEW", points: 0n, simulated: units(8) }], isCut: false, warnings: [] },
  });
  expect(Date.parse(shown.to) - Date.parse(shown.from)).toBe(30 * dayMs);
});

test("a changed rule is compared with itself before, and other rules count as they are", async () => {
  const rules = [
    { id: "OLD", to: "2020-01-01T00:00", gives: { bonus: "5" } },
    { id: "ALL", gives: { bonus: "1" } },
  ];
  const preview = await openClub(rules);
  expect(await preview({ gives: { bonus: "7" } }, { ruleId: "OLD" })).toMatchObject({
    ...{ points: units(70 + 2 + 10), simulated: units(70 + 2 + 14), changed: { sales: 2, members: 2 } },
    rules: expect.arrayContaining([{ id: "OLD", points: units(10), simulated: units(14) }]),
  });
});

test("a preview warns of what no record has and of what never holds", async () => {
  const preview = await openClub();
  const except = { category: ["Nowhere"] };
  const { warnings } = isPreview(
    await preview({ where: { ...except, store: ["S-0"] }, except, gives: { bonus: "8" } }),
  );
  expect(warnings.map(({ path, message }) => `${path.join(".")}: ${message}`)).toEqual([
    "where.category.0: no product has it",
    "where.store.0: no store has it",
    "except.category.0: no product has it",
    "except.category: all that where.category lists, so the rule never holds",
  ]);
});

test("a draft that its programme refuses, or of no programme, is refused", async () => {
  const preview = await openClub([{ id: "A", group: "G", gives: { bonus: "5" } }]);
  const gives = { bonus: "5" };
  await expect(preview({ where: { tier: ["Gold"] }, gives })).rejects.toThrow("Error_Field_Range");
  await expect(preview({ group: "G", cap: { points: "5", per: "day" }, gives })).rejects.toThrow("Error_Field_Range");
  await expect(preview({ gives }, { programme: "NOWHERE" })).rejects.toThrow("Error_Programme_Unknown");
});

test("a preview reads the latest sales alone, says so, and is given up if it takes too long", async () => {
  await openClub();
  const draft = { ...{ programme: `CLUB-${clubs}`, ruleId: "NEW", name: "" }, rule: { gives: { bonus: "8" } } };
  const cut = isPreview(await previewRule(sql, draft, { ...previewLimits, salesMax: 1 }));
  expect(cut).toMatchObject({ sales: 1, isCut: true, sumsFrom: cut.from });
  expect(await previewRule(sql, draft, { ...previewLimits, msMax: 0 })).toBe("late");
});
