import { member, type Programme, programmeFile, redemption, reward } from "@rewards/domain";
import { describe, expect, test } from "vitest";
import { keyOf, newMember, newRedemption, newReward, times } from "../../../../test/src/records.ts";
import { verifyBooks } from "../../../operations/src/books/books.verify.ts";
import { applyProgrammes } from "../../../operations/src/programme.apply.ts";
import { createCatalogueCache } from "../catalogue/catalogue.cache.ts";
import { processRedemptions } from "../redemption/redemption.process.ts";
import { holding, insertAll, openTestDatabase } from "../testing/database.ts";
import { adjustmentOf, post } from "../testing/ledger.ts";
import { balancesOf } from "../testing/shop.ts";
import { sweepExpired } from "./expiry.sweep.ts";

const database = await openTestDatabase();
const { sql } = database;
const catalogue = createCatalogueCache(sql);
const dayMs = 86_400_000;
const ago = (days: number) => Date.now() - days * dayMs;

async function applyRules(businessId: string, expiry: object): Promise<string> {
  const { programmes } = programmeFile.parse({
    programmes: [{ businessId, name: businessId, currencies: [{ name: "Points", expiry }] }],
  });
  await applyProgrammes(sql, { programmes }, { actor: "ann" });
  const { programmes: known } = await catalogue.read(new Set(), new Set());
  return (known.get(businessId) as Programme).currencies[0].id;
}

let programmes = 0;
/** A new programme, whose members each have the same awards: so many points, so many days ago. */
async function openClub(expiry: object, count: number, ...awards: [days: number, points: number][]) {
  const businessId = `CLUB-${++programmes}`;
  const currencyId = await applyRules(businessId, expiry);
  const records = times(count, () => newMember(undefined, { ProgramBusinessID: businessId }));
  const ids = await insertAll(sql, member, records);
  for (const [days, points] of awards) {
    await post(
      sql,
      ids.map((id) => adjustmentOf(id, points, { currencyId })),
      ago(days),
    );
  }
  const keys = records.map((record) => keyOf(record, "ExternalID"));
  const expiries = async () => {
    const rows = await sql<{ n: number }[]>`
      select count(*)::int as n from ledger_entry where currency = ${currencyId} and type = 'Expiry'`;
    return rows[0]?.n;
  };
  const mark = async () => {
    const [row] = await sql<{ at: Date | null }[]>`select swept_to as at from currency where id = ${currencyId}`;
    return row?.at ?? null;
  };
  return { businessId, currencyId, ids, keys, expiries, mark };
}

test("while no currency has an expiry, a sweep is one statement", async () => {
  const recorder = database.openRecorder();
  const scene = { sql: recorder.sql, scans: database.scans };
  expect(await recorder.record(() => sweepExpired(scene))).toHaveLength(1);
});

