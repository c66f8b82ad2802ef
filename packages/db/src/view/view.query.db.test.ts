import {
  type DataViewDefinition,
  dataViews,
  defineDataView,
  formatId,
  ledgerEntry,
  member,
  parseParameters,
  parseQuery,
  product,
  queryFieldsOf,
  recordOf,
  redemption,
  sale,
  segment,
  store,
} from "@rewards/domain";
import { drizzle } from "drizzle-orm/postgres-js";
import { describe, expect, test } from "vitest";
import {
  keyOf,
  newId,
  newMember,
  newProduct,
  newRedemption,
  newSale,
  newSegment,
  newStore,
  times,
} from "../../../../test/src/records.ts";
import { createPersonalKeys } from "../personal/personal.keys.ts";
import { insertAll, openTestDatabase } from "../testing/database.ts";
import { adjustmentOf, pointsId, post } from "../testing/ledger.ts";
import { namingWholes } from "../testing/plan.ts";
import { listOf } from "../testing/query-records.ts";
import { collectAnswer, createViewRunner } from "./view.compile.ts";

type PersonalKeyBytes = { readonly id: string; readonly bytes: Buffer };

const { sql, readDb, openPool, openRecorder } = await openTestDatabase();
const runner = createViewRunner(readDb);

const stores = listOf(recordOf(store));
const members = listOf(recordOf(member));
const segments = listOf(recordOf(segment));
const entries = listOf(ledgerEntry);

const callOf = (view: DataViewDefinition, query: unknown, more: object = {}) => ({
  view,
  parameters: {},
  user: "api",
  query: parseQuery(view, { query, ...more }),
});
const ask = (view: DataViewDefinition, query: unknown, more: object = {}) =>
  collectAnswer(runner, callOf(view, query, more));
const where = (field: string, comparator: string, value?: unknown, more: object = {}) => ({
  filter: { filterConditions: { [field]: { lhs: { field }, comparator, rhs: { value }, ...more } } },
});
const select = (...names: string[]) => ({ select: names.map((field) => ({ field })) });

const names = ["a%b", "A%B", "axb", "a_b", "a\\b", "'; drop", "Ä", "ä", ""];
await insertAll(
  sql,
  store,
  names.map((Description, index) =>
    newStore(`S${index}`, {
      Description,
      IsParticipating: index % 2 === 0,
      Address: { City: index < 3 ? "Bern" : "" },
    }),
  ),
);
const [ada, bob, eve] = [
  newMember("ada", { DateOfBirth: "1980-02-29", JoinDateTime: "2024-01-01T00:00:00+01:00" }),
  newMember("bob", { DateOfBirth: "1990-01-01", FullName: "Bob" }),
  newMember("eve"),
];
await insertAll(sql, member, [ada, bob, eve]);
for (const [of, points] of [
  [ada, 10],
  [ada, -4],
  [bob, 7],
] as const)
  await post(sql, [adjustmentOf(of.id, points)]);
const idOf = (uuid: string, prefix = "MEM") => `${prefix}-${uuid.replaceAll("-", "")}`;

