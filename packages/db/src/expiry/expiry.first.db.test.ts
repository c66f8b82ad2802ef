import { AppError, addBalance, member, type Programme, programmeFile, redemption, reward, sale } from "@rewards/domain";
import { describe, expect, test } from "vitest";
import { freshKey, keyOf, newMember, newRedemption, newReward, newSale } from "../../../../test/src/records.ts";
import { verifyBooks } from "../../../operations/src/books/books.verify.ts";
import { applyProgrammes } from "../../../operations/src/programme.apply.ts";
import { rechain } from "../../../operations/src/testing/damage.ts";
import { runActions } from "../action/action.run.ts";
import { createCatalogueCache } from "../catalogue/catalogue.cache.ts";
import { processRedemptions } from "../redemption/redemption.process.ts";
import { processSales } from "../sale/sale.process.ts";
import { act } from "../testing/act.ts";
import { insertAll, openTestDatabase } from "../testing/database.ts";
import { adjustmentOf, post } from "../testing/ledger.ts";
import { openShop } from "../testing/shop.ts";

const database = await openTestDatabase();
const { sql } = database;
const shop = await openShop(sql, 1);
const deps = { database, catalogue: createCatalogueCache(sql) };
const dayMs = 86_400_000;
const ago = (days: number) => Date.now() - days * dayMs;

async function applyRules(businessId: string, rules: { expiry?: object; windowDays?: number }): Promise<string> {
  const { programmes } = programmeFile.parse({
    programmes: [
      {
        ...{ businessId, name: businessId, currencies: [{ name: "Points", expiry: rules.expiry }] },
        returns: { windowDays: rules.windowDays ?? 0 },
      },
    ],
  });
  await applyProgrammes(sql, { programmes }, { actor: "ann" });
  const { programmes: known } = await deps.catalogue.read(new Set(), new Set());
  return (known.get(businessId) as Programme).currencies[0].id;
}

const monthly = await applyRules("MONTHLY", { expiry: { months: 1 } });
const idle = await applyRules("IDLE", { expiry: { inactiveMonths: 1 } });
const windowed = await applyRules("WINDOWED", { windowDays: 10 });
const plain = await applyRules("PLAIN", {});
const programmeOf = new Map([
  [monthly, "MONTHLY"],
  [idle, "IDLE"],
  [windowed, "WINDOWED"],
  [plain, "PLAIN"],
]);
const mug = newReward(undefined, { RewardType: "unlimited", RewardCost: "1" });
await insertAll(sql, reward, [mug]);

/** A new member with adjustments of so many points, posted so many days ago. */
async function join(currencyId: string, ...awards: [days: number, points: number][]) {
  const record = newMember(undefined, { ProgramBusinessID: programmeOf.get(currencyId) ?? currencyId });
  const [id = ""] = await insertAll(sql, member, [record]);
  for (const [days, points] of awards) await post(sql, [adjustmentOf(id, points, { currencyId })], ago(days));
  return { id, key: keyOf(record, "ExternalID"), currencyId };
}
type Joined = Awaited<ReturnType<typeof join>>;

const entriesOf = async ({ id }: Joined) => {
  const rows = await sql<{ type: string; amount: string }[]>`
    select type, trim_scale(currency_awarded)::text as amount from ledger_entry where member = ${id} order by sequence`;
  return rows.map(({ type, amount }) => `${type} ${amount}`);
};

async function redeem({ key }: Joined, cost: number) {
  const [id = ""] = await insertAll(sql, redemption, [
    newRedemption(key, [{ reward: keyOf(mug, "ExternalID"), quantity: cost }]),
  ]);
  await processRedemptions([id], deps);
  const [row] = await sql<{ status: string; note: string }[]>`
    select status, confirmation_note as note from redemption where id = ${id}`;
  return [row?.status, row?.note];
}