describe("a sweep", () => {
  test("takes what has expired of every balance, page by page; the next one finds nothing, and later ones catch up", async () => {
    const club = await openClub({ months: 1 }, 5, [60, 100], [45, 20], [1, 3]);
    expect(await sweepExpired(database, { entriesMax: 2 })).toEqual({ balances: 5, isDone: true });
    expect([await balancesOf(sql, club.ids), await club.expiries()]).toEqual([times(5, () => 3), 5]);
    const mark = await club.mark();
    expect(mark?.getTime()).toBeGreaterThan(ago(40));
    const recorder = database.openRecorder();
    const scene = { sql: recorder.sql, scans: database.scans };
    expect(await recorder.record(() => sweepExpired(scene))).toHaveLength(1);
    // As if the last run was many days ago.
    const late = await openClub({ months: 1 }, 3, [70, 10], [50, 10]);
    await sql`update currency set swept_to = ${new Date(ago(60)).toISOString()}::text::timestamptz where id = ${late.currencyId}`;
    expect(await sweepExpired(database)).toEqual({ balances: 3, isDone: true });
    expect(await balancesOf(sql, late.ids)).toEqual([0, 0, 0]);
  });

  test("takes whole balances without an entry for their months, and leaves those that had one", async () => {
    const club = await openClub({ inactiveMonths: 1 }, 4, [60, 100]);
    const [first = "", second = ""] = club.ids;
    await post(sql, [adjustmentOf(first, 5, { currencyId: club.currencyId })], ago(2));
    await post(sql, [adjustmentOf(second, -100, { currencyId: club.currencyId })], ago(50));
    expect(await sweepExpired(database)).toEqual({ balances: 2, isDone: true });
    expect(await balancesOf(sql, club.ids)).toEqual([105, 0, 0, 0]);
  });

  test("that is out of time leaves its mark, and the next one goes on", async () => {
    const club = await openClub({ months: 1 }, 3, [60, 100]);
    expect(await sweepExpired(database, { runMsMax: 0 })).toEqual({ balances: 0, isDone: false });
    expect([await club.mark(), await club.expiries()]).toEqual([null, 0]);
    expect(await sweepExpired(database)).toEqual({ balances: 3, isDone: true });
  });

  test("asks after each step whether sales are posted, and takes all in both cases", async () => {
    const club = await openClub({ months: 1 }, 250, [60, 100]);
    let asked = 0;
    const isBusy = () => asked++ === 0;
    expect(await sweepExpired(database, { isBusy })).toEqual({ balances: 250, isDone: true });
    expect([asked, await club.expiries()]).toEqual([3, 250]);
  });

  test("never waits for a balance that another session holds, takes the others, and takes it later", async () => {
    const club = await openClub({ months: 1 }, 3, [60, 100]);
    await holding(
      sql,
      (tx) => tx`select from balance where member = ${club.ids[1] ?? null} for update`,
      async () => {
        expect(await sweepExpired(database)).toEqual({ balances: 2, isDone: false });
        return "rollback";
      },
    );
    expect(await sweepExpired(database)).toEqual({ balances: 1, isDone: true });
    expect([await balancesOf(sql, club.ids), await club.expiries()]).toEqual([[0, 0, 0], 3]);
  });

  test("and others at once take everything once", async () => {
    const club = await openClub({ months: 1 }, 40, [60, 100], [1, 5]);
    const workers = times(3, () => database.openPool(1));
    await Promise.all(workers.map((worker) => sweepExpired({ sql: worker, scans: database.scans }, { entriesMax: 7 })));
    await sweepExpired(database);
    expect([await balancesOf(sql, club.ids), await club.expiries()]).toEqual([times(40, () => 5), 40]);
  });

  test("and redemptions at once never let expired points be spent, nor take them twice", async () => {
    const club = await openClub({ months: 1 }, 30, [60, 100], [1, 5]);
    const cup = newReward(undefined, { RewardType: "unlimited", RewardCost: "5" });
    await insertAll(sql, reward, [cup]);
    const asked = club.keys.flatMap((key) =>
      times(2, () => newRedemption(key, [{ reward: keyOf(cup, "ExternalID") }])),
    );
    const ids = await insertAll(sql, redemption, asked);
    const redeeming = times(6, (part) =>
      processRedemptions(ids.slice(part * 10, part * 10 + 10), { database, catalogue }),
    );
    await Promise.all([...redeeming, sweepExpired(database, { entriesMax: 5 })]);
    await sweepExpired(database);
    expect([await balancesOf(sql, club.ids), await club.expiries()]).toEqual([times(30, () => 0), 30]);
    const [done] = await sql`
      select count(*)::int as n from redemption where id = any(${ids}::uuid[]) and status = 'Resolved-Completed'`;
    expect(done).toEqual({ n: 30 });
  });

  test("whose sessions die leaves nothing half: the next one finishes it", async () => {
    const club = await openClub({ months: 1 }, 60, [60, 100]);
    const dying = database.openPool(1);
    await dying`select set_config('application_name', 'dying', false)`;
    // The last member is held, so that the sweep is under way as long as it takes to end its session.
    await holding(
      sql,
      (tx) => tx`select from balance where member = ${club.ids.at(-1) ?? null} for update`,
      async () => {
        const sweeping = sweepExpired({ sql: dying, scans: database.scans }, { entriesMax: 10 }).then(
          () => "ended",
          () => "died",
        );
        await expect.poll(club.expiries, { interval: 5 }).toBeGreaterThan(0);
        await dying.end({ timeout: 0 });
        expect(["ended", "died"]).toContain(await sweeping);
        return "rollback";
      },
    );
    expect(await verifyBooks(sql)).toEqual([]);
    await sweepExpired(database);
    expect([await balancesOf(sql, club.ids), await club.expiries()]).toEqual([times(60, () => 0), 60]);
  });
});

test("after all of this the books add up", async () => expect(await verifyBooks(sql)).toEqual([]));
