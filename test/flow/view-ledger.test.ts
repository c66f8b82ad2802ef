import { expect, test } from "vitest";
import {
  addBalance,
  addStock,
  allTime,
  awaitStatus,
  balanceOf,
  entriesOf,
  redeemed,
  redemptionContent,
  registerBasics,
  saleContent,
} from "./support/fixtures.ts";
import { expectKeys, idOf, timestamp } from "./support/records.ts";
import { expectBooksInOrder, useSharedStack } from "./support/stack.ts";

const view = "LedgerEntriesBetweenDates";
const stack = useSharedStack();

/** The entries of the sale of 25.99 and -5.5, the adjustment of 0.5 and the redemption for 10. */
function expectedEntries({ memberId, sale, redemption }: { memberId: string; sale: string; redemption: unknown }) {
  const common = {
    "@class": "LedgerEntryCase",
    "@version": 1,
    ID: idOf("LedgerEntryCase"),
    Member: { "@class": "Member", ID: memberId },
    Currency: { "@class": "Currency", ID: idOf("Currency") },
    CreateDateTime: timestamp,
    ExpirationDateTime: null,
    Reason: "",
  };
  const saleSource = { "@class": "SaleCase", ID: sale };
  return [
    {
      ...common,
      Type: "Sale",
      CurrencyAwarded: 25,
      CurrencyAvailable: 10,
      MemberBalance: 25,
      Sequence: 1,
      Why: { base: 25, lines: [0], rules: [] },
      Source: saleSource,
    },
    {
      ...common,
      Type: "Return",
      CurrencyAwarded: -5,
      CurrencyAvailable: 0,
      MemberBalance: 20,
      Sequence: 2,
      Why: { base: -5, lines: [1], rules: [], sums: [{ key: "returns", before: 0, value: 5.5 }] },
      Source: saleSource,
    },
    {
      ...common,
      Type: "Adjustment",
      CurrencyAwarded: 0.5,
      CurrencyAvailable: 0.5,
      MemberBalance: 20.5,
      Sequence: 3,
      Why: { base: 0.5, lines: [], rules: [] },
      Source: { "@class": "Adjustment", ID: expect.any(String) },
    },
    {
      ...common,
      Type: "Redemption",
      CurrencyAwarded: -10,
      CurrencyAvailable: 0,
      MemberBalance: 10.5,
      Sequence: 4,
      Why: { base: -10, lines: [], rules: [] },
      Source: redemption,
    },
  ];
}

test("entries show their kind, amount, remainder, the balance after them and their source", async () => {
  const { client } = stack;
  const basics = await registerBasics(client);
  const { memberId } = basics;
  await addStock(client, basics.rewardId, 5);
  const other = (await registerBasics(client)).product;
  const sale = await client.created(
    "Sale",
    saleContent(basics, {
      SaleItems: [
        { ProductCode: basics.product, Quantity: 2, TotalAmount: 25.99 },
        { ProductCode: other, Quantity: -1, TotalAmount: -5.5 },
      ],
    }),
  );
  await awaitStatus(client, sale, "Resolved-Completed");
  await addBalance(client, memberId, 0.5);
  const item = await redeemed(client, redemptionContent(basics.member, basics.reward));
  const entries = await entriesOf(client, basics.member);
  expect(entries).toEqual(expectedEntries({ memberId, sale, redemption: item.Redemption }));
  for (const entry of entries) expectKeys(entry, "LedgerEntryCase");
  await expectBooksInOrder(stack);
});

test("the interface's own selection has its five fields, and ID, @version and @class", async () => {
  const { member, memberId } = await registerBasics(stack.client);
  await addBalance(stack.client, memberId, 3);
  const select = ["CurrencyAvailable", "CurrencyAwarded", "Type", "Member", "MemberBalance"];
  const { body } = await stack.client.view(view, { MemberExternalID: member, ...allTime }, select);
  expect(body.data).toEqual([
    {
      "@class": "LedgerEntryCase",
      "@version": 1,
      ID: idOf("LedgerEntryCase"),
      CurrencyAvailable: 3,
      CurrencyAwarded: 3,
      Type: "Adjustment",
      Member: { "@class": "Member", ID: memberId },
      MemberBalance: 3,
    },
  ]);
});

test("both bounds are inclusive, to the millisecond, with any offset", async () => {
  const { client } = stack;
  const { member, memberId } = await registerBasics(client);
  await addBalance(client, memberId, 3);
  const [entry] = await entriesOf(client, member);
  const at = entry.CreateDateTime;
  const moved = (ms: number) => new Date(Date.parse(at) + ms).toISOString();
  const elsewhere = new Date(Date.parse(at) + 2 * 3_600_000).toISOString().replace("Z", "+02:00");
  const count = async (FromDateTime: string, ToDateTime: string) =>
    (await client.records(view, { MemberExternalID: member, FromDateTime, ToDateTime })).length;
  expect(await count(at, at)).toBe(1);
  expect(await count(elsewhere, elsewhere)).toBe(1);
  expect(await count(moved(-1), at)).toBe(1);
  expect(await count(at, moved(1))).toBe(1);
  expect(await count(moved(1), moved(2))).toBe(0);
  expect(await count(moved(-2), moved(-1))).toBe(0);
});

test("entries come in the order of posting, even if many are posted at once", async () => {
  const { client } = stack;
  const basics = await registerBasics(client);
  const amounts = Array.from({ length: 60 }, (_, index) => index + 1);
  await Promise.all(
    amounts.map((TotalAmount) =>
      client.created(
        "Sale",
        saleContent(basics, { SaleItems: [{ ProductCode: basics.product, Quantity: 1, TotalAmount }] }),
      ),
    ),
  );
  await expect.poll(async () => (await entriesOf(client, basics.member)).length).toBe(60);
  const entries = await entriesOf(client, basics.member);
  expect(entries.map((entry) => entry.Sequence)).toEqual(amounts);
  const times = entries.map((entry) => entry.CreateDateTime);
  expect(times).toEqual(times.toSorted());
  expect(entries.at(-1).MemberBalance).toBe((60 * 61) / 2);
  await expectBooksInOrder(stack);
});

test("one member's entries are never another's", async () => {
  const { client } = stack;
  const [one, other] = [await registerBasics(client), await registerBasics(client)];
  await addBalance(client, one.memberId, 3);
  expect(await entriesOf(client, other.member)).toEqual([]);
  expect(await balanceOf(client, other.member)).toBe(0);
});
