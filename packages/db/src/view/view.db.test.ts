import {
  actions,
  amountOf,
  availableOf,
  dataViewOf,
  dataViews,
  formatId,
  member,
  parseActionContent,
  parseParameters,
  parseQuery,
  product,
  recordsMax,
  redemption,
  reward,
  segment,
  store,
} from "@rewards/domain";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  freshKey,
  keyOf,
  newId,
  newMember,
  newProduct,
  newRedemption,
  newReward,
  newSegment,
  newStore,
  times,
} from "../../../../test/src/records.ts";
import { verifyBooks } from "../../../operations/src/books/books.verify.ts";
import { runAction } from "../action/action.run.ts";
import { fulfilRedemptions } from "../redemption/redemption.process.ts";
import { postSales } from "../sale/sale.commit.ts";
import { holding, insertAll, openTestDatabase, untilWaiting } from "../testing/database.ts";
import { redemptionDeps } from "../testing/items.ts";
import { addCurrency, adjustmentOf, post } from "../testing/ledger.ts";
import { insertSales, openShop, planSales } from "../testing/shop.ts";
import type { ViewAnswer } from "./view.call.ts";
import { collectAnswer, createViewRunner } from "./view.compile.ts";

const { sql, readDb } = await openTestDatabase();
const runner = createViewRunner(readDb);
const allTime = { FromDateTime: "2000-01-01T00:00:00Z", ToDateTime: "2100-01-01T00:00:00Z" };

// biome-ignore lint/suspicious/noExplicitAny: tests look into records of every class.
async function view(name: string, parameters?: Record<string, string>, select?: string[]): Promise<any[]> {
  const definition = dataViewOf(name);
  if (!definition) throw new Error(`no view ${name}`);
  const query = parseQuery(definition, select ? { query: { select: select.map((field) => ({ field })) } } : {});
  const call = { view: definition, parameters: parseParameters(definition, parameters), user: "api", query };
  return [...(await collectAnswer(runner, call)).data];
}

async function act(className: string, name: string, id: string, content?: unknown): Promise<void> {
  const action = actions.find((one) => one.target.class === className && one.name === name);
  if (!action) throw new Error("no such action");
  await runAction(sql, action, { id, content: parseActionContent(action, content), user: "api" });
}

const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const user = { "@class": "User", ID: "USR-api" };
const idOf = (prefix: string) => expect.stringMatching(new RegExp(`^${prefix}-[0-9a-f]{32}$`));
const referenceTo = (name: string, prefix: string) => ({ "@class": name, ID: idOf(prefix) });

/** The metadata that the interface defines, for a record that a call has just created. */
const metadataOf = (prefix: string, note: string, more: object = {}) => ({
  "@version": 1,
  ID: idOf(prefix),
  CreateDateTime: instant,
  UpdateDateTime: instant,
  CreateUser: user,
  UpdateUser: user,
  CreateUserID: "api",
  UpdateUserID: "api",
  ApplicationName: "Rewards",
  ApplicationVersion: "0.1.0",
  HistoryCounter: 1,
  Status: "Open-Active",
  BusinessID: expect.stringMatching(new RegExp(`^${prefix}-\\d+$`)),
  pzCaseTypeID: "",
  CaseSLAEventID: "",
  pzActiveStates: [],
  CurrentStageID: "Active",
  CurrentStageName: "Active",
  ConfirmationNote: note,
  Urgency: 10,
  Assignments: [],
  ...more,
});

const system = { "@class": "User", ID: "USR-system" };
const bySystem = { CreateUser: system, UpdateUser: system, CreateUserID: "system", UpdateUserID: "system" };