/** Each original gets a line. */
async function sell({ key }: Joined, quantity: number, total: number, ...originals: string[]) {
  const externalId = freshKey("sale");
  const item = { ProductCode: shop.product, Quantity: quantity, TotalAmount: total };
  const linked = originals.map((original) => ({ ...item, OriginalSaleExternalID: original }));
  const items = linked.length > 0 ? linked : [item];
  const record = newSale({ member: key, store: shop.store, product: "", externalId, more: { SaleItems: items } });
  const [id = ""] = await insertAll(sql, sale, [record]);
  await processSales([id], deps, "wait");
  const [row] = await sql<
    { status: string; note: string }[]
  >`select status, confirmation_note as note from sale where id = ${id}`;
  return { key: externalId, status: row?.status, note: row?.note };
}

/** Moves the entries of a member into the past, as if the service had posted them then. */
const backdate = async ({ id, currencyId }: Joined, days: number) =>
  sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update ledger_entry set create_date_time = create_date_time - ${days} * interval '1 day' where member = ${id}`;
    for (const table of ["sale_return", "returned_line"])
      await tx`update ${tx(table)} set original_posted_at = original_posted_at - ${days} * interval '1 day' where member = ${id}`;
    await tx.unsafe(rechain(id, currencyId));
  });

/** Cancels the member's redemptions. */
async function cancel({ key }: Joined): Promise<void> {
  const rows = await sql<{ id: string }[]>`
    select id from redemption where member_external_id = ${key} and status = 'Resolved-Completed'`;
  for (const { id } of rows) await act(sql, "Cancel", "redemption", id);
}

const adjust = ({ id }: Joined, amount: number) =>
  act(sql, "AddBalance", "member", id, { AdjustBalances: { Amount: amount, Name: "Points" } });

describe("a redemption", () => {
  test("cannot spend points that have expired, and posts their Expiry entry even if it is rejected", async () => {
    const of = await join(monthly, [45, 100], [1, 50]);
    expect(await redeem(of, 60)).toEqual([
      "Resolved-Rejected",
      "Error_Balance_Insufficient: the cost of 60 Points is more than the member can spend.",
    ]);
    expect(await redeem(of, 40)).toEqual(["Resolved-Completed", "Redeemed for 40 Points."]);
    expect(await entriesOf(of)).toEqual(["Adjustment 100", "Adjustment 50", "Expiry -100", "Redemption -40"]);
    const [expiry] = await sql`
      select x.source_class, s.currency_awarded::int as award, x.why, x.rules from ledger_entry x join ledger_entry s on s.id = x.source_id
      where x.member = ${of.id} and x.type = 'Expiry'`;
    expect(expiry).toEqual({
      source_class: "LedgerEntryCase",
      award: 100,
      why: '{"base":-100,"lines":[],"rules":[]}',
      rules: null,
    });
  });

  test("that is cancelled gives points back to the awards that they came from; what has expired of them expires at once", async () => {
    const of = await join(monthly, [20, 100]);
    expect((await redeem(of, 60))[0]).toBe("Resolved-Completed");
    await backdate(of, 15);
    await adjust(of, 50);
    await adjust(of, -1);
    await cancel(of);
    expect(await entriesOf(of)).toEqual([
      ...["Adjustment 100", "Redemption -60", "Adjustment 50", "Expiry -40", "Adjustment -1"],
      ...["Cancellation 60", "Expiry -59"],
    ]);
    const [expiry] = await sql`
      select x.source_class, s.type, x.why::jsonb ->> 'award' = 'LED-' || replace(a.id::text, '-', '') as names_award from ledger_entry x
      join ledger_entry s on s.id = x.source_id join ledger_entry a on a.member = x.member and a.sequence = 1
      where x.member = ${of.id} and x.sequence = 7`;
    expect(expiry).toEqual({ source_class: "LedgerEntryCase", type: "Cancellation", names_award: true });
    expect((await redeem(of, 50))[0]).toBe("Resolved-Completed");
  });

  test("finds expired what deductions did not take of the oldest awards", async () => {
    const of = await join(monthly, [50, 100], [45, 30], [40, -80], [1, 50]);
    expect((await redeem(of, 50))[0]).toBe("Resolved-Completed");
    expect((await entriesOf(of)).slice(4)).toEqual(["Expiry -50", "Redemption -50"]);
  });

  test("of a balance without an entry for its months finds all of it expired; an entry in time keeps all", async () => {
    const [gone, kept] = [await join(idle, [60, 100], [45, 30]), await join(idle, [60, 100], [15, 30])];
    expect((await redeem(gone, 1))[0]).toBe("Resolved-Rejected");
    expect((await redeem(kept, 130))[0]).toBe("Resolved-Completed");
    expect([await entriesOf(gone), await entriesOf(kept)]).toEqual([
      ["Adjustment 100", "Adjustment 30", "Expiry -130"],
      ["Adjustment 100", "Adjustment 30", "Redemption -130"],
    ]);
  });

  test("cannot spend points of sales inside the return window; its note says until when, and later it can", async () => {
    const of = await join(windowed);
    const { key } = await sell(of, 3, 90);
    await adjust(of, 20);
    const [status, note] = await redeem(of, 21);
    const [posted] = await sql<
      { at: Date }[]
    >`select create_date_time as at from ledger_entry where member = ${of.id} and type = 'Sale'`;
    const until = new Date((posted?.at.getTime() ?? 0) + 10 * dayMs).toISOString();
    expect([status, note]).toEqual([
      "Resolved-Rejected",
      `Error_Balance_Insufficient: the cost of 21 Points is more than the member can spend; points are pending until ${until} at the latest.`,
    ]);
    expect((await redeem(of, 20))[0]).toBe("Resolved-Completed");
    expect((await sell(of, -1, -30, key)).status).toBe("Resolved-Completed");
    expect((await redeem(of, 1))[1]).toMatch(/the cost of 1 Points is more .+; points are pending until/);
    await backdate(of, 10);
    expect((await redeem(of, 60))[0]).toBe("Resolved-Completed");
    expect(await entriesOf(of)).toEqual(["Sale 90", "Adjustment 20", "Redemption -20", "Return -30", "Redemption -60"]);
  });

  test("of a programme without expiry and window sends no further statement", async () => {
    const recorder = database.openRecorder();
    const counts = await Promise.all(
      [plain, monthly, windowed].map(async (currency) => (await join(currency, [40, 5])).key),
    ).then(async (keys) => {
      const sent: number[] = [];
      for (const key of keys) {
        const [id = ""] = await insertAll(sql, redemption, [
          newRedemption(key, [{ reward: keyOf(mug, "ExternalID") }]),
        ]);
        const scene = { database: { ...database, sql: recorder.sql }, catalogue: deps.catalogue };
        sent.push((await recorder.record(() => processRedemptions([id], scene))).length);
      }
      return sent;
    });
    const [least = 0] = counts;
    // The expired member has a further entry, in the same statements.
    expect(counts).toEqual([least, expect.any(Number), least + 1]);
  });
});

describe("an adjustment", () => {
  test("downward takes no expired points, and changes nothing if too few are left", async () => {
    const of = await join(monthly, [45, 100], [1, 50]);
    await expect(adjust(of, -51)).rejects.toMatchObject({ code: "Error_Balance_Insufficient", status: 422 });
    expect(await entriesOf(of)).toEqual(["Adjustment 100", "Adjustment 50"]);
    await adjust(of, -50);
    expect(await entriesOf(of)).toEqual(["Adjustment 100", "Adjustment 50", "Expiry -100", "Adjustment -50"]);
  });

  test("upward, and a sale, leave expired points to the sweep", async () => {
    const of = await join(monthly, [45, 100]);
    await adjust(of, 5);
    await sell(of, 1, 7);
    expect(await entriesOf(of)).toEqual(["Adjustment 100", "Adjustment 5", "Sale 7"]);
  });
});

describe("a return that names its sale", () => {
  test("takes nothing if the points of that sale have expired, and says so", async () => {
    const of = await join(monthly);
    const { key } = await sell(of, 2, 100);
    await sell(of, 1, 8);
    await backdate(of, 45);
    await sell(of, 1, 7);
    const back = await sell(of, -1, -50, key);
    expect([back.status, back.note]).toEqual([
      "Resolved-Completed",
      `The points of sale ${key} had expired: nothing taken back for it.`,
    ]);
    expect(await entriesOf(of)).toEqual(["Sale 100", "Sale 8", "Sale 7", "Expiry -108"]);
    const rows = await sql`select quantity::int, points::int, expired from sale_return where member = ${of.id}`;
    expect([...rows]).toEqual([{ quantity: 1, points: 0, expired: true }]);
  });

  test("takes expired points first, so that what it takes comes from its own award", async () => {
    const of = await join(monthly, [45, 100]);
    const { key } = await sell(of, 1, 40);
    await sell(of, -1, -40, key);
    expect(await entriesOf(of)).toEqual(["Adjustment 100", "Sale 40", "Expiry -100", "Return -40"]);
  });

  test("takes nothing of an award that expired once, although an edit or an entry gave the rest more time", async () => {
    const [edited, renewed] = [await applyRules("EDITED", { expiry: { months: 1 } }), idle];
    programmeOf.set(edited, "EDITED");
    const members = [await join(edited), await join(renewed)];
    for (const of of members) {
      const { key } = await sell(of, 3, 30);
      await backdate(of, 45);
      await redeem(of, 1);
      await applyRules("EDITED", { expiry: { months: 12 } });
      await adjust(of, 5);
      const back = await sell(of, -1, -10, key);
      expect(back.note).toContain("had expired");
      await applyRules("EDITED", {});
      expect((await sell(of, -1, -10, key)).note).toContain("had expired");
      expect(await entriesOf(of)).toEqual(["Sale 30", "Expiry -30", "Adjustment 5"]);
    }
  });

  test("takes nothing of an award that was spent before it expired, although an edit gave the rest more time", async () => {
    const spentRules = await applyRules("SPENT", { expiry: { months: 1 } });
    programmeOf.set(spentRules, "SPENT");
    const [spent, kept] = [await join(spentRules), await join(spentRules)];
    const [{ key: old }, { key: older }, { key: rest }] = [
      await sell(spent, 3, 30),
      await sell(spent, 2, 8),
      await sell(kept, 3, 30),
    ];
    await adjust(spent, -38);
    await adjust(kept, -29);
    await backdate(spent, 45);
    await backdate(kept, 45);
    await applyRules("SPENT", { expiry: { months: 12 } });
    expect((await sell(spent, -1, -4, old, older)).note).toMatch(/had expired.*had expired/);
    expect((await sell(kept, -1, -10, rest)).note).toBe("");
    expect(await entriesOf(spent)).toEqual(["Sale 30", "Sale 8", "Adjustment -38"]);
    expect(await entriesOf(kept)).toEqual(["Sale 30", "Adjustment -29", "Return -10"]);
  });
});

test("of the deductions of a batch, each expires points of its own member, and one that is refused posts none", async () => {
  const [spent, kept, broke] = [
    await join(monthly, [45, 100], [1, 50]),
    await join(monthly, [1, 50]),
    await join(monthly, [45, 100], [1, 50]),
  ];
  const amounts = new Map([[spent, -40] as const, [kept, -40] as const, [broke, -60] as const]);
  const calls = [...amounts].map(([{ id }, Amount]) => ({
    ...{ id, user: "clerk", content: { AdjustBalances: { Amount, Name: "Points" } } },
  }));
  const { answers } = await runActions(sql, addBalance, calls);
  expect(answers.map((answer) => (answer instanceof AppError ? answer.code : answer?.status))).toEqual([
    "Open-Active",
    "Open-Active",
    "Error_Balance_Insufficient",
  ]);
  expect(await Promise.all([spent, kept, broke].map(entriesOf))).toEqual([
    ["Adjustment 100", "Adjustment 50", "Expiry -100", "Adjustment -40"],
    ["Adjustment 50", "Adjustment -40"],
    ["Adjustment 100", "Adjustment 50"],
  ]);
});

test("after all of this the books add up", async () => expect(await verifyBooks(sql)).toEqual([]));
