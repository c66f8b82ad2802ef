import { member, parseParameters, parseQuery, previewSale, product, programmeFile, sale, store } from "@rewards/domain";
import fc from "fast-check";
import { expect, test } from "vitest";
import { keyOf, newMember, newProduct, newRecord, newStore } from "../../../../test/src/records.ts";
import { earnings, products, tiered } from "../../../domain/src/testing/rules.ts";
import { applyProgrammes } from "../../../operations/src/programme.apply.ts";
import { noKeys } from "../personal/personal.keys.ts";
import { insertAll, openTestDatabase } from "../testing/database.ts";
import { settleSales } from "../testing/shop.ts";
import { collectAnswer, createViewRunner } from "../view/view.compile.ts";

const database = await openTestDatabase();
const { sql } = database;
const views = createViewRunner(database.readDb, database.queries, noKeys, sql);
const cases = Number(process.env["RULE_RUNS"] ?? 25);

await insertAll(
  sql,
  store,
  ["S1", "S2", "S3"].map((code) => newStore(code, { IsParticipating: code !== "S3" })),
);
await insertAll(
  sql,
  product,
  Object.entries(products).map(([code, { category, brand }]) =>
    newProduct(code, { Category: category, Brand: brand, Incentivizable: code !== "Latte" }),
  ),
);

/** A programme with these rules, and a member. */
async function openClub(rules: readonly object[], more: object = {}, tiers?: object): Promise<string> {
  const of = newMember();
  const businessId = `CLUB-${keyOf(of, "ExternalID")}`;
  const club = { businessId, name: "Club", currencies: [{ name: "Points" }], earning: { ...more, rules }, tiers };
  await applyProgrammes(sql, programmeFile.parse({ programmes: [club] }), { actor: "ann" });
  await insertAll(sql, member, [newMember(keyOf(of, "ExternalID"), { ProgramBusinessID: businessId })]);
  return keyOf(of, "ExternalID");
}

async function preview(content: object): Promise<Record<string, unknown>> {
  const parameters = parseParameters(previewSale, content);
  const call = { view: previewSale, parameters, user: "ann", query: parseQuery(previewSale, {}) };
  const { data } = await collectAnswer(views, call);
  expect(data).toHaveLength(1);
  return data[0] as Record<string, unknown>;
}

interface Posted {
  readonly amount: string;
  readonly why: string;
}

/** What the entries of a sale say, in the form of a preview. */
async function post(content: object): Promise<object> {
  const sold = newRecord(sale, content as Readonly<Record<string, unknown>>);
  const ids = await insertAll(sql, sale, [sold]);
  await settleSales(sql, ids);
  const entries = await sql<Posted[]>`
    select currency_awarded as amount, why from ledger_entry where source_id = any(${ids}::uuid[]) order by sequence`;
  const whys = entries.map(({ why }) => JSON.parse(why));
  const [row] = await sql<{ note: string; status: string }[]>`
    select confirmation_note as note, status from sale where id = any(${ids}::uuid[])`;
  expect(row?.status).toMatch(/^Resolved-/);
  return {
    Points: expect.closeTo(
      entries.reduce((sum, { amount }) => sum + Number(amount), 0),
      6,
    ),
    Base: expect.closeTo(
      whys.reduce((sum, { base }) => sum + base, 0),
      6,
    ),
    Rules: whys.flatMap(({ rules, lines }) =>
      rules.map((rule: { id: string; lines?: number[]; points: number }) =>
        expect.objectContaining({
          ID: rule.id,
          Lines: (rule.lines ?? lines).map((line: number) => line + 1),
          Points: rule.points,
        }),
      ),
    ),
    Sums: whys.flatMap(({ sums = [] }) =>
      sums
        .filter(({ key }: { key: string }) => key !== "returns")
        .map(({ before, value }: { before: number; value: number }) =>
          expect.objectContaining({ Before: before, After: expect.closeTo(before + value, 6) }),
        ),
    ),
    Note: row?.note,
    ...(whys[0]?.tier !== undefined && { Tier: whys[0].tier }),
  };
}

