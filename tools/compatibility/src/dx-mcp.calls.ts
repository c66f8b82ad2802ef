import type { Shop } from "./shop.ts";

/** A call of one of the server's tools, and what its text for the model must contain. */
export interface ToolCall {
  readonly title: string;
  readonly tool: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly shows: readonly string[];
}

const list = "dataviews/get-list-data-view";
const count = "dataviews/get-data-view-count";
const metadata = "dataviews/get-data-view-metadata";

const ofMember = (memberKey: string) => ({
  filter: {
    filterConditions: {
      F1: { lhs: { field: "MemberExternalID" }, comparator: "EQ", rhs: { value: memberKey }, ignoreCase: true },
    },
    logic: "F1",
  },
});

/** What the text of a tool lacks; empty if nothing. */
export const checkText = ({ shows }: ToolCall, text: string): string[] =>
  shows.filter((expected) => !text.includes(expected)).map((expected) => `it does not show ${expected}`);

/** The log-in of the Pega DX MCP server, its list, count and metadata calls, and the errors that it parses. */
export const dxMcpCalls = (shop: Shop): ToolCall[] => [logIn, ...readCalls(shop), ...countCalls(shop), ...refusedCalls];

const logIn: ToolCall = {
  title: "a log-in with ID and secret",
  tool: "services/authenticate",
  parameters: {},
  shows: ["OAUTH", "/prweb/PRRestService/oauth2/v1/token"],
};

function readCalls({ memberKey, saleKeys, storeCodes }: Shop): ToolCall[] {
  const filtered = ofMember(memberKey);
  return [
    {
      title: "a look-up by business key",
      tool: list,
      parameters: { dataViewID: "GetStoreByBusinessKeys", dataViewParameters: { StoreCode: storeCodes[0] } },
      shows: [`"StoreCode": "${storeCodes[0]}"`, '"City": "Lyon"'],
    },
    {
      title: "filtered, sorted and paged",
      tool: list,
      parameters: {
        dataViewID: "SaleList",
        query: {
          select: [{ field: "ExternalID" }, { field: "Status" }],
          sortBy: [{ field: "ExternalID", type: "DESC" }],
          ...filtered,
        },
        paging: { pageNumber: 1, pageSize: 2 },
      },
      shows: [`"ExternalID": "${saleKeys.at(-1)}"`, '"Status": "Resolved-Completed"'],
    },
    {
      title: "aggregated by group",
      tool: list,
      parameters: {
        dataViewID: "SaleList",
        query: {
          select: [{ field: "StoreCode" }],
          aggregations: { Sales: { field: "ID", summaryFunction: "COUNT" } },
          sortBy: [{ aggregation: "Sales", type: "DESC" }],
          ...filtered,
        },
        paging: { maxResultsToFetch: 2_000 },
      },
      shows: [`"StoreCode": "${storeCodes[0]}"`, '"Sales": 2'],
    },
    {
      title: "distinct values",
      tool: list,
      parameters: {
        dataViewID: "SaleList",
        query: { select: [{ field: "Status" }], distinctResultsOnly: true, ...filtered },
      },
      shows: ['"Status": "Resolved-Completed"'],
    },
  ];
}

const countCalls = ({ memberKey }: Shop): ToolCall[] => [
  {
    title: "a count",
    tool: count,
    parameters: { dataViewID: "SaleList", query: ofMember(memberKey) },
    shows: ["**totalCount**: 4"],
  },
  {
    title: "metadata",
    tool: metadata,
    parameters: { dataViewID: "LedgerEntriesBetweenDates" },
    shows: ["MemberExternalID", "CurrencyAwarded"],
  },
];

const refusedCalls: ToolCall[] = [
  {
    title: "a view that does not exist",
    tool: list,
    parameters: { dataViewID: "D_Nothing" },
    shows: ["**Error Type**: NOT_FOUND", "**HTTP Status**: 404"],
  },
  {
    title: "a filter by a field that does not exist",
    tool: list,
    parameters: {
      dataViewID: "SaleList",
      query: {
        filter: { filterConditions: { F1: { lhs: { field: "Colour" }, comparator: "EQ", rhs: { value: 1 } } } },
      },
    },
    shows: ["**Error Type**: BAD_REQUEST", "### Additional Error Details", "Colour"],
  },
  {
    title: "a parameter that is missing",
    tool: count,
    parameters: { dataViewID: "GetStoreByBusinessKeys" },
    shows: ["**Error Type**: BAD_REQUEST", "StoreCode is required."],
  },
];