describe("a record has exactly the fields of the interface", () => {
  test("Store", async () => {
    const one = newStore(undefined, { Description: "d", Address: { Street: "1 Main St", City: "Bern" } });
    await insertAll(sql, store, [one]);
    expect(await view("GetStoreByBusinessKeys", { StoreCode: keyOf(one, "StoreCode") })).toStrictEqual([
      {
        "@class": "Store",
        Origin: "API",
        StoreCode: keyOf(one, "StoreCode"),
        Name: "Corner shop",
        Description: "d",
        IsParticipating: true,
        Address: {
          "@class": "LocationAddress",
          ID: idOf("PAGE"),
          Street: "1 Main St",
          City: "Bern",
          StateProvince: "",
          Country: "",
          PostalCode: "",
        },
        StoreStatus: "Active",
        ...metadataOf("STO", "Store created."),
      },
    ]);
  });

  test("Product", async () => {
    const one = newProduct(undefined, { Brand: "b", Category: "c", Incentivizable: false });
    await insertAll(sql, product, [one]);
    expect(await view("GetProductByBusinessKeys", { ProductCode: keyOf(one, "ProductCode") })).toStrictEqual([
      {
        "@class": "Product",
        Origin: "API",
        Name: "Coffee",
        Description: "",
        ProductCode: keyOf(one, "ProductCode"),
        Brand: "b",
        Category: "c",
        Incentivizable: false,
        ...metadataOf("PRO", "Product created."),
      },
    ]);
  });

  test("Reward, with its stock as numbers", async () => {
    const one = newReward(undefined, { RewardExpiration: "2031-01-01T00:00:00+01:00", DaysAvailable: "" });
    await insertAll(sql, reward, [one]);
    await act("Reward", "AddRewardStock", one.id, { RewardQuantity: 4 });
    expect(await view("GetRewardByBusinessKeys", { ExternalID: keyOf(one, "ExternalID") })).toStrictEqual([
      {
        "@class": "Reward",
        Origin: "API",
        Name: "Mug",
        ExternalID: keyOf(one, "ExternalID"),
        RewardType: "stock_control",
        RewardExpiration: "2030-12-31T23:00:00.000Z",
        RewardCost: "10",
        DaysAvailable: "",
        Prices: [],
        QuantityAvailable: 4,
        RewardQuantity: 4,
        ...metadataOf("REW", "Stock added.", { "@version": 2, HistoryCounter: 2 }),
      },
    ]);
  });

  test("Redemption item, by its code in another spelling", async () => {
    const [of, mug] = [newMember(), newReward(undefined, { RewardCost: "", DaysAvailable: "30" })];
    await insertAll(sql, member, [of]);
    await insertAll(sql, reward, [mug]);
    await act("Reward", "AddRewardStock", mug.id, { RewardQuantity: 4 });
    const asked = newRedemption(keyOf(of, "ExternalID"), [
      { reward: keyOf(mug, "ExternalID"), quantity: 2, voucherCode: "Gift-0I" },
    ]);
    await insertAll(sql, redemption, [asked]);
    await fulfilRedemptions(sql, [asked.id], await redemptionDeps(sql));
    const expected = [
      {
        "@class": "RedemptionItemCase",
        Name: "Mug",
        Quantity: 2,
        Cost: 0,
        CancelReason: "",
        Reward: referenceTo("Reward", "REW"),
        Redemption: referenceTo("RedemptionCase", "RED"),
        VoucherCode: "Gift-0I",
        ExpirationDateTime: instant,
        LockedBy: "",
        LockedUntilDateTime: null,
        IsInstantRedemption: false,
        ...metadataOf("ITEM", "Voucher issued.", {
          ...bySystem,
          Status: "Open-Available With Expiry",
          CurrentStageID: "AvailableWithExpiry",
          CurrentStageName: "Available With Expiry",
        }),
      },
    ];
    expect(await view("RedemptionItemsByVoucherCode", { "Voucher Code": "g iftO1" })).toStrictEqual(expected);
    expect(await view("RedemptionItemsByMember", { MemberExternalID: keyOf(of, "ExternalID") })).toStrictEqual(
      expected,
    );
  });

  test("Ledger entry: the interface's five fields and ours; selected fields come with ID, @version and @class", async () => {
    const of = newMember();
    await insertAll(sql, member, [of]);
    await act("Member", "AddBalance", of.id, { AdjustBalances: { Amount: 12.5, Name: "Points" } });
    const parameters = { MemberExternalID: keyOf(of, "ExternalID"), ...allTime };
    const always = { "@class": "LedgerEntryCase", "@version": 1, ID: idOf("LED") };
    const asked = {
      CurrencyAvailable: 12.5,
      CurrencyAwarded: 12.5,
      Type: "Adjustment",
      Member: referenceTo("Member", "MEM"),
      MemberBalance: 12.5,
    };
    expect(await view("LedgerEntriesBetweenDates", parameters)).toStrictEqual([
      {
        ...always,
        ...asked,
        Currency: referenceTo("Currency", "CUR"),
        CreateDateTime: instant,
        ExpirationDateTime: null,
        Reason: "",
        Sequence: 1,
        Source: referenceTo("Adjustment", "ADJ"),
        Why: { base: 12.5, lines: [], rules: [] },
      },
    ]);
    expect(await view("LedgerEntriesBetweenDates", parameters, [...Object.keys(asked), "Unknown"])).toStrictEqual([
      { ...always, ...asked },
    ]);
  });

  test("Programme", async () => {
    const { ConfirmationNote: _note, ...metadata } = metadataOf("PRG", "", { ...bySystem, BusinessID: "REWARDS" });
    expect(await view("ProgramList")).toStrictEqual([
      {
        "@class": "Program",
        Name: "Rewards",
        Description: expect.any(String),
        Currencies: [referenceTo("Currency", "CUR")],
        TimeZoneText: "UTC",
        ConfirmationNote: "",
        ...metadata,
      },
    ]);
  });
});

