import { randomUUID } from "node:crypto";
import {
  type EventKind,
  eventKindNames,
  member,
  programmeFile,
  redemption,
  reward,
  sale,
  segment,
} from "@rewards/domain";
import { beforeAll, describe, expect, test } from "vitest";
import {
  freshKey,
  keyOf,
  newMember,
  newRedemption,
  newReward,
  newSale,
  newSegment,
  times,
} from "../../../../test/src/records.ts";
import { applyProgrammes } from "../../../operations/src/programme.apply.ts";
import { sweepExpired } from "../expiry/expiry.sweep.ts";
import { settle } from "../object/object.settle.ts";
import { recordFailing } from "../pending/pending.failing.ts";
import { fulfilRedemptions } from "../redemption/redemption.process.ts";
import { expireItems } from "../redemption-item/redemption-item.expire.ts";
import { loadOpenSales } from "../sale/sale.load.ts";
import { parkSales } from "../sale/sale.park.ts";
import { act } from "../testing/act.ts";
import { holding, insertAll, openTestDatabase } from "../testing/database.ts";
import { expireByHand, mintItems, redemptionDeps, redemptionOf } from "../testing/items.ts";
import { adjustmentOf, post } from "../testing/ledger.ts";
import { insertSales, openShop, settleSales } from "../testing/shop.ts";
import { tellExpiring } from "./event.expiring.ts";
import { renderEvents } from "./event.render.ts";

const database = await openTestDatabase(6);
const { sql } = database;
const shop = await openShop(sql, 3);
const dayMs = 86_400_000;

interface Told {
  readonly kind: EventKind;
  readonly ids: readonly string[];
  readonly size: number;
  readonly data: readonly unknown[] | null;
}

/** The rows of the log that a run writes. */
async function toldBy(run: () => Promise<unknown>): Promise<Told[]> {
  const [last] = await sql<{ id: string }[]>`select coalesce(max(id), 0) as id from event`;
  await run();
  return sql<Told[]>`select kind, ids, size, data from event where id > ${last?.id ?? 0} order by id`;
}

/** The events of one kind that a run tells. */
async function toldOf(kind: EventKind, run: () => Promise<unknown>) {
  const rows = (await toldBy(run)).filter((row) => row.kind === kind);
  return rows.flatMap(({ ids, data }) => ids.map((id, index) => (data ? [id, data[index]] : [id])));
}

const wanted = (kinds: readonly string[]) => sql`select keep_events(${[...kinds]}::text[])`;
const sorted = (ids: readonly string[]) => [...ids].sort().map((id) => [id]);

async function settled(definition: typeof sale | typeof redemption, id: string): Promise<void> {
  const { class: className, noun, initial, transitions } = definition;
  const outcomes = [{ id, status: transitions.reject.to, note: "Error_Test: refused" }];
  await sql.begin((tx) => settle(tx, { class: className, noun, from: [initial] }, outcomes));
}

/** A new programme whose points expire. */
async function applyExpiry(expiry: object) {
  const businessId = freshKey("CLUB");
  const file = { programmes: [{ businessId, name: "Club", currencies: [{ name: "Points", expiry }] }] };
  await applyProgrammes(sql, programmeFile.parse(file), { actor: "ann" });
  const [currency] = await sql<{ id: string }[]>`
    select c.id from currency c join programme p on p.id = c.program where p.business_id = ${businessId}`;
  return { businessId, currencyId: currency?.id as string };
}

/** Each kind: what happens, and the subjects of its events. */
const effects: Readonly<
  Record<EventKind, () => Promise<[run: () => Promise<unknown>, told: () => Promise<unknown[][]>]>>