const code = fc.constantFrom(...Object.keys(products), "Unknown");
const amount = fc.constantFrom(0, 0.01, 3.5, 10, 20.25);
const bought = fc.tuple(code, fc.constantFrom(1, 2, 0.5), amount);
/** A line that gives back: of the sale before, if there is one, or without a sale. */
const back = fc.tuple(code, fc.constantFrom(-1, -0.5, 0), fc.constantFrom(-0.01, -3.5, -10), fc.boolean());
const step = fc.record({
  bought: fc.array(bought, { minLength: 1, maxLength: 4 }),
  back: fc.array(back, { maxLength: 2 }),
  StoreCode: fc.constantFrom("S1", "S2", "S3"),
  SaleChannelCode: fc.constantFrom("APP", "POS", ""),
  SaleDateTime: fc.constantFrom(
    "2026-03-29T00:30:00Z",
    "2026-05-04T10:00:00Z",
    "2026-05-09T21:59:00Z",
    "2026-10-25T01:30:00Z",
  ),
});

test("a preview answers exactly what is then posted, over programmes, histories and sales", async () => {
  await fc.assert(
    fc.asyncProperty(
      tiered,
      earnings,
      fc.array(step, { minLength: 1, maxLength: 4 }),
      async ({ rules, tiers }, earning, steps) => {
        const { rounding, fractionDigits, rate } = earning;
        const more = { rate: String(Number(rate) / 10_000), rounding, fractionDigits };
        const MemberExternalID = await openClub(rules, more, tiers);
        for (const [index, { bought, back, ...facts }] of steps.entries()) {
          const keyAt = (at: number) => `${MemberExternalID}-${at}`;
          const given = back.map(([ProductCode, Quantity, TotalAmount, isLinked]) => ({
            ...{ ProductCode, Quantity, TotalAmount },
            ...(isLinked && index > 0 && { OriginalSaleExternalID: keyAt(index - 1) }),
          }));
          const taken = bought.map(([ProductCode, Quantity, TotalAmount]) => ({ ProductCode, Quantity, TotalAmount }));
          const content = { ...facts, MemberExternalID, SaleItems: [...taken, ...given] };
          const shown = await preview(content);
          expect(shown).toMatchObject(await post({ ...content, ExternalID: keyAt(index) }));
        }
      },
    ),
    { numRuns: cases },
  );
}, 120_000);

const items = [{ ProductCode: "Espresso", Quantity: 2, TotalAmount: 12.5 }];
const double = { id: "COFFEE2", name: "Double", where: { category: ["Coffee"] }, gives: { multiplier: "2" } };
const card = { id: "CARD", gives: { bonus: "9" }, every: { quantity: "3", per: "campaign" } };

test("a preview says what counts, by line and rule, and writes nothing", async () => {
  const MemberExternalID = await openClub([double, card]);
  const SaleItems = [...items, { ProductCode: "Unknown", Quantity: 1, TotalAmount: 5 }];
  const counts = () => sql`
    select (select count(*) from sale) as sales, (select count(*) from ledger_entry) as entries, (select count(*) from tally) as sums,
      (select count(*) from pending) as pending`;
  const before = await counts();
  const shown = await preview({ MemberExternalID, StoreCode: "S1", SaleItems });
  expect(shown).toMatchObject({
    "@class": "SalePreview",
    Points: 24,
    Base: 12,
    Rules: [
      { ID: "CARD", Name: null, Lines: [1], Points: 0 },
      { ID: "COFFEE2", Name: "Double", Lines: [1], Points: 12 },
    ],
    Lines: [
      { Line: 1, Counts: true, Why: "yes" },
      { Line: 2, Counts: false, Why: "no: unknown product" },
    ],
    Tier: null,
    Sums: [{ RuleID: "CARD", Before: 0, After: 2, Of: 3 }],
    Note: "Nothing earned for unknown product Unknown.",
  });
  expect(await counts()).toEqual(before);
});

test("without a member, a preview is for somebody who joins with the sale", async () => {
  const of = await openClub([{ id: "NEW", where: { joinedWithinDays: 1 }, gives: { bonus: "50" } }, card]);
  const given = { StoreCode: "S1", SaleItems: items, SaleDateTime: "2020-05-04T10:00:00Z" };
  expect(await preview({ ...given, ProgramBusinessID: `CLUB-${of}` })).toMatchObject({
    Points: 62,
    Sums: [{ Before: 0, After: 2 }],
  });
  expect(await preview({ ...given, MemberExternalID: of })).toMatchObject({ Points: 12 });
});
