import { member, normaliseVoucherCode, redemption, redemptionItem, reward } from "@rewards/domain";
import { describe, expect, test } from "vitest";
import {
  freshKey,
  keyOf,
  type LineOptions,
  newId,
  newMember,
  newRedemption,
  newReward,
  times,
} from "../../../../test/src/records.ts";
import { verifyBooks } from "../../../operations/src/books/books.verify.ts";
import type { Sql, Tx } from "../client.ts";
import { VoucherTakenError } from "../redemption-item/redemption-item.insert.ts";
import { act } from "../testing/act.ts";
import { holding, insertAll, openTestDatabase, untilWaiting } from "../testing/database.ts";
import { redemptionDeps } from "../testing/items.ts";
import { balancesOf } from "../testing/shop.ts";
import { addPoints } from "../testing/targets.ts";
import { fulfilRedemptions } from "./redemption.process.ts";

const database = await openTestDatabase(20);
const { sql } = database;
const deps = await redemptionDeps(sql);

const givePoints = (id: string, amount: number) => act(sql, "AddBalance", "member", id, addPoints(amount));
const addStock = (id: string, quantity: number) =>
  act(sql, "AddRewardStock", "reward", id, { RewardQuantity: quantity });

async function addMember(points: number): Promise<{ id: string; key: string }> {
  const one = newMember();
  await insertAll(sql, member, [one]);
  if (points > 0) await givePoints(one.id, points);
  return { id: one.id, key: keyOf(one, "ExternalID") };
}

async function addReward(stock: number, more: Record<string, unknown> = {}): Promise<{ id: string; key: string }> {
  const one = newReward(undefined, more);
  await insertAll(sql, reward, [one]);
  if (stock > 0) await addStock(one.id, stock);
  return { id: one.id, key: keyOf(one, "ExternalID") };
}

async function ask(of: string, lines: readonly LineOptions[]): Promise<string> {
  const [id = ""] = await insertAll(sql, redemption, [newRedemption(of, lines)]);
  return id;
}

const fulfil = async (ids: readonly string[], client: Sql = sql) =>
  (await fulfilRedemptions(client, ids, deps)).settled.length;

interface Seen {
  readonly status: string;
  readonly note: string;
  readonly items: number;
}

async function look(id: string): Promise<Seen> {
  const [row] = await sql<Seen[]>`
    select status, confirmation_note as note, (select count(*)::int from redemption_item where redemption = r.id) as items
    from redemption r where id = ${id}`;
  if (!row) throw new Error("no such redemption");
  return row;
}

const countStatuses = async (ids: readonly string[]): Promise<Record<string, number>> => {
  const rows = await sql<{ status: string; count: number }[]>`
    select status, count(*)::int from redemption where id = any(${[...ids]}::uuid[]) group by status`;
  return Object.fromEntries(rows.map((row) => [row.status, row.count]));
};

async function stockOf(id: string): Promise<Record<string, number>> {
  const [row] = await sql`select added, available, issued from stock where reward_id = ${id}`;
  return Object.fromEntries(Object.entries(row ?? {}).map(([name, value]) => [name, Number(value)]));
}

