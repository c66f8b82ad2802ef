import { beforeAll, describe, expect, test } from "vitest";
import { root } from "./support/client.ts";
import { expectError, type Place } from "./support/errors.ts";
import { allTime, freshKey } from "./support/fixtures.ts";
import { timestampPattern } from "./support/records.ts";
import { useBasics, useSharedStack } from "./support/stack.ts";

const stack = useSharedStack({ workers: 0 });
const basics = useBasics(stack);
const amounts = [5, 10, 15, 20, 25];
beforeAll(async () => {
  for (const Amount of amounts)
    await stack.client.act(basics.memberId, "AddBalance", { content: { AdjustBalances: { Amount, Name: "Points" } } });
});

const path = `${root}/data_views/LedgerEntriesBetweenDates`;
const send = (more: object, to = path) =>
  stack.client.send("POST", to, { dataViewParameters: { MemberExternalID: basics.member, ...allTime }, ...more });
const condition = (field: string, comparator: string, value: unknown) => ({
  lhs: { field },
  comparator,
  rhs: { value },
});
const awarded = (answer: { body: { data: { CurrencyAwarded: number }[] } }) =>
  answer.body.data.map((one) => one.CurrencyAwarded);
const at = expect.stringMatching(timestampPattern);

describe("bodies of real clients", () => {
  test("conditions joined by logic with parentheses, as the React SDK sends them", async () => {
    const filterConditions = {
      T1: condition("Type", "EQ", "Adjustment"),
      T2: condition("CurrencyAwarded", "GT", 5),
      T3: condition("CurrencyAwarded", "LTE", "20"),
    };
    const answer = await send({ query: { filter: { logic: "T1 AND (T2 AND T3)", filterConditions } } });
    expect(answer.status).toBe(200);
    expect(awarded(answer)).toEqual([10, 15, 20]);
    expect(awarded(await send({ query: { filter: { logic: "T1 AND NOT (T2 AND T3)", filterConditions } } }))).toEqual([
      5, 25,
    ]);
  });

  test("conditions under the names of their fields, without logic", async () => {
    const filterConditions = {
      CurrencyAwarded: { ...condition("CurrencyAwarded", "GTE", 15), ignoreCase: true },
      "Member.ExternalID": {
        ...condition("Member.ExternalID", "CONTAINS", basics.member.toUpperCase()),
        ignoreCase: true,
      },
    };
    expect(awarded(await send({ query: { filter: { filterConditions } }, useExtendedTimeout: false }))).toEqual([
      15, 20, 25,
    ]);
  });

  test("a fixed select on any view and no dataViewParameters, as n8n sends it", async () => {
    const select = ["Name", "Status", "BusinessID", "Description", "ID", "@class"].map((field) => ({ field }));
    const answer = await stack.client.send("POST", `${root}/data_views/ProgramList`, {
      query: { select },
      paging: { maxResultsToFetch: 1 },
    });
    expect(answer.body).toEqual({
      data: [
        {
          "@class": "Program",
          "@version": 1,
          ID: expect.stringMatching(/^PRG-/),
          Name: "Rewards",
          Description: expect.any(String),
          Status: "Open-Active",
          BusinessID: "REWARDS",
        },
      ],
      resultCount: 1,
      hasMoreResults: false,
      fetchDateTime: at,
    });
  });

  test("aggregations, and distinct results, as the DX MCP server's examples ask for them", async () => {
    const aggregations = { AvgAward: { field: "CurrencyAwarded", summaryFunction: "AVG" } };
    const grouped = await send({
      query: { aggregations, select: [{ field: "Type" }] },
      paging: { maxResultsToFetch: 2_000 },
    });
    expect(grouped.body).toEqual({
      data: [{ Type: "Adjustment", AvgAward: 15 }],
      resultCount: 1,
      hasMoreResults: false,
      fetchDateTime: at,
    });
    const distinct = await send({ query: { select: [{ field: "Type" }], distinctResultsOnly: true } });
    expect(distinct.body).toEqual({ data: [{ Type: "Adjustment" }], resultCount: 1, fetchDateTime: at });
  });
});

