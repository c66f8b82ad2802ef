import { member, programmeFile, versionInForce } from "@rewards/domain";
import { afterAll, expect, test } from "vitest";
import { keyOf, newMember, newSale } from "../../../../test/src/records.ts";
import { verifyBooks } from "../../../operations/src/books/books.verify.ts";
import { applyProgrammes } from "../../../operations/src/programme.apply.ts";
import { createCatalogueCache } from "../catalogue/catalogue.cache.ts";
import { insertAll, openTestDatabase } from "../testing/database.ts";
import { balancesOf, insertSales, openShop } from "../testing/shop.ts";
import { processSales } from "./sale.process.ts";

const database = await openTestDatabase();
const { sql } = database;
const shop = await openShop(sql, 0);
const deps = { database, catalogue: createCatalogueCache(sql) };
let clubs = 0;

/** A programme of its own with one member. */
async function openClub(rate: string) {
  const businessId = `CLUB-${++clubs}`;
  const apply = async (rate: string, inForceFrom?: string) => {
    const currencies = [{ name: "Points", description: "" }];
    const file = programmeFile.parse({
      programmes: [{ businessId, name: businessId, currencies, earning: { rate } }],
    });
    const [change] = await applyProgrammes(sql, file, { actor: "ann" }, inForceFrom);
    return change?.change;
  };
  await apply(rate);
  const of = newMember(undefined, { ProgramBusinessID: businessId });
  const ids = await insertAll(sql, member, [of]);
  const sell = (soldAt: string, total = 10) =>
    insertSales(sql, [
      newSale({
        ...{ member: keyOf(of, "ExternalID"), store: shop.store, product: shop.product, total },
        more: { SaleDateTime: soldAt },
      }),
    ]);
  const versions = async () =>
    (await sql`
      select v.version, rate, in_force_from from earning_version v join programme p on p.id = v.program
      where business_id = ${businessId} order by v.version`) as unknown as {
      version: number;
      rate: string;
      in_force_from: Date | null;
    }[];
  return { businessId, apply, sell, versions, balance: async () => (await balancesOf(sql, ids))[0] };
}

const clock = async () => (await sql`select clock_timestamp() as now`)[0]?.["now"] as Date;

test("a sale earns by the rules of the time when it was made, whatever is applied while it waits", async () => {
  const club = await openClub("2");
  const before = (await clock()).toISOString();
  const early = await club.sell(before);
  expect(await club.apply("5")).toBe("changed");
  const late = await club.sell(new Date((await clock()).getTime() + 1).toISOString());
  const old = await club.sell("2020-02-29T00:00:00Z");
  await processSales([...early, ...late, ...old], deps);
  expect(await club.balance()).toBe(20 + 50 + 20);
});

test("rules that are put into force earlier hold for sales that are not posted yet, and those for all later rules", async () => {
  const club = await openClub("1");
  const posted = await club.sell("2026-05-01T00:00:00Z");
  await processSales(posted, deps);
  await club.apply("3");
  expect(await club.apply("7", "2026-04-01T00:00:00Z")).toBe("changed");
  const waiting = [
    ...(await club.sell("2026-03-31T23:59:59Z")),
    ...(await club.sell("2026-04-01T00:00:00Z")),
    ...(await club.sell((await clock()).toISOString())),
  ];
  await processSales(waiting, deps);
  expect(await club.balance()).toBe(10 + 10 + 70 + 70);
  expect(await club.apply("7", "2026-04-01T00:00:00Z")).toBe("unchanged");
  expect(await club.apply("7", "2026-03-01T00:00:00Z")).toBe("changed");
  expect((await club.versions()).map(({ in_force_from: at }) => at?.toISOString() ?? null)).toEqual([
    null,
    expect.any(String),
    "2026-04-01T00:00:00.000Z",
    "2026-03-01T00:00:00.000Z",
  ]);
});

test("a version by SQL alone is in force from its time, and one from the future is refused", async () => {
  const club = await openClub("1");
  await club.apply("2", "2026-04-01T00:00:00Z");
  const before = await clock();
  await sql`update programme set earning_from = clock_timestamp(), earning_rate = 3 where business_id = ${club.businessId}`;
  const last = (await club.versions()).at(-1);
  expect(Number(last?.in_force_from)).toBeGreaterThanOrEqual(before.getTime());
  await expect(club.apply("4", "2999-01-01T00:00:00Z")).rejects.toThrow(
    "rules cannot be in force from 2999-01-01T00:00:00Z: it is in the future",
  );
  expect((await club.versions()).map(({ rate }) => Number(rate))).toEqual([1, 2, 3]);
  const { programmes } = await createCatalogueCache(sql).read(new Set(), new Set());
  const versions = programmes.get(club.businessId)?.earning;
  expect(versions && versionInForce(versions, Date.parse("2026-03-31T00:00:00Z")).version).toBe(1);
});

test("a return without a sale takes points at the rate of the time when the goods were handed in", async () => {
  const club = await openClub("2");
  const at = (await clock()).toISOString();
  await club.apply("9");
  await processSales(await club.sell(at, -10), deps);
  expect(await club.balance()).toBe(-20);
});

afterAll(async () => expect(await verifyBooks(sql)).toEqual([]));
