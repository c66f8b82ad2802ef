import { createRewardsClient, type Fetch, type RewardsClient, RewardsError } from "@rewards/client";
import { beforeAll, expect, expectTypeOf, test } from "vitest";
import { addBalance, allTime, freshKey } from "./support/fixtures.ts";
import { countRows, useBasics, useSharedStack } from "./support/stack.ts";

const amounts = [5, 10, 15, 20, 25];

const stack = useSharedStack({ workers: 0 });
const basics = useBasics(stack);
let client: RewardsClient;
let ofMember: { MemberExternalID: string; FromDateTime: string; ToDateTime: string };
beforeAll(async () => {
  client = stack.client.api;
  ofMember = { MemberExternalID: basics.member, ...allTime };
  for (const amount of amounts) await addBalance(stack.client, basics.memberId, amount);
});

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const read: Item[] = [];
  for await (const item of items) read.push(item);
  return read;
}

const from = (value: number) =>
  ({
    filterConditions: { F1: { lhs: { field: "CurrencyAwarded" }, comparator: "GTE", rhs: { value } } },
  }) as const;
const highestFirst = [{ field: "CurrencyAwarded", type: "DESC" }] as const;

test("pages cover a whole view by their tokens, in the requested size and order", async () => {
  const query = { select: ["CurrencyAwarded"], sortBy: highestFirst, paging: { pageSize: 2 } } as const;
  const pages = await all(client.views.ledgerEntriesBetweenDates.pages(ofMember, query));
  expect(pages.map(({ data }) => data.map(({ CurrencyAwarded }) => CurrencyAwarded))).toEqual([
    [25, 20],
    [15, 10],
    [5],
  ]);
  expect(pages.map(({ hasMoreResults }) => hasMoreResults)).toEqual([true, true, false]);
  expect(pages.map(({ nextPageToken }) => typeof nextPageToken)).toEqual(["string", "string", "undefined"]);
});

test("pages of distinct results cover all of them", async () => {
  const query = { select: ["CurrencyAwarded"], distinctResultsOnly: true, sortBy: highestFirst } as const;
  const paged = { ...query, paging: { pageSize: 2 } };
  const pages = await all(client.views.ledgerEntriesBetweenDates.pages(ofMember, paged));
  expect(pages.map(({ pageNumber }) => pageNumber)).toEqual([1, 2, 3]);
  expect(pages.flatMap(({ data }) => data)).toEqual(
    amounts.toReversed().map((CurrencyAwarded) => ({ CurrencyAwarded })),
  );
});

test("pages begin where the query says", async () => {
  const view = client.views.ledgerEntriesBetweenDates;
  const rest = await all(view.pages(ofMember, { sortBy: highestFirst, paging: { pageSize: 2, pageNumber: 2 } }));
  expect(rest.flatMap(({ data }) => data.map((one) => one.CurrencyAwarded))).toEqual([15, 10, 5]);
  const { nextPageToken = "" } = await view(ofMember, { sortBy: highestFirst, paging: { pageSize: 4 } });
  const last = await all(view.pages(ofMember, { sortBy: highestFirst, paging: { nextPageToken } }));
  expect(last.flatMap(({ data }) => data.map((one) => one.CurrencyAwarded))).toEqual([5]);
});

test("records come from all pages, and no page is fetched after the caller stops", async () => {
  const query = { filter: from(10), paging: { pageSize: 3 } };
  const read = await all(client.views.ledgerEntriesBetweenDates.records(ofMember, query));
  expect(read.map(({ CurrencyAwarded }) => CurrencyAwarded)).toEqual([10, 15, 20, 25]);
  expectTypeOf(read).items.toHaveProperty("CurrencyAwarded").toEqualTypeOf<number>();
  const none = client.views.ledgerEntriesBetweenDates.records({ ...ofMember, MemberExternalID: "none" });
  expect(await all(none)).toEqual([]);
  let sent = 0;
  const counted: Fetch = (url, init) => {
    sent += 1;
    return fetch(url, init);
  };
  const { views } = createRewardsClient({ baseUrl: stack.client.url, fetch: counted });
  for await (const _first of views.ledgerEntriesBetweenDates.records(ofMember, query)) break;
  expect(sent).toBe(1);
});