describe("paging", () => {
  test("a page has its number, its size, whether more follows, and the total if requested", async () => {
    const { body } = await send({ paging: { pageNumber: 2, pageSize: 2 }, includeTotalCount: true });
    expect(body).toEqual({
      data: [expect.objectContaining({ CurrencyAwarded: 15 }), expect.objectContaining({ CurrencyAwarded: 20 })],
      resultCount: 2,
      fetchDateTime: at,
      pageNumber: 2,
      pageSize: 2,
      hasMoreResults: true,
      nextPageToken: expect.stringMatching(/^[\w-]+$/),
      totalCount: 5,
    });
  });

  test("tokens lead through all pages in the requested order", async () => {
    const query = { sortBy: [{ field: "CurrencyAwarded", type: "DESC" }] };
    const read: number[] = [];
    let nextPageToken: string | undefined;
    do {
      const answer = await send({ query, paging: { pageSize: 2, ...(nextPageToken && { nextPageToken }) } });
      expect(answer.status).toBe(200);
      read.push(...awarded(answer));
      nextPageToken = answer.body.nextPageToken;
    } while (nextPageToken !== undefined);
    expect(read).toEqual(amounts.toReversed());
  });

  test("a token of another filter or member is refused with 400", async () => {
    const { body } = await send({ paging: { pageSize: 2 } });
    const { nextPageToken } = body;
    const refused = { code: "Error_PageToken_Invalid", page: ".paging", field: ".nextPageToken" };
    const filter = { filterConditions: { F1: condition("Sequence", "GT", 1) } };
    expectError(await send({ query: { filter }, paging: { nextPageToken } }), 400, refused);
    const other = {
      dataViewParameters: { MemberExternalID: freshKey("other"), ...allTime },
      paging: { nextPageToken },
    };
    expectError(await stack.client.send("POST", path, other), 400, refused);
  });
});

describe("count", () => {
  test("returns how many records the same body matches, and how many there are in all", async () => {
    const count = async (more: object) => (await send(more, `${path}/count`)).body;
    expect(await count({})).toEqual({ resultCount: 5, totalCount: 5, hasMoreResults: false, fetchDateTime: at });
    const filter = { filterConditions: { F1: condition("CurrencyAwarded", "GTE", 10) } };
    expect(await count({ query: { filter } })).toMatchObject({ totalCount: 4 });
    expect(await count({ paging: { pageNumber: 2, pageSize: 2 } })).toMatchObject({
      resultCount: 2,
      totalCount: 5,
      hasMoreResults: true,
    });
    expect(await count({ paging: { pageNumber: 4, pageSize: 2 } })).toMatchObject({
      resultCount: 0,
      totalCount: 5,
      hasMoreResults: false,
    });
    const distinct = { query: { select: [{ field: "Type" }], distinctResultsOnly: true } };
    expect(await count(distinct)).toMatchObject({ resultCount: 1, totalCount: 1 });
  });

  test("is refused like the view", async () => {
    expectError(await send({}, `${root}/data_views/NoSuchView/count`), 404, "Error_DataView_Unknown");
    expectError(await send({ query: 5 }, `${path}/count`), 400, "Error_Query_Malformed");
    expectError(
      await send({ dataViewParameters: null }, `${path}/count`),
      400,
      ...Array.from({ length: 3 }, () => "Error_Parameter_Required"),
    );
    expectError(await send({ paging: { nextPageToken: "x" } }, `${path}/count`), 400, "Error_Paging_Conflict");
    expectError(await stack.client.send("GET", `${path}/count`), 405, "Error_Method_NotAllowed");
  });
});

const filtered = (field: string, comparator: string, value: unknown) => ({
  query: { filter: { filterConditions: { F1: condition(field, comparator, value) } } },
});
const inFilter = (code: string, part: string): Place => ({
  code,
  page: ".query.filter.filterConditions.F1",
  field: `.${part}`,
});
const inPaging = (code: string, part: string): Place => ({ code, page: ".paging", field: `.${part}` });