> = {
  "sale.accepted": async () => {
    const sales = times(3, (n) => shop.newSale(n));
    return [() => insertSales(sql, sales), async () => sorted(sales.map(({ id }) => id))];
  },
  "sale.completed": async () => {
    const ids = await insertSales(
      sql,
      times(3, (n) => shop.newSale(n)),
    );
    return [() => settleSales(sql, ids), async () => sorted(ids)];
  },
  "sale.rejected": async () => {
    const [id = ""] = await insertSales(sql, [shop.newSale(0)]);
    return [() => settled(sale, id), async () => [[id]]];
  },
  "sale.awaiting": async () => {
    const of = newSale({ member: freshKey("unknown"), store: freshKey("nowhere"), product: shop.product });
    const [id = ""] = await insertSales(sql, [of]);
    return [
      async () => parkSales(sql, await loadOpenSales(sql, [id])),
      async () => [[id, { Awaiting: ["Member", "Store"] }]],
    ];
  },
  "redemption.completed": async () => {
    const free = newReward(undefined, { RewardType: "digital", RewardCost: "" });
    await insertAll(sql, reward, [free]);
    const asked = newRedemption(shop.members[0] as string, [{ reward: keyOf(free, "ExternalID") }]);
    await insertAll(sql, redemption, [asked]);
    return [async () => fulfilRedemptions(sql, [asked.id], await redemptionDeps(sql)), async () => [[asked.id]]];
  },
  "redemption.rejected": async () => {
    const [id = ""] = await insertAll(sql, redemption, [
      newRedemption(shop.members[0] as string, [{ reward: "none" }]),
    ]);
    return [() => settled(redemption, id), async () => [[id]]];
  },
  "voucher.locked": async () => {
    const [id = ""] = await mintItems(sql, 1);
    return [() => act(sql, "Lock", "redemption_item", id), async () => [[id]]];
  },
  "voucher.unlocked": async () => {
    const [id = ""] = await mintItems(sql, 1);
    await act(sql, "Lock", "redemption_item", id);
    return [() => act(sql, "Unlock", "redemption_item", id), async () => [[id]]];
  },
  "redemption.cancelled": async () => {
    const [item = ""] = await mintItems(sql, 2);
    const id = await redemptionOf(sql, item);
    return [() => act(sql, "Cancel", "redemption", id), async () => [[id]]];
  },
  "voucher.cancelled": async () => {
    const [id = ""] = await mintItems(sql, 1);
    return [() => act(sql, "Cancel", "redemption_item", id), async () => [[id]]];
  },
  "voucher.used": async () => {
    const [id = ""] = await mintItems(sql, 1);
    return [() => act(sql, "Use", "redemption_item", id), async () => [[id]]];
  },
  "voucher.expired": async () => {
    const ids = await mintItems(sql, 2);
    await expireByHand(sql, ids);
    return [() => expireItems(sql), async () => sorted(ids)];
  },
  "member.created": async () => {
    const members = times(3, () => newMember());
    return [() => insertAll(sql, member, members), async () => sorted(members.map(({ id }) => id))];
  },
  "member.merged": async () => {
    const [stays, ends] = [newMember(), newMember()];
    const [id = "", other = ""] = await insertAll(sql, member, [stays, ends]);
    return [
      () => act(sql, "Merge", "member", id, { FromMemberExternalID: keyOf(ends, "ExternalID") }),
      async () =>
        (await sql<{ id: string }[]>`select id from member_merge where from_member = ${other}`).map((row) => [row.id]),
    ];
  },
  "balance.changed": async () => {
    const [id = ""] = shop.memberIds;
    const [first] = await sql`select coalesce(max(sequence), 0) as at from ledger_entry where member = ${id}`;
    const ids = await insertSales(
      sql,
      times(5, () => shop.newSale(0)),
    );
    const entries = async () => {
      const rows = await sql<{ id: string }[]>`
        select id from ledger_entry where member = ${id} and sequence > ${first?.["at"]} order by sequence`;
      return rows.map((row) => [row.id]);
    };
    return [() => settleSales(sql, ids), entries];
  },
  "points.expiring": async () => {
    const { businessId, currencyId } = await applyExpiry({ months: 1 });
    const [soon = "", later = ""] = await insertAll(
      sql,
      member,
      times(2, () => newMember(undefined, { ProgramBusinessID: businessId })),
    );
    // So many days of a month are left, that one expires within 30 days; the other one is told at a later run.
    await post(sql, [adjustmentOf(soon, 10, { currencyId })], Date.now() - 20 * dayMs);
    await post(sql, [adjustmentOf(later, 10, { currencyId })], Date.now() + 5 * dayMs);
    const run = async () => {
      await tellExpiring(database.scans, Number.POSITIVE_INFINITY);
      await tellExpiring(database.scans, Number.POSITIVE_INFINITY);
    };
    return [
      run,
      async () => [[soon, { Currency: "Points", Points: 10, ExpirationDateTime: expect.stringMatching(/Z$/) }]],
    ];
  },
  "points.expired": async () => {
    const { businessId, currencyId } = await applyExpiry({ months: 1 });
    const [id = ""] = await insertAll(sql, member, [newMember(undefined, { ProgramBusinessID: businessId })]);
    await post(sql, [adjustmentOf(id, 10, { currencyId })], Date.now() - 90 * dayMs);
    const entries = async () => {
      const rows = await sql<{ id: string }[]>`select id from ledger_entry where member = ${id} and type = 'Expiry'`;
      expect(rows).toHaveLength(1);
      return rows.map((row) => [row.id]);
    };
    return [() => sweepExpired(database), entries];
  },
  "tier.changed": async () => {
    const businessId = freshKey("TIERS");
    const tiers = { period: "year", counts: "base", levels: [{ name: "Silver", from: "5" }] };
    const file = { programmes: [{ businessId, name: "Club", currencies: [{ name: "Points" }], tiers }] };
    await applyProgrammes(sql, programmeFile.parse(file), { actor: "ann" });
    const of = newMember(undefined, { ProgramBusinessID: businessId });
    await insertAll(sql, member, [of]);
    const ids = await insertSales(sql, [newSale({ member: keyOf(of, "ExternalID"), ...shop, total: 10 })]);
    const changes = async () =>
      (await sql<{ id: string }[]>`select id from tier_change where member = ${of.id}`).map(({ id }) => [id]);
    return [() => settleSales(sql, ids), changes];
  },
  "reward.out_of_stock": async () => {
    const counted = newReward(undefined, { RewardType: "stock_control", RewardCost: "" });
    await insertAll(sql, reward, [counted]);
    await act(sql, "AddRewardStock", "reward", counted.id, { RewardQuantity: 2 });
    const asked = newRedemption(shop.members[0] as string, [{ reward: keyOf(counted, "ExternalID"), quantity: 2 }]);
    await insertAll(sql, redemption, [asked]);
    return [async () => fulfilRedemptions(sql, [asked.id], await redemptionDeps(sql)), async () => [[counted.id]]];
  },
  "segment.changed": async () => {
    const [id = ""] = await insertAll(sql, segment, [newSegment()]);
    const content = { MemberExternalIDs: [shop.members[0]] };
    return [() => act(sql, "AddMembers", "segment", id, content), async () => [[id]]];
  },
  "dead_letter.created": async () => {
    const [id = ""] = await insertSales(sql, [shop.newSale(0)]);
    const failure = { reason: "Error_Processing_Failed", error: "broken", job: "", trace: "" } as const;
    return [
      () => recordFailing(sql, sale.class, [id], failure, 1),
      async () => [[id, { Class: sale.class, Reason: "Error_Processing_Failed" }]],
    ];
  },
};