describe("a member's redemptions within an hour and a day are limited", () => {
  const limits = { hourMax: 2, dayMax: 3 };
  const redeem = (ids: readonly string[]) => fulfilRedemptions(sql, ids, { ...deps, limits });
  const hoursLater = (hours: number, key: string) =>
    sql`update redemption_item set create_date_time = create_date_time - ${hours} * interval '1 hour'
      where member_external_id = ${key}`;

  test("over all batches, those at the same time included; those over it are rejected and take nothing", async () => {
    const [of, other] = [await addMember(100), await addMember(100)];
    const { id, key: mug } = await addReward(100);
    const line = [{ reward: mug }, { reward: mug }];
    const batches = await Promise.all(times(4, () => Promise.all([ask(of.key, line), ask(of.key, line)])));
    await Promise.all(batches.map(redeem));
    expect(await countStatuses(batches.flat())).toEqual({ "Resolved-Completed": 2, "Resolved-Rejected": 6 });
    expect((await stockOf(id))["available"]).toBe(96);
    const free = await ask(other.key, line);
    await redeem([free]);
    expect(await look(free)).toMatchObject({ status: "Resolved-Completed" });
  });

  test("an hour later members may redeem again, until the limit of the day", async () => {
    const of = await addMember(100);
    const { key: mug } = await addReward(100);
    const one = async () => {
      const id = await ask(of.key, [{ reward: mug }]);
      await redeem([id]);
      return (await look(id)).note;
    };
    const inHour = "Error_Redemptions_TooMany: the member has redeemed 2 times within an hour.";
    expect([await one(), await one(), await one()]).toEqual([
      expect.anything(),
      expect.stringMatching(/^Redeemed/),
      inHour,
    ]);
    await hoursLater(1, of.key);
    expect([await one(), await one()]).toEqual([
      expect.stringMatching(/^Redeemed/),
      "Error_Redemptions_TooMany: the member has redeemed 3 times within a day.",
    ]);
    await hoursLater(23, of.key);
    expect(await one()).toMatch(/^Redeemed/);
  });
});

describe("a redemption", () => {
  test("takes the cost and the stock, mints one item per line and leaves pending, in one transaction", async () => {
    const of = await addMember(100);
    const [mug, free] = [
      await addReward(10, { DaysAvailable: "7" }),
      await addReward(0, { RewardType: "digital", RewardCost: "" }),
    ];
    const id = await ask(of.key, [
      { reward: mug.key, quantity: 3 },
      { reward: free.key, voucherCode: " gift-Ol 1" },
    ]);
    expect(await fulfil([id])).toBe(1);
    expect(await look(id)).toEqual({ status: "Resolved-Completed", note: "Redeemed for 30 Points.", items: 2 });
    expect(await balancesOf(sql, [of.id])).toEqual([70]);
    expect(await stockOf(mug.id)).toEqual({ added: 10, available: 7, issued: 3 });
    expect(await stockOf(free.id)).toEqual({ added: 0, available: 0, issued: 0 });
    expect(await sql`select from pending where id = ${id}`).toHaveLength(0);
    const items = await sql`
      select i.status, i.name, i.quantity, i.reward, i.voucher_code, i.voucher_key, i.member_external_id, e.at = i.expiration_date_time as expires
      from redemption_item i left join expiring e on e.item_id = i.id where redemption = ${id} order by i.quantity desc`;
    const common = { status: redemptionItem.initial, name: "Mug", member_external_id: of.key };
    expect([...items]).toEqual([
      {
        ...common,
        quantity: "3.0000",
        reward: mug.id,
        expires: true,
        voucher_code: expect.stringMatching(/^MINTED/),
        voucher_key: expect.any(String),
      },
      {
        ...common,
        quantity: "1.0000",
        reward: free.id,
        expires: null,
        voucher_code: " gift-Ol 1",
        voucher_key: "G1FT011",
      },
    ]);
  });

  test.each([
    [
      "an unknown member",
      async () => ask(freshKey("nobody"), [{ reward: (await addReward(1)).key }]),
      /^Error_Member_Unknown/,
    ],
    [
      "an unknown reward",
      async () => ask((await addMember(100)).key, [{ reward: freshKey("none") }]),
      /^Error_Reward_Unknown/,
    ],
    ["a deleted reward", async () => askForDeleted(), /^Error_Reward_Unknown/],
    [
      "an expired reward",
      async () =>
        ask((await addMember(100)).key, [
          { reward: (await addReward(1, { RewardExpiration: "2020-01-01T00:00:00Z" })).key },
        ]),
      /^Error_Reward_Expired/,
    ],
    [
      "a short balance",
      async () => ask((await addMember(9.9999)).key, [{ reward: (await addReward(1)).key }]),
      /^Error_Balance_Insufficient/,
    ],
    [
      "a short stock",
      async () => ask((await addMember(100)).key, [{ reward: (await addReward(1)).key, quantity: 2 }]),
      /^Error_Stock_Insufficient/,
    ],
    ["one code twice", async () => askForOneCodeTwice(), /^Error_Voucher_Taken/],
  ] as const)("of %s is rejected and mints nothing", async (_, prepare, note) => {
    const id = await prepare();
    const entries = (await sql`select from ledger_entry`).length;
    expect(await fulfil([id])).toBe(1);
    expect(await look(id)).toEqual({ status: "Resolved-Rejected", note: expect.stringMatching(note), items: 0 });
    expect(await sql`select from ledger_entry`).toHaveLength(entries);
    expect(await sql`select from pending where id = ${id}`).toHaveLength(0);
  });

  test("whose second line is refused takes nothing for its first", async () => {
    const of = await addMember(100);
    const [plenty, none] = [await addReward(10), await addReward(0)];
    const id = await ask(of.key, [{ reward: plenty.key, quantity: 2 }, { reward: none.key }]);
    await fulfil([id]);
    expect(await look(id)).toMatchObject({ status: "Resolved-Rejected", items: 0 });
    expect([await balancesOf(sql, [of.id]), await stockOf(plenty.id)]).toEqual([
      [100],
      { added: 10, available: 10, issued: 0 },
    ]);
  });

  test("that is already done or unknown is skipped", async () => {
    const of = await addMember(100);
    const id = await ask(of.key, [{ reward: (await addReward(5)).key }]);
    expect([await fulfil([id, newId()]), await fulfil([id]), await fulfil([])]).toEqual([1, 0, 0]);
    expect(await balancesOf(sql, [of.id])).toEqual([90]);
  });
});