test.each(dataViews.filter(({ computes }) => !computes))(
  "$name runs and shows exactly the fields of its definition",
  async (definition) => {
    const parameters = Object.fromEntries(
      Object.keys(definition.parameters).map((name) => [
        name,
        ["ObjectID", "SegmentID", "SaleID"].includes(name) ? formatId("SEG", newId()) : "2026-01-01T00:00:00Z",
      ]),
    );
    const records = await view(definition.name, parameters);
    const shown = Object.entries(definition.record.fields).flatMap(([name, field]) =>
      field.store === "hidden" ? [] : [name],
    );
    for (const record of records)
      expect(Object.keys(record).sort()).toEqual(["@class", "@version", "ID", ...shown].sort());
  },
);

describe("which records a view returns", () => {
  test("deleted products and rewards are hidden, and their key finds the next record with it", async () => {
    for (const { target, of, field, name } of [
      { target: product, of: newProduct, field: "ProductCode", name: "GetProductByBusinessKeys" },
      { target: reward, of: newReward, field: "ExternalID", name: "GetRewardByBusinessKeys" },
    ]) {
      const first = of();
      const key = keyOf(first, field);
      await insertAll(sql, target, [first]);
      await act(target.class, "DeleteObject", first.id);
      expect(await view(name, { [field]: key })).toEqual([]);
      await insertAll(sql, target, [of(key)]);
      expect(await view(name, { [field]: key })).toMatchObject([{ Status: "Open-Active" }]);
    }
  });

  test("a path through Member gives only that member's records", async () => {
    const { members, memberIds, newSale } = await openShop(sql, 3);
    const ids = await insertSales(
      sql,
      times(6, (index) => newSale(index, 10 + index)),
    );
    await postSales(sql, await planSales(sql, ids));
    const entries = await view("LedgerEntriesBetweenDates", { MemberExternalID: members[1] as string, ...allTime });
    expect(entries.map((entry) => entry.MemberBalance)).toEqual([11, 25]);
    const hex = memberIds[1]?.replaceAll("-", "");
    expect(new Set(entries.map((entry) => entry.Member.ID))).toEqual(new Set([`MEM-${hex}`]));
    expect(await view("MemberBalances", { MemberExternalID: members[1] as string })).toMatchObject([
      { Name: "Points", Balance: 25 },
    ]);
    expect(await view("MemberBalances", { MemberExternalID: freshKey("nobody") })).toEqual([]);
  });

  test("the two times are inclusive, to the millisecond", async () => {
    const of = newMember();
    await insertAll(sql, member, [of]);
    await post(sql, [adjustmentOf(of.id, 1)]);
    const key = keyOf(of, "ExternalID");
    const [entry] = await view("LedgerEntriesBetweenDates", { MemberExternalID: key, ...allTime });
    const at = Date.parse(entry.CreateDateTime);
    const between = async (from: number, to: number) =>
      (
        await view("LedgerEntriesBetweenDates", {
          MemberExternalID: key,
          FromDateTime: new Date(from).toISOString(),
          ToDateTime: new Date(to).toISOString(),
        })
      ).length;
    expect([await between(at, at), await between(at + 1, at + 10), await between(at - 10, at - 1)]).toEqual([1, 0, 0]);
  });

  test("an answer is cut after its maximum number of records, and its token gives the rest", async () => {
    const of = newMember();
    await insertAll(sql, member, [of]);
    await post(
      sql,
      times(recordsMax + 2, () => adjustmentOf(of.id, 1)),
    );
    const definition = dataViewOf("LedgerEntriesBetweenDates");
    if (!definition) throw new Error("no such view");
    const parameters = parseParameters(definition, { MemberExternalID: keyOf(of, "ExternalID"), ...allTime });
    const ask = (paging?: object) =>
      collectAnswer(runner, { view: definition, parameters, user: "api", query: parseQuery(definition, { paging }) });
    const sequencesOf = ({ data }: ViewAnswer) => data.map((record) => record["Sequence"]);
    const cut = await ask();
    expect(cut.hasMoreResults).toBe(true);
    expect(sequencesOf(cut)).toEqual(times(recordsMax, (index) => index + 1));
    const rest = await ask({ nextPageToken: cut.nextPageToken });
    expect(rest.hasMoreResults).toBe(false);
    expect(sequencesOf(rest)).toEqual([recordsMax + 1, recordsMax + 2]);
  });

  test("an answer ends before a record that does not fit, and its token continues with that record", async () => {
    const name = freshKey("taken");
    await insertAll(
      sql,
      segment,
      times(5, () => newSegment(name)),
    );
    const definition = dataViewOf("SegmentsByName");
    if (!definition) throw new Error("no such view");
    const ids = (await view("SegmentsByName", { Name: name })).map(({ ID }) => ID);
    const read: unknown[] = [];
    let paging: object | undefined;
    for (let answers = 1; answers <= 3; answers += 1) {
      const taken: unknown[] = [];
      const call = {
        view: definition,
        parameters: { Name: name },
        user: "api",
        query: parseQuery(definition, { paging }),
      };
      const { hasMoreResults, nextPageToken } = await runner.answer(
        call,
        (json) => taken.length < 2 && taken.push(JSON.parse(json).ID) > 0,
      );
      expect([taken.length, hasMoreResults]).toEqual(answers < 3 ? [2, true] : [1, false]);
      read.push(...taken);
      paging = { maxResultsToFetch: recordsMax, nextPageToken };
    }
    expect(read).toEqual(ids);
  });

  test("an aborted read is cancelled in Postgres, even if it was aborted before it began", async () => {
    const definition = dataViewOf("SegmentList");
    if (!definition) throw new Error("no such view");
    const call = { view: definition, parameters: {}, user: "api", query: parseQuery(definition, {}) };
    const blocked = async (signal: AbortSignal) =>
      expect(runner.answer(call, () => true, signal)).rejects.toMatchObject({ code: "Error_DataView_Timeout" });
    await holding(
      sql,
      (tx) => tx`lock table segment in access exclusive mode`,
      async () => {
        const breaking = new AbortController();
        const reading = blocked(breaking.signal);
        await untilWaiting(sql);
        breaking.abort();
        await reading;
        // Postgres ends the statement while the table is still locked.
        await untilWaiting(sql, 0);
        return "rollback";
      },
    );
    await blocked(AbortSignal.abort());
  });
});