describe("each comparator by the type of its field", () => {
  const found = async (view: DataViewDefinition, key: string, ...given: Parameters<typeof where>) =>
    (await ask(view, { ...where(...given), sortBy: [{ field: key }] })).data.map((one) => one[key]);

  test.each([
    ["EQ", "a%b", {}, ["a%b"]],
    ["EQ", "a%b", { ignoreCase: true }, ["A%B", "a%b"]],
    ["EQ", "ä", { ignoreCase: true }, ["Ä", "ä"]],
    ["EQ", "", {}, [""]],
    ["NEQ", "a%b", {}, names.filter((name) => name !== "a%b")],
    ["IN", ["ä", "A%B", "none"], {}, ["A%B", "ä"]],
    ["IN", ["Ä", "axB"], { ignoreCase: true }, ["axb", "Ä", "ä"]],
    ["IN", [], {}, []],
    ["NOT_IN", names.slice(1), {}, ["a%b"]],
    ["NOT_IN", [], {}, names],
    ["GT", "a_b", {}, ["axb", "Ä", "ä"]],
    ["GTE", "a_b", {}, ["a_b", "axb", "Ä", "ä"]],
    ["LT", "A%B", {}, ["", "'; drop"]],
    ["LTE", "A%B", {}, ["", "'; drop", "A%B"]],
    ["GTE", "A%B", { ignoreCase: true }, names.filter((name) => !["", "'; drop"].includes(name))],
    ["STARTS_WITH", "a%", {}, ["a%b"]],
    ["STARTS_WITH", "a_", {}, ["a_b"]],
    ["STARTS_WITH", "a\\", {}, ["a\\b"]],
    ["STARTS_WITH", "'; ", {}, ["'; drop"]],
    ["NOT_STARTS_WITH", "a", {}, ["", "'; drop", "A%B", "Ä", "ä"]],
    ["ENDS_WITH", "%b", {}, ["a%b"]],
    ["ENDS_WITH", "%b", { ignoreCase: true }, ["A%B", "a%b"]],
    ["NOT_ENDS_WITH", "b", {}, ["", "'; drop", "A%B", "Ä", "ä"]],
    ["CONTAINS", "_", {}, ["a_b"]],
    ["CONTAINS", "\\", {}, ["a\\b"]],
    ["NOT_CONTAINS", "a", { ignoreCase: true }, ["", "'; drop", "Ä", "ä"]],
    ["IS_NULL", undefined, {}, []],
    ["ISNULL", undefined, {}, []],
    ["IS_NOT_NULL", undefined, {}, names],
    ["ISNOTNULL", undefined, {}, names],
  ])("text %s %j %j", async (comparator, value, more, expected) => {
    const sorted = expected.toSorted((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right)));
    expect(await found(stores, "Description", "Description", comparator, value, more)).toEqual(sorted);
  });

  test.each([
    ["IsParticipating", "IS_TRUE", undefined, 5],
    ["IsParticipating", "IS_FALSE", undefined, 4],
    ["IsParticipating", "EQ", false, 4],
    ["IsParticipating", "EQ", "true", 5],
    ["IsParticipating", "NEQ", true, 4],
    ["IsParticipating", "IS_NULL", undefined, 0],
    ["Address.City", "EQ", "Bern", 3],
    ["Address.City", "NEQ", "Bern", 6],
    ["StoreStatus", "EQ", "Active", 9],
    ["StoreStatus", "NEQ", "Active", 0],
    ["Urgency", "GTE", 10, 9],
    ["@class", "EQ", "Store", 9],
    ["@version", "GT", 1, 0],
    ["CurrentStageName", "EQ", "Active", 9],
    ["CurrentStageID", "STARTS_WITH", "Act", 9],
    ["BusinessID", "STARTS_WITH", "STO-", 9],
    ["CreateUser", "EQ", "USR-api", 9],
    ["CreateUser.ID", "NEQ", "USR-system", 9],
    ["CreateUser", "IN", ["USR-system"], 0],
  ])("%s %s %j finds %i stores", async (field, comparator, value, count) => {
    expect(await found(stores, "StoreCode", field, comparator, value)).toHaveLength(count);
  });

  test.each([
    ["DateOfBirth", "EQ", "1980-02-29", ["ada"]],
    ["DateOfBirth", "NEQ", "1980-02-29", ["bob", "eve"]],
    ["DateOfBirth", "GT", "1980-02-29", ["bob"]],
    ["DateOfBirth", "LTE", "1980-02-29", ["ada"]],
    ["DateOfBirth", "IN", ["1980-02-29", "1990-01-01"], ["ada", "bob"]],
    ["DateOfBirth", "NOT_IN", ["1980-02-29"], ["bob", "eve"]],
    ["DateOfBirth", "IS_NULL", undefined, ["eve"]],
    ["DateOfBirth", "ISNOTNULL", undefined, ["ada", "bob"]],
    ["JoinDateTime", "EQ", "2023-12-31T23:00:00Z", ["ada"]],
    ["JoinDateTime", "GTE", "2024-01-01T13:00:00.001+14:00", []],
    ["JoinDateTime", "LT", "2023-12-31T18:00:00.001-05:00", ["ada"]],
    ["JoinDateTime", "NEQ", "2023-12-31T23:00:00Z", ["bob", "eve"]],
    ["ID", "EQ", idOf(bob.id), ["bob"]],
    ["ID", "NOT_IN", [idOf(bob.id), idOf(newId())], ["ada", "eve"]],
  ])("%s %s %j finds the members %j", async (field, comparator, value, expected) => {
    expect(await found(members, "ExternalID", field, comparator, value)).toEqual(expected);
  });

  test.each([
    ["CurrencyAwarded", "EQ", 10, [1]],
    ["CurrencyAwarded", "EQ", "-4.0000", [2]],
    ["CurrencyAwarded", "LT", "7.0001", [1, 2]],
    ["CurrencyAwarded", "NOT_IN", [10, 7], [2]],
    ["CurrencyAvailable", "EQ", 6, [1]],
    ["Sequence", "GT", "1", [2]],
    ["Member", "EQ", idOf(ada.id), [1, 2]],
    ["Member", "NEQ", idOf(ada.id), [1]],
    ["Member.ID", "IN", [idOf(bob.id)], [1]],
    ["Member.ExternalID", "EQ", "bob", [1]],
    ["Member.ExternalID", "EQ", "BOB", []],
    ["Member.FullName", "NEQ", "Ada", [1]],
    ["Member.DateOfBirth", "IS_NULL", undefined, []],
    ["Currency", "EQ", idOf(pointsId, "CUR"), [1, 1, 2]],
    ["Currency.Name", "EQ", "Points", [1, 1, 2]],
    ["Currency.Program.BusinessID", "STARTS_WITH", "REW", [1, 1, 2]],
    ["Source", "NEQ", idOf(newId(), "ADJ"), [1, 1, 2]],
  ])("%s %s %j finds entries of the sequences %j", async (field, comparator, value, expected) => {
    expect(await found(entries, "Sequence", field, comparator, value)).toEqual(expected);
  });

  test("an entry is found by the displayed ID of its source", async () => {
    const { data } = await ask(entries, where("CurrencyAwarded", "EQ", 7));
    const shown = data[0]?.["Source"] as { ID: string } | undefined;
    for (const field of ["Source", "Source.ID"])
      expect((await ask(entries, where(field, "EQ", shown?.ID))).data).toMatchObject([{ CurrencyAwarded: 7 }]);
  });

  test("an optional key is found by its value, and by an empty value", async () => {
    await insertAll(
      sql,
      redemption,
      ["R1", "", ""].map((ExternalID) => newRedemption("nobody", [{ reward: "none" }], { ExternalID })),
    );
    const view = listOf(recordOf(redemption));
    for (const [comparator, value, count] of [
      ["EQ", "R1", 1],
      ["EQ", "", 2],
      ["NEQ", "R1", 2],
      ["NEQ", "", 1],
      ["IN", ["R1", ""], 3],
      ["NOT_IN", ["R1"], 2],
    ] as const)
      expect((await ask(view, where("ExternalID", comparator, value))).data).toHaveLength(count);
  });
});