async function askForDeleted(): Promise<string> {
  const gone = await addReward(5);
  await act(sql, "DeleteObject", "reward", gone.id);
  return ask((await addMember(100)).key, [{ reward: gone.key }]);
}

async function askForOneCodeTwice(): Promise<string> {
  const { key } = await addReward(5);
  return ask((await addMember(100)).key, [
    { reward: key, voucherCode: "TWICE-1" },
    { reward: key, voucherCode: "twice i" },
  ]);
}

test("a redemption sees what the redemptions before it in the batch took", async () => {
  const of = await addMember(25);
  const mug = await addReward(3);
  const ids = [];
  for (let index = 0; index < 4; index += 1) ids.push(await ask(of.key, [{ reward: mug.key }]));
  expect(await fulfil(ids.toReversed())).toBe(4);
  expect((await Promise.all(ids.map(look))).map(({ status }) => status)).toEqual([
    "Resolved-Completed",
    "Resolved-Completed",
    "Resolved-Rejected",
    "Resolved-Rejected",
  ]);
  expect(await balancesOf(sql, [of.id])).toEqual([5]);
});

test("1 and 100 redemptions take the same number of statements", async () => {
  const mug = await addReward(1_000, { DaysAvailable: "1" });
  const recorder = database.openRecorder();
  const counts: number[] = [];
  for (const count of [1, 100]) {
    const ids = await Promise.all(
      times(count, async () => ask((await addMember(10)).key, [{ reward: mug.key, voucherCode: freshKey("GIVEN") }])),
    );
    counts.push((await recorder.record(() => fulfil(ids, recorder.sql))).length);
    expect(await countStatuses(ids)).toEqual({ "Resolved-Completed": count });
  }
  expect(new Set(counts).size).toBe(1);
});