test("a view takes a filter and an order, and the compiler checks their words", async () => {
  const { views } = client;
  const filter = {
    filterConditions: {
      Low: { lhs: { field: "CurrencyAwarded" }, comparator: "LT", rhs: { value: 10 } },
      Some: { lhs: { field: "CurrencyAwarded" }, comparator: "IN", rhs: { value: [20, 25] } },
      Whose: {
        lhs: { field: "Member.ExternalID" },
        comparator: "EQ",
        rhs: { value: basics.member.toUpperCase() },
        ignoreCase: true,
      },
    },
    logic: "Whose AND (Low OR Some)",
  } as const;
  const query = { select: ["CurrencyAwarded", "Member.ExternalID"], filter, sortBy: highestFirst } as const;
  const { data, totalCount } = await views.ledgerEntriesBetweenDates(ofMember, { ...query, includeTotalCount: true });
  expect(data.map((one) => [one.CurrencyAwarded, one["Member.ExternalID"]])).toEqual(
    [25, 20, 5].map((awarded) => [awarded, basics.member]),
  );
  expect(totalCount).toBe(3);
  const wrong = { F1: { lhs: { field: "Name" }, comparator: "LIKE", rhs: { value: "x" } } } as const;
  // @ts-expect-error unknown comparator
  void (() => views.storeList({ filter: { filterConditions: wrong } }));
  // @ts-expect-error unknown order
  void (() => views.storeList({ sortBy: [{ field: "Name", type: "UP" }] }));
  // @ts-expect-error pages take a size but no maximum
  void (() => views.storeList.pages({ paging: { maxResultsToFetch: 5 } }));
});

test("count returns the number of all records, or of those that match a filter", async () => {
  expect(await client.views.ledgerEntriesBetweenDates.count(ofMember)).toBe(5);
  expect(await client.views.ledgerEntriesBetweenDates.count(ofMember, { filter: from(15) })).toBe(3);
  expect(await client.views.programList.count()).toBe(1);
});

test("summarise returns one row per group, with the group's fields and the aggregations", async () => {
  const aggregations = {
    Awarded: { field: "CurrencyAwarded", summaryFunction: "SUM" },
    Entries: { field: "Sequence", summaryFunction: "COUNT" },
  } as const;
  const view = client.views.ledgerEntriesBetweenDates;
  expect(await view.summarise(ofMember, { aggregations, groupBy: ["Type"], filter: from(10) })).toEqual([
    { Type: "Adjustment", Awarded: 70, Entries: 4 },
  ]);
  expect(await view.summarise(ofMember, { aggregations })).toEqual([{ Awarded: 75, Entries: 5 }]);
  const byAmount = await view.summarise(ofMember, {
    aggregations,
    groupBy: ["CurrencyAwarded"],
    sortBy: [{ aggregation: "Awarded", type: "DESC" }],
  });
  expect(byAmount.map(({ CurrencyAwarded }) => CurrencyAwarded)).toEqual(amounts.toReversed());
  expect(
    await client.views.programList.summarise({ aggregations: { Programs: { field: "ID", summaryFunction: "COUNT" } } }),
  ).toEqual([{ Programs: 1 }]);
});

test("a refused view throws a RewardsError, and pages throw it at the first page", async () => {
  const query = {
    filter: { filterConditions: { F1: { lhs: { field: "None" }, comparator: "EQ", rhs: { value: 1 } } } },
  } as const;
  const refused = { status: 400, code: "Error_Query_FieldUnknown", retryable: false };
  const view = client.views.ledgerEntriesBetweenDates;
  await expect(all(view.pages(ofMember, query))).rejects.toMatchObject(refused);
  await expect(all(view.records(ofMember, query))).rejects.toMatchObject(refused);
  await expect(view.count(ofMember, query)).rejects.toMatchObject(refused);
  await expect(
    view.summarise(ofMember, { aggregations: { A: { field: "None", summaryFunction: "MIN" } } }),
  ).rejects.toMatchObject(refused);
});

test("an action on the current version is done; on an older one it is refused and writes nothing", async () => {
  const { id } = await client.stores.create({ StoreCode: freshKey("store"), Name: "Main Street" });
  const read = await client.objects.get(id);
  const ifMatch = read.etag as string;
  const edited = await client.stores.edit(id, { Name: "High Street" }, { ifMatch });
  expect(edited.etag).not.toBe(ifMatch);
  expect((await client.objects.get(id)).etag).toBe(edited.etag);
  const before = await countRows(stack);
  const stale = client.stores.edit(id, { Name: "Side Street" }, { ifMatch });
  await expect(stale).rejects.toBeInstanceOf(RewardsError);
  await expect(stale).rejects.toMatchObject({ status: 409, code: "Error_Version_Stale", retryable: false });
  expect(await countRows(stack)).toEqual(before);
  expect(await client.objects.get(id)).toMatchObject({ etag: edited.etag, content: { Name: "High Street" } });
  expect(await client.stores.edit(id, { Name: "Side Street" }, { ifMatch: edited.etag as string })).toMatchObject({
    id,
  });
});