test("paths are selected under their own names", async () => {
  const { data } = await ask(entries, {
    ...where("CurrencyAwarded", "EQ", 7),
    ...select("Member.ExternalID", "Member.ID", "Currency.Program.Name"),
  });
  expect(data).toStrictEqual([
    {
      "@class": "LedgerEntryCase",
      "@version": 1,
      ID: expect.stringMatching(/^LED-/),
      "Member.ExternalID": "bob",
      "Member.ID": idOf(bob.id),
      "Currency.Program.Name": "Rewards",
    },
  ]);
});

describe("groups", () => {
  const functions = (field: string, ...given: string[]) =>
    Object.fromEntries(given.map((summaryFunction) => [summaryFunction, { field, summaryFunction }]));

  test("are formed by the other selected fields, and have no ID", async () => {
    const aggregations = functions("CurrencyAwarded", "COUNT", "SUM", "MIN", "MAX", "AVG", "DISTINCT_COUNT");
    const { data } = await ask(entries, {
      aggregations,
      ...select("Member.ExternalID"),
      sortBy: [{ aggregation: "SUM", type: "DESC" }],
    });
    expect(data).toStrictEqual([
      { "Member.ExternalID": "bob", COUNT: 1, SUM: 7, MIN: 7, MAX: 7, AVG: 7, DISTINCT_COUNT: 1 },
      { "Member.ExternalID": "ada", COUNT: 2, SUM: 6, MIN: -4, MAX: 10, AVG: 3, DISTINCT_COUNT: 2 },
    ]);
  });

  test("without fields there is one group, even over no rows", async () => {
    const aggregations = {
      ...functions("DateOfBirth", "COUNT", "MIN", "MAX"),
      "x.y; --": { field: "ID", summaryFunction: "DISTINCT_COUNT" },
    };
    expect((await ask(members, { aggregations })).data).toStrictEqual([
      { COUNT: 2, MIN: "1980-02-29", MAX: "1990-01-01", "x.y; --": 3 },
    ]);
    const none = { aggregations: functions("CurrencyAwarded", "COUNT", "SUM", "AVG"), ...where("Sequence", "GT", 100) };
    expect((await ask(entries, none)).data).toStrictEqual([{ COUNT: 0, SUM: null, AVG: null }]);
  });

  test("each distinct result appears once", async () => {
    const query = {
      ...select("Address.City", "IsParticipating"),
      distinctResultsOnly: true,
      sortBy: [{ field: "Address.City", type: "DESC" }],
    };
    expect((await ask(stores, query)).data).toStrictEqual([
      { "Address.City": "Bern", IsParticipating: false },
      { "Address.City": "Bern", IsParticipating: true },
      { "Address.City": "", IsParticipating: false },
      { "Address.City": "", IsParticipating: true },
    ]);
    expect(await runner.count(callOf(stores, query))).toBe(4);
  });
});