describe("a query is refused with 400", () => {
  test.each<[object, Place]>([
    [filtered("NoSuchField", "EQ", "x"), inFilter("Error_Query_FieldUnknown", "lhs")],
    [filtered("__proto_", "EQ", "x"), inFilter("Error_Query_FieldUnknown", "lhs")],
    [filtered("constructor", "EQ", "x"), inFilter("Error_Query_FieldUnknown", "lhs")],
    [filtered("hash", "EQ", "x"), inFilter("Error_Query_FieldUnknown", "lhs")],
    [filtered("Type; drop table sale", "EQ", "x"), inFilter("Error_Query_FieldUnknown", "lhs")],
    [filtered("Type", "BETWEEN", "x"), inFilter("Error_Query_ComparatorUnsuited", "comparator")],
    [filtered("Sequence", "CONTAINS", "x"), inFilter("Error_Query_ComparatorUnsuited", "comparator")],
    [filtered("Type", "EQ", "a\0"), inFilter("Error_Query_ValueMistyped", "rhs")],
    [filtered("Type", "EQ", "\ud800"), inFilter("Error_Query_ValueMistyped", "rhs")],
    [filtered("CurrencyAwarded", "GT", 1e200), inFilter("Error_Query_ValueMistyped", "rhs")],
    [filtered("CurrencyAwarded", "GT", "Infinity"), inFilter("Error_Query_ValueMistyped", "rhs")],
    [filtered("CreateDateTime", "GT", "yesterday"), inFilter("Error_Query_ValueMistyped", "rhs")],
    [filtered("Member", "EQ", basicsOf("STO")), inFilter("Error_Query_ValueMistyped", "rhs")],
    [
      filtered(
        "Sequence",
        "IN",
        Array.from({ length: 1_001 }, () => 1),
      ),
      inFilter("Error_Query_TooLarge", "rhs"),
    ],
    [
      { query: { filter: { filterConditions: { F1: condition("Type", "EQ", "x") }, logic: "F1 AND F2" } } },
      { code: "Error_Query_Malformed", page: ".query.filter", field: ".logic" },
    ],
    [
      { query: { filter: { filterConditions: { F1: condition("Type", "EQ", "x") }, logic: "(".repeat(3_000) } } },
      { code: "Error_Query_TooLarge", page: ".query.filter", field: ".logic" },
    ],
    [
      { query: { sortBy: [{ field: "NoSuchField" }] } },
      { code: "Error_Query_FieldUnknown", page: ".query", field: ".sortBy" },
    ],
    [
      { query: { aggregations: { A: { field: "Type", summaryFunction: "SUM" } } } },
      { code: "Error_Query_FunctionUnsuited", page: ".query.aggregations.A", field: ".summaryFunction" },
    ],
    [{ paging: { pageNumber: 1, maxResultsToFetch: 1 } }, inPaging("Error_Paging_Conflict", "maxResultsToFetch")],
    [{ paging: { pageSize: 5_001 } }, inPaging("Error_Paging_Malformed", "pageSize")],
    [{ paging: { pageNumber: 1e15 } }, inPaging("Error_Paging_Malformed", "pageNumber")],
    [{ paging: { nextPageToken: "bnVsbA" } }, inPaging("Error_PageToken_Invalid", "nextPageToken")],
  ])("%j", async (more, place) => expectError(await send(more), 400, place));

  test("which names the unknown field", async () => {
    const { body } = await send(filtered("Colour", "EQ", 1));
    expect(body.errorDetails[0].localizedValue).toBe("LedgerEntryCase has no field Colour to go by.");
  });

  test("if a name is __proto__ in the JSON", async () => {
    const body =
      '{"query":{"filter":{"filterConditions":{"__proto__":{"lhs":{"field":"Name"},"comparator":"IS_NULL"}}}}}';
    const answer = await stack.client.sendRaw("POST", `${root}/data_views/ProgramList`, body);
    expectError(answer, 400, { code: "Error_Query_Malformed", page: ".query", field: ".filter" });
  });
});

function basicsOf(prefix: string): string {
  return `${prefix}-${"0".repeat(32)}`;
}
