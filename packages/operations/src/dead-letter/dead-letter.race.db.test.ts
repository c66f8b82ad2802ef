import { redemption, sale, segment } from "@rewards/domain";
import { describe, expect, test } from "vitest";
import { freshKey, newRedemption, newSale, newSegment } from "../../../../test/src/records.ts";
import { fulfilRedemptions } from "../../../db/src/redemption/redemption.process.ts";
import { postSales } from "../../../db/src/sale/sale.commit.ts";
import { loadOpenSales } from "../../../db/src/sale/sale.load.ts";
import { parkSales } from "../../../db/src/sale/sale.park.ts";
import { openSegments } from "../../../db/src/segment.process.ts";
import { holding, openTestDatabase, untilWaiting } from "../../../db/src/testing/database.ts";
import { redemptionDeps } from "../../../db/src/testing/items.ts";
import { openShop, planSales } from "../../../db/src/testing/shop.ts";
import { verifyBooks } from "../books/books.verify.ts";
import { placesOf, plantDeadLetters } from "../testing/dead-letters.ts";
import { discardDeadLetter } from "./dead-letter.discard.ts";
import { replayDeadLetter } from "./dead-letter.replay.ts";

const { sql } = await openTestDatabase();
const shop = await openShop(sql, 1);
const settled = { pending: 0, failing: 0, awaiting: 0, dead: 0 };

async function plantSale(memberKey = shop.members[0] as string): Promise<string> {
  const one = newSale({ member: memberKey, store: shop.store, product: shop.product });
  const [id = ""] = await plantDeadLetters(sql, sale, [one]);
  return id;
}

describe("a stray job of a dead letter", () => {
  test("posts the sale once, and deletes the dead letter with it", async () => {
    const id = await plantSale();
    const plans = await planSales(sql, [id]);
    expect([await postSales(sql, plans), await postSales(sql, plans)]).toMatchObject([
      { settled: [{ id }] },
      { settled: [] },
    ]);
    expect(await placesOf(sql, [id])).toEqual({ ...settled, entries: 1 });
  });

  test("parks a sale whose member is not registered, and parks it once", async () => {
    const id = await plantSale(freshKey("unknown"));
    await parkSales(sql, await loadOpenSales(sql, [id]));
    expect(await placesOf(sql, [id])).toEqual({ ...settled, awaiting: 1, entries: 0 });
    // It failed for good after a wake-up: it waited before, and its note names the same member.
    await sql`delete from awaiting where sale_id = ${id}`;
    await sql`insert into dead_letter select class, id, '', '', 1, since, since, '', '' from (select 'SaleCase' as class, ${id}::uuid as id, now() as since) as r`;
    await parkSales(sql, await loadOpenSales(sql, [id]));
    expect(await placesOf(sql, [id])).toEqual({ ...settled, awaiting: 1, entries: 0 });
  });

  test("fulfils the redemption and opens the segment", async () => {
    const asked = newRedemption(shop.members[0] as string, [{ reward: "none" }]);
    const ids = [
      ...(await plantDeadLetters(sql, redemption, [asked])),
      ...(await plantDeadLetters(sql, segment, [newSegment()])),
    ];
    await fulfilRedemptions(sql, ids, await redemptionDeps(sql));
    await openSegments(sql, ids);
    expect(await placesOf(sql, ids)).toEqual({ ...settled, entries: 0 });
  });
});

/** The operations that may reach one dead letter at the same time. */
const contenders = {
  replay: (id: string) => replayDeadLetter(sql, sale, id, { author: { actor: "ann" }, isEnqueued: true }),
  discard: (id: string) => discardDeadLetter(sql, sale, id, { author: { actor: "bob" }, reason: "broken" }),
  job: async (id: string, plans: Awaited<ReturnType<typeof planSales>>) => {
    await postSales(sql, plans);
    return id;
  },
} as const;
type Contender = keyof typeof contenders;

/** The first, the second, the outcome of the second, and the status after both. */
const races: [Contender, Contender, string, string][] = [
  ["replay", "replay", "Error_DeadLetter_Gone", "Pending-Ready To Process"],
  ["replay", "discard", "Error_DeadLetter_Gone", "Pending-Ready To Process"],
  ["replay", "job", "done", "Resolved-Completed"],
  ["discard", "replay", "Error_DeadLetter_Gone", "Resolved-Rejected"],
  ["discard", "discard", "Error_DeadLetter_Gone", "Resolved-Rejected"],
  ["discard", "job", "StatusMovedError", "Resolved-Rejected"],
  ["job", "replay", "Error_DeadLetter_Gone", "Resolved-Completed"],
  ["job", "discard", "Error_DeadLetter_Gone", "Resolved-Completed"],
];
const places: Record<string, object> = {
  "Pending-Ready To Process": { ...settled, pending: 1, failing: 1, entries: 0 },
  "Resolved-Rejected": { ...settled, entries: 0 },
  "Resolved-Completed": { ...settled, entries: 1 },
};

describe("of two concurrent operations on a dead letter, the first succeeds and the second sees its result:", () => {
  test.each(races)("%s, then %s: %s, %s", async (first, second, outcome, status) => {
    const id = await plantSale();
    const plans = await planSales(sql, [id]);
    let both: Promise<PromiseSettledResult<unknown>[]> = Promise.resolve([]);
    await holding(
      sql,
      (tx) => tx`select from sale where id = ${id} for update`,
      async () => {
        const winning = contenders[first](id, plans);
        await untilWaiting(sql, 1);
        both = Promise.allSettled([winning, contenders[second](id, plans)]);
        await untilWaiting(sql, 2);
        return "commit";
      },
    );
    const [won, lost] = await both;
    expect(won?.status).toBe("fulfilled");
    const reason = lost?.status === "rejected" ? (lost.reason.code ?? lost.reason.name) : "done";
    expect(reason).toBe(outcome);
    expect(await placesOf(sql, [id])).toEqual(places[status]);
    expect(await sql`select status from sale where id = ${id}`).toMatchObject([{ status }]);
    const audited = await sql`select operation from audit_entry where record_id = ${id}`;
    expect(audited.map((row) => row["operation"])).toEqual(first === "job" ? [] : [`dead-letter.${first}`]);
  });

  test("all three at once, many times: one of them decides, and no sale is posted twice or left in two places", async () => {
    for (let round = 0; round < 40; round += 1) {
      const id = await plantSale();
      const plans = await planSales(sql, [id]);
      await Promise.allSettled(Object.values(contenders).map((run) => run(id, plans)));
      const [row] = await sql<{ status: string }[]>`select status from sale where id = ${id}`;
      expect(await placesOf(sql, [id])).toEqual(places[row?.status ?? ""]);
    }
  });
});

test("after all of this the books add up", async () => expect(await verifyBooks(sql)).toEqual([]));