describe("concurrently", () => {
  test("of a hundred redemptions with balance for one, one completes", async () => {
    const of = await addMember(19);
    const mug = await addReward(200);
    const ids = await Promise.all(times(100, () => ask(of.key, [{ reward: mug.key }])));
    await Promise.all(ids.map((id) => fulfil([id])));
    expect(await countStatuses(ids)).toEqual({ "Resolved-Completed": 1, "Resolved-Rejected": 99 });
    expect(await balancesOf(sql, [of.id])).toEqual([9]);
  });

  test("four workers with the same redemptions fulfil each once, in 20 rounds", async () => {
    const workers = times(4, () => database.openPool(1));
    const mug = await addReward(1_000);
    for (let round = 0; round < 20; round += 1) {
      const members = await Promise.all(times(5, () => addMember(10)));
      const ids = await Promise.all(members.map(({ key }) => ask(key, [{ reward: mug.key }])));
      const settled = await Promise.all(
        workers.map((worker, index) => fulfil(index % 2 ? ids : ids.toReversed(), worker)),
      );
      expect(settled.reduce((sum, count) => sum + count, 0)).toBe(5);
      expect(await countStatuses(ids)).toEqual({ "Resolved-Completed": 5 });
      expect(
        await balancesOf(
          sql,
          members.map(({ id }) => id),
        ),
      ).toEqual([0, 0, 0, 0, 0]);
    }
  });

  test("with stock added during four batches, stock never falls below zero, and no redemption is refused while stock is left", async () => {
    const mug = await addReward(30, { RewardCost: "" });
    const members = await Promise.all(times(10, () => addMember(0)));
    const batches = await Promise.all(
      times(4, () => Promise.all(times(25, (index) => ask(members[index % 10]?.key as string, [{ reward: mug.key }])))),
    );
    await Promise.all([
      ...batches.flatMap((ids) => times(5, (part) => fulfil(ids.slice(part * 5, part * 5 + 5)))),
      ...times(20, () => addStock(mug.id, 1)),
    ]);
    const counts = await countStatuses(batches.flat());
    const { added, available, issued } = (await stockOf(mug.id)) as {
      added: number;
      available: number;
      issued: number;
    };
    expect(added).toBe(50);
    expect(issued).toBe(counts["Resolved-Completed"]);
    expect(available).toBe(50 - issued);
    expect(issued).toBeGreaterThanOrEqual(30);
    expect((counts["Resolved-Completed"] ?? 0) + (counts["Resolved-Rejected"] ?? 0)).toBe(100);
  });

  test("redemptions of a reward whose stock is not counted do not wait for its stock", async () => {
    const [of, free] = [await addMember(10), await addReward(0, { RewardType: "digital" })];
    const id = await ask(of.key, [{ reward: free.key }]);
    await holding(
      sql,
      (tx) => tx`select from stock where reward_id = ${free.id} for update`,
      async () => {
        expect(await fulfil([id])).toBe(1);
        return "commit";
      },
    );
    expect(await look(id)).toMatchObject({ status: "Resolved-Completed" });
  });

  test("AddBalance deductions and redemptions together never bring a balance below zero", async () => {
    const of = await addMember(50);
    const mug = await addReward(100);
    const ids = await Promise.all(times(10, () => ask(of.key, [{ reward: mug.key }])));
    const deductions = await Promise.all([
      ...times(10, async () =>
        givePoints(of.id, -10)
          .then(() => 1)
          .catch(() => 0),
      ),
      ...ids.map(async (id) => fulfil([id]).then(() => 0)),
    ]);
    const deducted = deductions.reduce((sum: number, count) => sum + count, 0);
    const { "Resolved-Completed": completed = 0 } = await countStatuses(ids);
    expect(deducted + completed).toBe(5);
    expect(await balancesOf(sql, [of.id])).toEqual([0]);
  });

  test("batches with shared members and rewards in different orders do not deadlock, in 20 rounds", async () => {
    const [members, rewards] = [
      await Promise.all(times(6, () => addMember(10_000))),
      await Promise.all(times(6, () => addReward(10_000))),
    ];
    const workers = times(4, () => database.openPool(1));
    for (let round = 0; round < 20; round += 1) {
      const batches = await Promise.all(
        workers.map((_, worker) =>
          Promise.all(
            times(6, (index) => {
              const at = worker % 2 ? index : 5 - index;
              return ask(members[at]?.key as string, [
                { reward: rewards[5 - at]?.key as string },
                { reward: rewards[at]?.key as string },
              ]);
            }),
          ),
        ),
      );
      const settled = await Promise.all(workers.map((worker, index) => fulfil(batches[index] as string[], worker)));
      expect(settled).toEqual([6, 6, 6, 6]);
    }
  });
});

