import { member, memberTiers, parseParameters, parseQuery, programmeFile, tierChangesByMember } from "@rewards/domain";
import { afterAll, describe, expect, test } from "vitest";
import { freshKey, keyOf, newMember, newSale, times } from "../../../../test/src/records.ts";
import { verifyBooks } from "../../../operations/src/books/books.verify.ts";
import { applyProgrammes } from "../../../operations/src/programme.apply.ts";
import { noKeys } from "../personal/personal.keys.ts";
import { insertAll, openTestDatabase } from "../testing/database.ts";
import { insertSales, openShop, settleSales } from "../testing/shop.ts";
import { collectAnswer, createViewRunner } from "../view/view.compile.ts";
import { sweepTiers } from "./tier.sweep.ts";

const database = await openTestDatabase(8);
const { sql } = database;
const shop = await openShop(sql, 0);
const views = createViewRunner(database.readDb, database.queries, noKeys, sql);
const levels = [
  { name: "Silver", from: "50" },
  { name: "Gold", from: "200" },
];

/** A new programme, and members of it. */
async function openClub(count = 1, businessId = freshKey("CLUB")) {
  const tiers = { period: "year", counts: "base", levels };
  const club = { businessId, name: "Club", currencies: [{ name: "Points" }], tiers };
  await applyProgrammes(sql, programmeFile.parse({ programmes: [club] }), { actor: "ann" });
  const members = times(count, () => newMember(undefined, { ProgramBusinessID: businessId }));
  const ids = await insertAll(sql, member, members);
  const keys = members.map((one) => keyOf(one, "ExternalID"));
  const buy = async (total: number, year: number, key = keys[0] as string) => {
    const more = { SaleDateTime: `${year}-05-04T10:00:00Z` };
    const sold = await insertSales(sql, [newSale({ member: key, ...shop, total, more })]);
    await settleSales(sql, sold);
    return sold[0] as string;
  };
  const changes = async () => {
    const rows = await sql<{ from: string | null; to: string | null; sale: string | null }[]>`
      select from_tier as from, to_tier as to, sale from tier_change where member = any(${ids}::uuid[]) order by at, id`;
    return rows.map(({ from, to, sale }) => [from, to, sale]);
  };
  return { businessId, ids, keys, buy, changes };
}

const thisYear = new Date().getUTCFullYear();
const inYear = (year: number) => Date.parse(`${year}-01-01T00:00:00Z`);

describe("a change of a tier", () => {
  test("is noted with the sale or return that caused it", async () => {
    const { buy, changes } = await openClub();
    const first = await buy(60, thisYear);
    await buy(10, thisYear);
    const second = await buy(200, thisYear);
    const back = await buy(-240, thisYear);
    expect(await changes()).toEqual([
      [null, "Silver", first],
      ["Silver", "Gold", second],
      ["Gold", null, back],
    ]);
  });

  test("is none for a sale of a period that no longer gives a tier now", async () => {
    const { buy, changes } = await openClub();
    await buy(500, thisYear - 2);
    expect(await changes()).toEqual([]);
    const last = await buy(60, thisYear - 1);
    expect(await changes()).toEqual([[null, "Silver", last]]);
  });

  test("is noted once when a tier runs out, however many runs there are, in pages", async () => {
    const club = await openClub(7);
    for (const [index, key] of club.keys.entries()) await club.buy(index < 5 ? 60 : 10, thisYear, key);
    const noted = async () => (await club.changes()).filter(([, to]) => to === null).length;
    await sweepTiers(sql, { clockMs: inYear(thisYear + 1), balancesMax: 2 });
    expect(await noted()).toBe(0);
    const clockMs = inYear(thisYear + 2);
    await Promise.all(times(4, () => sweepTiers(sql, { clockMs, balancesMax: 2 })));
    await sql`update currency set tiers_to = null`;
    await sweepTiers(sql, { clockMs, balancesMax: 2 });
    expect(await noted()).toBe(5);
    expect(await sweepTiers(sql, { clockMs })).toBe(0);
  });

  test("that a run has no time for is noted by the next ones", async () => {
    const club = await openClub(3);
    for (const key of club.keys) await club.buy(60, thisYear, key);
    const clockMs = inYear(thisYear + 2);
    await sql`update currency set tiers_to = null`;
    const runs = await Promise.all([1, 2].map(async () => sweepTiers(sql, { clockMs, balancesMax: 1, runMsMax: -1 })));
    expect(runs.reduce((sum, noted) => sum + noted)).toBeLessThan(3);
    await sweepTiers(sql, { clockMs });
    expect((await club.changes()).filter(([, to]) => to === null)).toHaveLength(3);
  });

  test("that is busy is noted by the next run", async () => {
    const club = await openClub(2);
    for (const key of club.keys) await club.buy(60, thisYear, key);
    const clockMs = inYear(thisYear + 2);
    await sql`update currency set tiers_to = null`;
    await sql.begin(async (tx) => {
      await tx`select from balance where member = ${club.ids[0] ?? ""} for update`;
      expect(await sweepTiers(sql, { clockMs })).toBe(1);
    });
    expect(await sweepTiers(sql, { clockMs })).toBe(1);
  });
});

describe("views", () => {
  const read = async (view: typeof memberTiers | typeof tierChangesByMember, key: string, programmes?: string[]) => {
    const parameters = parseParameters(view, { MemberExternalID: key });
    const call = { view, parameters, user: "ann", query: parseQuery(view, {}) };
    const runner = programmes ? views.within({ programmes }) : views;
    return (await collectAnswer(runner, call)).data as Record<string, unknown>[];
  };

  test("show the tier of a member and its changes, and nothing to a caller of another programme", async () => {
    const { businessId, keys, buy } = await openClub();
    const [key = ""] = keys;
    const sale = await buy(60, thisYear);
    expect(await read(memberTiers, key)).toEqual([
      {
        ...{ "@class": "MemberTier", "@version": 1, ID: expect.stringMatching(/^MTI-/), Currency: "Points" },
        ...{ Tier: "Silver", Period: String(thisYear), Progress: 60, NextTier: "Gold", ToNext: 140 },
        ValidUntilDateTime: `${thisYear + 2}-01-01T00:00:00.000Z`,
      },
    ]);
    expect(await read(tierChangesByMember, key)).toMatchObject([
      {
        ...{ "@class": "TierChange", FromTier: null, ToTier: "Silver" },
        Sale: { "@class": "SaleCase", ID: `SALE-${sale.replaceAll("-", "")}` },
      },
    ]);
    await sweepTiers(sql, { clockMs: inYear(thisYear + 2) });
    expect((await read(tierChangesByMember, key))[1]).toMatchObject({ FromTier: "Silver", ToTier: null, Sale: null });
    for (const view of [memberTiers, tierChangesByMember]) {
      expect(await read(view, key, [businessId])).toHaveLength(view === memberTiers ? 1 : 2);
      expect(await read(view, key, ["OTHER"])).toEqual([]);
    }
  });

  test("show nothing of a member who does not exist, or whose programme has no tiers", async () => {
    const of = newMember();
    await insertAll(sql, member, [of]);
    for (const key of ["nobody", keyOf(of, "ExternalID")])
      for (const view of [memberTiers, tierChangesByMember]) expect(await read(view, key)).toEqual([]);
  });
});

afterAll(async () => expect(await verifyBooks(sql)).toEqual([]));