describe("paging", () => {
  test("pages by number and by token hold each record once, in order, with the page number", async () => {
    await insertAll(
      sql,
      segment,
      times(25, () => newSegment("same")),
    );
    // All have the same time, so only the ID decides their order.
    await sql`update segment set create_date_time = '2026-01-01'`;
    const whole = (await ask(segments, {})).data.map(({ ID }) => ID);
    for (const sortBy of [[], [{ field: "Name" }], [{ field: "CreateDateTime", type: "DESC" }]]) {
      const expected = sortBy[0]?.field === "CreateDateTime" ? whole.toReversed() : whole;
      const first = await ask(segments, { sortBy }, { paging: { pageSize: 10 } });
      const second = await ask(segments, { sortBy }, { paging: { pageNumber: 2, pageSize: 10 } });
      const next = await ask(segments, { sortBy }, { paging: { pageSize: 10, nextPageToken: first.nextPageToken } });
      expect(next).toEqual(second);
      const last = await ask(segments, { sortBy }, { paging: { pageSize: 10, nextPageToken: next.nextPageToken } });
      expect([first, second, last].map(({ pageNumber, hasMoreResults }) => [pageNumber, hasMoreResults])).toEqual([
        [1, true],
        [2, true],
        [3, false],
      ]);
      expect(last.nextPageToken).toBeUndefined();
      expect([first, second, last].flatMap(({ data }) => data.map(({ ID }) => ID))).toEqual(expected);
    }
  });

  test.each([
    ["ASC", ["ada", "bob", "eve"]],
    ["DESC", ["eve", "bob", "ada"]],
  ])(
    "records with an unset value come last, or first in descending order, and are on a page: %s",
    async (type, expected) => {
      const read: unknown[] = [];
      let nextPageToken: string | undefined;
      do {
        const query = { sortBy: [{ field: "DateOfBirth", type }], ...select("ExternalID") };
        const answer = await ask(members, query, { paging: { pageSize: 1, nextPageToken } });
        read.push(...answer.data.map(({ ExternalID }) => ExternalID));
        nextPageToken = answer.nextPageToken;
      } while (nextPageToken !== undefined);
      expect(read).toEqual(expected);
    },
  );

  test("rows inserted meanwhile do not shift a page that is read by token", async () => {
    const first = await ask(segments, {}, { paging: { pageSize: 10 } });
    const before = await ask(segments, {}, { paging: { pageSize: 10, nextPageToken: first.nextPageToken } });
    const [early] = await insertAll(sql, segment, [newSegment("early")]);
    await sql`update segment set create_date_time = '2020-01-01' where id = ${early as string}`;
    expect(await ask(segments, {}, { paging: { pageSize: 10, nextPageToken: first.nextPageToken } })).toEqual(before);
    await sql`delete from segment where id = ${early as string}`;
  });

  test("maxResultsToFetch gives no page number, and the total count comes if it is wanted", async () => {
    expect(await ask(segments, select("Name"), { paging: { maxResultsToFetch: 24, includeTotalCount: true } })).toEqual(
      {
        data: expect.objectContaining({ length: 24 }),
        hasMoreResults: true,
        nextPageToken: expect.any(String),
        totalCount: 25,
      },
    );
    expect(await ask(segments, {}, { includeTotalCount: true })).toMatchObject({
      hasMoreResults: false,
      totalCount: 25,
    });
    expect(await ask(segments, {}, { paging: { pageNumber: 9 }, includeTotalCount: true })).toMatchObject({
      data: [],
      totalCount: 25,
      pageNumber: 9,
    });
    const groups = { ...select("Name"), distinctResultsOnly: true, includeTotalCount: true };
    expect(await ask(segments, groups, { paging: { pageSize: 1 } })).toMatchObject({
      totalCount: 1,
      hasMoreResults: false,
    });
  });

  test("a token of another filter, order, view or caller is refused, as is one that was changed, and nonsense", async () => {
    const { nextPageToken = "" } = await ask(segments, {}, { paging: { pageSize: 10 } });
    const refused = (view: DataViewDefinition, query: object, token: string) =>
      expect(ask(view, query, { paging: { nextPageToken: token } })).rejects.toMatchObject({
        code: "Error_PageToken_Invalid",
        status: 400,
      });
    await refused(segments, where("Name", "EQ", "same"), nextPageToken);
    await refused(segments, { sortBy: [{ field: "Name" }] }, nextPageToken);
    await refused(stores, {}, nextPageToken);
    await refused(segments, {}, "x");
    const other = { ...callOf(segments, {}, { paging: { nextPageToken } }), user: "other" };
    await expect(collectAnswer(runner, other)).rejects.toMatchObject({ code: "Error_PageToken_Invalid" });
    const bytes = Buffer.from(nextPageToken, "base64url");
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    await refused(segments, {}, bytes.toString("base64url"));
    expect((await ask(segments, {}, { paging: { pageSize: 10, nextPageToken } })).data).toHaveLength(10);
  });
});