describe("a voucher code", () => {
  /** An item without a redemption, for another session: only its code matters. */
  const insertStranger = (tx: Tx, code: string) => tx`
    insert into redemption_item (id, status, confirmation_note, create_user_id, update_user_id, name, quantity, voucher_code, voucher_key, member_external_id)
    values (${newId()}, 'Resolved-Completed', '', 'test', 'test', 'Stranger', 1, ${code}, ${normaliseVoucherCode(code)}, 'nobody')`;

  test.each([
    { end: "commit", status: "Resolved-Rejected" },
    { end: "rollback", status: "Resolved-Completed" },
  ] as const)(
    "that another transaction is taking depends on its $end, and the rest of the batch is fulfilled",
    async (given) => {
      const of = await addMember(100);
      const mug = await addReward(10);
      const code = freshKey("RACE");
      const ids = [
        await ask(of.key, [{ reward: mug.key, voucherCode: code }]),
        await ask(of.key, [{ reward: mug.key }]),
      ];
      let fulfilling: Promise<number> = Promise.resolve(0);
      await holding(
        sql,
        (tx) => insertStranger(tx, code),
        async () => {
          fulfilling = fulfil(ids);
          await untilWaiting(sql);
          return given.end;
        },
      );
      expect(await fulfilling).toBe(2);
      const [raced, other] = await Promise.all(ids.map(look));
      expect([raced?.status, other?.status]).toEqual([given.status, "Resolved-Completed"]);
      if (given.end === "commit") expect(raced?.note).toMatch(/^Error_Voucher_Taken/);
      expect(await balancesOf(sql, [of.id])).toEqual([given.end === "commit" ? 90 : 80]);
      // Deleted, since `verifyBooks` reports an item without a redemption.
      await sql`delete from redemption_item where voucher_key = ${normaliseVoucherCode(code)} and redemption is null`;
    },
  );

  test("given to two redemptions in two spellings at once goes to one of them, in 20 rounds", async () => {
    const mug = await addReward(100);
    for (let round = 0; round < 20; round += 1) {
      const [a, b] = [await addMember(10), await addMember(10)];
      const code = freshKey("LOOK");
      const ids = [
        await ask(a.key, [{ reward: mug.key, voucherCode: code }]),
        await ask(b.key, [{ reward: mug.key, voucherCode: code.toLowerCase().replaceAll("o", "0").replace("-", " ") }]),
      ];
      await Promise.all(ids.map((id) => fulfil([id])));
      expect(await countStatuses(ids)).toEqual({ "Resolved-Completed": 1, "Resolved-Rejected": 1 });
      expect((await balancesOf(sql, [a.id, b.id])).sort()).toEqual([0, 10]);
    }
  });

  test("that was minted before is replaced by a new one", async () => {
    const of = await addMember(100);
    const mug = await addReward(10);
    const [first, second] = [await ask(of.key, [{ reward: mug.key }]), await ask(of.key, [{ reward: mug.key }])];
    const codes = [freshKey("SAME"), freshKey("NEXT")] as const;
    await fulfilRedemptions(sql, [first], { ...deps, mintCode: () => codes[0] });
    const minted: string[] = [codes[0], codes[1]];
    await fulfilRedemptions(sql, [second], { ...deps, mintCode: () => minted.shift() ?? freshKey("LATE") });
    const rows = await sql`select voucher_code from redemption_item where redemption = ${second}`;
    expect([...rows]).toEqual([{ voucher_code: codes[1] }]);
  });

  test("that is minted again at each attempt fails the batch in the end, and nothing is written", async () => {
    const of = await addMember(100);
    const mug = await addReward(10);
    const [first, second] = [await ask(of.key, [{ reward: mug.key }]), await ask(of.key, [{ reward: mug.key }])];
    const stuck = { ...deps, mintCode: () => "STUCK-1" };
    await fulfilRedemptions(sql, [first], stuck);
    await expect(fulfilRedemptions(sql, [second], stuck)).rejects.toBeInstanceOf(VoucherTakenError);
    expect([await look(second), await balancesOf(sql, [of.id])]).toMatchObject([
      { status: redemption.initial, items: 0 },
      [90],
    ]);
    expect(await fulfil([second])).toBe(1);
  });
});

test("after all of this the books add up", async () => expect(await verifyBooks(sql)).toEqual([]));