test("nothing is told while nobody asks for it", async () => {
  expect(await toldBy(async () => settleSales(sql, await insertSales(sql, [shop.newSale(0)])))).toEqual([]);
});

describe("once it is asked for", () => {
  beforeAll(async () => {
    await wanted(eventKindNames);
  });

  test.each(eventKindNames)("%s is told, once for each record, and in its transaction", async (kind) => {
    const [run, subjects] = await effects[kind]();
    const told = await toldOf(kind, run);
    expect(told).toEqual(await subjects());
  });

  test("a batch of 300 sales is a row of each kind", async () => {
    const ids: string[] = [];
    const told = await toldBy(async () => {
      ids.push(
        ...(await insertSales(
          sql,
          times(300, (n) => shop.newSale(n)),
        )),
      );
      await settleSales(sql, ids);
    });
    expect(told.map(({ kind, size }) => [kind, size])).toEqual(
      expect.arrayContaining([
        ["sale.accepted", 300],
        ["sale.completed", 300],
        ["balance.changed", 300],
      ]),
    );
    expect(told).toHaveLength(3);
  });

  test("a row has at most a thousand events", async () => {
    const told = await toldBy(() =>
      insertAll(
        sql,
        member,
        times(2_001, () => newMember()),
      ),
    );
    expect(told.map(({ size, ids }) => [size, ids.length])).toEqual([
      [1_000, 1_000],
      [1_000, 1_000],
      [1, 1],
    ]);
    expect(new Set(told.flatMap(({ ids }) => ids)).size).toBe(2_001);
  });

  test("an effect that is undone tells nothing, and one whose record did not move tells nothing", async () => {
    const [id = ""] = await insertSales(sql, [shop.newSale(0)]);
    const told = await toldBy(async () => {
      await holding(
        sql,
        (tx) => tx`update sale set status = 'Resolved-Completed' where id = ${id}`,
        async () => "rollback",
      );
      await sql`update sale set confirmation_note = 'again' where id = ${id}`;
    });
    expect(told).toEqual([]);
  });
});

test("no role of a process writes an event, or has a kind written, but by what it does", async () => {
  for (const role of ["api", "worker", "console"] as const) {
    const client = database.openPool(1, await database.urlFor(role));
    await expect(client`insert into event (kind, ids, size) values ('sale.completed', '{}', 0)`).rejects.toMatchObject({
      code: "42501",
    });
    await expect(client`insert into event_kind (kind) values ('sale.completed')`).rejects.toMatchObject({
      code: "42501",
    });
  }
});

test.each(["api", "worker"] as const)("the role of the %s reads what events of each kind say", async (role) => {
  const client = database.openPool(1, await database.urlFor(role));
  const stored = eventKindNames.map((kind, index) => ({
    ...{ kind, number: BigInt(index + 1), id: randomUUID(), at: new Date(), subject: randomUUID(), data: undefined },
  }));
  // Of a record that is gone, an event is left out, but for those whose data says all.
  expect((await renderEvents(client, stored)).map(({ kind }) => kind)).toEqual(["dead_letter.created"]);
});

test("an event of a redemption without an ExternalID has no such member", async () => {
  const asked = newRedemption(shop.members[0] as string, [{ reward: "none" }]);
  const [subject = ""] = await insertAll(sql, redemption, [asked]);
  const told = { number: 1n, id: randomUUID(), at: new Date(), subject, data: undefined };
  const [event] = await renderEvents(sql, [{ ...told, kind: "redemption.rejected" }]);
  expect(event?.body).toHaveProperty("MemberExternalID", shop.members[0]);
  expect(event?.body).not.toHaveProperty("ExternalID");
});