test("with keys of personal data, page tokens are sealed with them; processes with older settings know each other's", async () => {
  const [a, b] = ["a", "b"].map((id) => ({ id, bytes: Buffer.alloc(32, id) })) as [PersonalKeyBytes, PersonalKeyBytes];
  const runnerOf = (setting: Parameters<typeof createPersonalKeys>[0]) =>
    createViewRunner(readDb, readDb, createPersonalKeys(setting));
  const next = async (by: typeof runner, nextPageToken?: string) =>
    (
      await collectAnswer(
        by,
        callOf(segments, {}, { paging: { pageSize: 10, ...(nextPageToken && { nextPageToken }) } }),
      )
    ).nextPageToken ?? "";
  const sealed = await next(runnerOf({ sealing: "a", keys: [a] }));
  await expect(next(runner, sealed)).rejects.toMatchObject({ code: "Error_PageToken_Invalid" });
  await expect(next(runnerOf({ sealing: "b", keys: [b] }), sealed)).rejects.toMatchObject({
    code: "Error_PageToken_Invalid",
  });
  expect(await next(runnerOf({ sealing: "b", keys: [b, a] }), sealed)).not.toBe("");
  expect(
    await next(runnerOf({ sealing: "a", keys: [a] }), await next(runnerOf({ sealing: undefined, keys: [a] }))),
  ).not.toBe("");
});