describe("the order of a view", () => {
  test("is by time of creation, then by ID", async () => {
    const name = freshKey("order");
    const ids = await insertAll(
      sql,
      segment,
      times(5, () => newSegment(name)),
    );
    await sql`update segment set create_date_time = case when id = ${ids[4] as string} then '2020-01-01'::timestamptz else '2021-01-01' end where name = ${name}`;
    const shown = await view("SegmentsByName", { Name: name });
    const order = [ids[4], ...ids.slice(0, 4)].map((id) => `SEG-${id?.replaceAll("-", "")}`);
    expect(shown.map((record) => record.ID)).toEqual(order);
  });

  test("of the ledger is by time, then by sequence, even within one millisecond", async () => {
    const of = newMember();
    await insertAll(sql, member, [of]);
    await post(
      sql,
      times(50, (index) => adjustmentOf(of.id, index + 1)),
    );
    await post(
      sql,
      times(50, () => adjustmentOf(of.id, -1)),
    );
    const shown = await view("LedgerEntriesBetweenDates", { MemberExternalID: keyOf(of, "ExternalID"), ...allTime });
    expect(shown.map((entry) => entry.Sequence)).toEqual(times(100, (index) => index + 1));
  });
});

test("CurrencyAvailable in SQL equals the domain's availableOf in every currency; its sum is the balance, at least 0", async () => {
  const currencies = [await addCurrency(sql), await addCurrency(sql), await addCurrency(sql)];
  const amount = fc.oneof(fc.bigInt({ min: 1n, max: 10_000_000n }), fc.bigInt({ min: -10_000_000n, max: -1n }));
  const amounts = fc.array(fc.tuple(fc.constantFrom(...currencies), amount), { minLength: 1, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(amounts, async (all) => {
      const of = newMember();
      await insertAll(sql, member, [of]);
      await post(
        sql,
        all.map(([currency, one]) => adjustmentOf(of.id, 0, { amount: one, currencyId: currency })),
      );
      const shown = await view("LedgerEntriesBetweenDates", { MemberExternalID: keyOf(of, "ExternalID"), ...allTime });
      for (const currency of currencies) {
        const own = all.flatMap(([name, one]) => (name === currency ? [one] : []));
        const awarded = own.reduce((sum, one) => (one > 0n ? sum + one : sum), 0n);
        const balance = own.reduce((sum, one) => sum + one, 0n);
        let awardedAfter = 0n;
        const expected = own.map((one) => {
          if (one > 0n) awardedAfter += one;
          return availableOf({ type: "Adjustment", amount: one, awardedAfter }, { awarded, balance, returned: 0n });
        });
        const entries = shown.filter((entry) => entry.Currency.ID === formatId("CUR", currency));
        const available: bigint[] = entries.map((entry) => amountOf(entry.CurrencyAvailable));
        expect(available).toEqual(expected);
        expect(available.reduce((sum, one) => sum + one, 0n)).toBe(balance > 0n ? balance : 0n);
      }
    }),
    { numRuns: 40 },
  );
});

test("find reads a record by its ID, even a deleted one, and gives undefined for an unknown ID", async () => {
  const one = newProduct();
  await insertAll(sql, product, [one]);
  await act("Product", "DeleteObject", one.id);
  expect(await runner.find("Product", one.id)).toMatchObject({
    Status: "Resolved-Deleted",
    ProductCode: keyOf(one, "ProductCode"),
  });
  expect(await runner.find("Product", newId())).toBeUndefined();
});

test("after all of this the books add up", async () => expect(await verifyBooks(sql)).toEqual([]));