describe("statements", () => {
  const listing = defineDataView({ name: "SalesForPlans", record: recordOf(sale), parameters: {}, where: [] });

  test("no session keeps the statements of queries prepared, however many there are", async () => {
    const pool = openPool(1);
    const own = createViewRunner(drizzle(pool as never));
    for (const index of times(20, (one) => one))
      await collectAnswer(
        own,
        callOf(stores, where("Description", "EQ", String(index)), { paging: { pageSize: index + 1 } }),
      );
    const prepared = async () => {
      const rows = await pool`select 1 from pg_prepared_statements where statement ~ ${'from "store"'}`;
      return rows.length;
    };
    expect(await prepared()).toBe(0);
    for (let calls = 0; calls < 3; calls += 1) await collectAnswer(own, callOf(stores, select("Name")));
    expect(await prepared()).toBe(1);
  });

  test("a far page is found by an index-only scan, and the page after a token by its place in the index", async () => {
    const wholeOf = await namingWholes(sql);
    const one = newSale({ member: "m", store: "s", product: "p" });
    await insertAll(sql, sale, [one]);
    await sql`insert into sale select (s).* from (select jsonb_populate_record(sale, jsonb_build_object('id', gen_random_uuid(), 'external_id', 'copy-' || n, 'number', 1000 + n)) as s from sale, generate_series(1, 3000) n) copies`;
    await sql`analyze sale`;
    const recorder = openRecorder();
    const pager = createViewRunner(drizzle(recorder.sql));
    const sent = await recorder.recordCalls(async () => {
      const { nextPageToken } = await collectAnswer(pager, callOf(listing, {}, { paging: { pageSize: 5 } }));
      await collectAnswer(pager, callOf(listing, {}, { paging: { pageSize: 5, nextPageToken } }));
      await collectAnswer(pager, callOf(listing, {}, { paging: { pageSize: 5, pageNumber: 500 } }));
    });
    const plans: string[] = [];
    const planner = openPool(1);
    const reads = sent.filter(({ text }) => !text.includes("page_key"));
    for (const { text, parameters } of reads) {
      const rows = await planner.unsafe(`explain ${text}`, parameters as never[]);
      plans.push(wholeOf(rows.map((row) => row["QUERY PLAN"]).join("\n")));
    }
    const [first = "", next = "", far = ""] = plans;
    expect(plans).toHaveLength(3);
    // The rows of the IDs come in any order, so the statement sorts twice.
    expect(reads[2]?.text.match(/order by/g)).toHaveLength(2);
    expect(first).toMatch(/Index Scan using sale_time_idx/);
    expect(first).not.toMatch(/Sort {2}\(/);
    expect(next).toMatch(
      /Index Scan using sale_time_idx on sale_[^\n]*\n\s+Index Cond: \(ROW\(create_date_time, id\) > ROW/,
    );
    expect(far).toMatch(/Index Only Scan using sale_time_idx/);
    expect(far).toMatch(/Index Cond: \(id = ANY/);
  });

  test.each(dataViews.filter(({ computes }) => !computes))(
    "$name can be sorted, grouped, selected and counted by every field",
    async (view) => {
      const given = Object.keys(view.parameters).map((name) => [
        name,
        ["ObjectID", "SegmentID", "SaleID"].includes(name) ? formatId("SEG", newId()) : "2026-01-01T00:00:00.000Z",
      ]);
      const parameters = parseParameters(view, Object.fromEntries(given));
      const fields = queryFieldsOf(view.record);
      expect(fields.length).toBeGreaterThan(5);
      for (const { path } of fields) {
        const run = (query: object) =>
          collectAnswer(runner, {
            view,
            parameters,
            user: "api",
            query: parseQuery(view, { query, paging: { pageNumber: 2, pageSize: 1 } }),
          });
        await run({ sortBy: [{ field: path, type: "DESC" }], ...select(path), ...where(path, "IS_NOT_NULL") });
        await run({
          aggregations: { "": { field: path, summaryFunction: "DISTINCT_COUNT" } },
          ...select(path),
          sortBy: [{ field: path }, { aggregation: "" }],
        });
      }
    },
  );
});

test("a caller's filter on a key uses the key's index, as the condition of a view does", async () => {
  const recorder = openRecorder();
  const byKey = callOf(entries, where("Member.ExternalID", "EQ", keyOf(ada, "ExternalID")));
  const sent = await recorder.recordCalls(() => collectAnswer(createViewRunner(drizzle(recorder.sql)), byKey));
  const { text, parameters } = sent[0] ?? { text: "", parameters: [] };
  const rows = await openPool(1).unsafe(`explain ${text}`, parameters as never[]);
  expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toMatch(/member_external_id_key/);
});

test("an average has the decimals of an amount, and a sum too long for a JSON number is shown in full", async () => {
  const of = newId();
  await sql`
    insert into ledger_entry (id, member, currency, sequence, type, currency_awarded, member_balance, awarded_after, source_class, source_id, create_date_time, hash, why)
    select gen_random_uuid(), ${of}, ${pointsId}, n, 'Adjustment', 99999999999.9999, 0, 0, 'Adjustment', gen_random_uuid(), now(), '', '{}' from generate_series(1, 11) n`;
  const summary = (summaryFunction: string) => ({ field: "CurrencyAwarded", summaryFunction });
  const aggregations = { A: summary("AVG"), S: summary("SUM") };
  const sum = await ask(entries, { aggregations, ...where("Member", "EQ", idOf(of)) });
  expect(sum.data).toStrictEqual([{ A: 99999999999.9999, S: "1099999999999.9989" }]);
  const others = await ask(entries, { aggregations, ...where("Member", "NEQ", idOf(of)) });
  expect(others.data).toStrictEqual([{ A: 4.3333, S: 13 }]);
});

test("keys that differ only in case are found together if case is ignored", async () => {
  const other = newMember("BOB");
  await insertAll(sql, member, [other]);
  await post(sql, [adjustmentOf(other.id, 70)]);
  const { data } = await ask(entries, where("Member.ExternalID", "EQ", "bob", { ignoreCase: true }));
  expect(data.map(({ CurrencyAwarded }) => CurrencyAwarded)).toEqual([7, 70]);
});

test("text is ordered by code points, and pages follow that order, whatever the collation of the database", async () => {
  await sql`alter table product alter column brand type text collate "unicode"`;
  const brands = ["a", "B", "c", "ä", "Z"];
  await insertAll(
    sql,
    product,
    brands.map((Brand) => newProduct(undefined, { Brand })),
  );
  expect((await sql`select brand from product order by brand`).map(({ brand }) => brand)).toEqual([
    "a",
    "ä",
    "B",
    "c",
    "Z",
  ]);
  const products = listOf(recordOf(product));
  const read: unknown[] = [];
  let nextPageToken: string | undefined;
  do {
    const query = { sortBy: [{ field: "Brand" }], ...select("Brand") };
    const answer = await ask(products, query, { paging: { pageSize: 2, nextPageToken } });
    read.push(...answer.data.map(({ Brand }) => Brand));
    nextPageToken = answer.nextPageToken;
  } while (nextPageToken !== undefined);
  expect(read).toEqual(["B", "Z", "a", "c", "ä"]);
  const summary = {
    Least: { field: "Brand", summaryFunction: "MIN" },
    Greatest: { field: "Brand", summaryFunction: "MAX" },
  };
  expect((await ask(products, { aggregations: summary })).data).toStrictEqual([{ Least: "B", Greatest: "ä" }]);
  expect((await ask(products, where("Brand", "GTE", "a"))).data).toHaveLength(3);
});
