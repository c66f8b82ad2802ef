import { execFile } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import type { Exchange } from "./call.ts";
import type { Service } from "./service.ts";
import type { Shop } from "./shop.ts";

const run = promisify(execFile);

export const dxMcpRepository = "https://github.com/marco-looy/pega-dx-mcp";
/** docs/compatibility.md names this commit too. */
export const dxMcpCommit = "e027b3e1937c8fb605732b0c0465741a3e37cdae";

/** A tool of the MCP server, as that server runs it. */
interface Tool {
  execute(parameters: Record<string, unknown>): Promise<{ content?: { text: string }[]; error?: string }>;
}

type RunTool = (name: string, parameters: Record<string, unknown>) => Promise<string>;

/**
 * Clones the Pega DX MCP server into a folder, installs its dependencies, and returns its tools. Each call of a tool
 * requests an access token with the client's ID and secret.
 * @throws if git or npm fails, or the repository has no such commit.
 */
async function fetchDxMcp(repository: string, folder: string, service: Service): Promise<RunTool> {
  const { url: baseUrl, clientID: clientId, clientSecret } = service;
  await run("git", ["clone", "--quiet", repository, folder]);
  await run("git", ["-C", folder, "checkout", "--quiet", dxMcpCommit]);
  await run("npm", ["install", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: folder });
  // Silences its log of sessions and tokens; the answer holds a call's outcome.
  console.error = () => undefined;
  return async (name, parameters) => {
    const file = pathToFileURL(join(folder, `src/tools/${name}.js`)).href;
    const [makeTool] = Object.values((await import(file)) as Record<string, new () => Tool>);
    if (!makeTool) throw new Error(`${name} exports no tool`);
    const { content, error } = await new makeTool().execute({
      ...parameters,
      sessionCredentials: { baseUrl, clientId, clientSecret },
    });
    return error ?? content?.map(({ text }) => text).join("\n") ?? "";
  };
}

/** A call of one of the server's tools, and what its text for the model must contain. */
type ToolCall = readonly [
  title: string,
  tool: string,
  parameters: Readonly<Record<string, unknown>>,
  shows: readonly string[],
];

const list = "dataviews/get-list-data-view";
const count = "dataviews/get-data-view-count";
const metadata = "dataviews/get-data-view-metadata";

const condition = (field: string, value: unknown) => ({ lhs: { field }, comparator: "EQ", rhs: { value } });
const wrongFilter = { filterConditions: { F1: condition("Colour", 1) } };

function toolCalls({ memberKey, saleKeys, storeCodes: [storeCode] }: Shop): readonly ToolCall[] {
  const F1 = { ...condition("MemberExternalID", memberKey), ignoreCase: true };
  const ofMember = { filter: { filterConditions: { F1 }, logic: "F1" } };
  const sales = (query: object, more: object = {}) => ({
    dataViewID: "SaleList",
    query: { ...query, ...ofMember },
    ...more,
  });
  const page = {
    select: [{ field: "ExternalID" }, { field: "Status" }],
    sortBy: [{ field: "ExternalID", type: "DESC" }],
  };
  const groups = {
    select: [{ field: "StoreCode" }],
    aggregations: { Sales: { field: "ID", summaryFunction: "COUNT" } },
    sortBy: [{ aggregation: "Sales", type: "DESC" }],
  };
  const statuses = { select: [{ field: "Status" }], distinctResultsOnly: true };
  const completed = '"Status": "Resolved-Completed"';
  return [
    ["a log-in with ID and secret", "services/authenticate", {}, ["OAUTH", "/prweb/PRRestService/oauth2/v1/token"]],
    [
      "a look-up by business key",
      list,
      { dataViewID: "GetStoreByBusinessKeys", dataViewParameters: { StoreCode: storeCode } },
      [`"StoreCode": "${storeCode}"`, '"City": "Lyon"'],
    ],
    [
      "filtered, sorted and paged",
      list,
      sales(page, { paging: { pageNumber: 1, pageSize: 2 } }),
      [`"ExternalID": "${saleKeys.at(-1)}"`, completed],
    ],
    [
      "aggregated by group",
      list,
      sales(groups, { paging: { maxResultsToFetch: 2_000 } }),
      [`"StoreCode": "${storeCode}"`, '"Sales": 2'],
    ],
    ["distinct values", list, sales(statuses), [completed]],
    ["a count", count, sales({}), ["**totalCount**: 4"]],
    ["metadata", metadata, { dataViewID: "LedgerEntriesBetweenDates" }, ["MemberExternalID", "CurrencyAwarded"]],
    [
      "a view that does not exist",
      list,
      { dataViewID: "D_Nothing" },
      ["**Error Type**: NOT_FOUND", "**HTTP Status**: 404"],
    ],
    [
      "a filter by a field that does not exist",
      list,
      { dataViewID: "SaleList", query: { filter: wrongFilter } },
      ["**Error Type**: BAD_REQUEST", "### Additional Error Details", "Colour"],
    ],
    [
      "a parameter that is missing",
      count,
      { dataViewID: "GetStoreByBusinessKeys" },
      ["**Error Type**: BAD_REQUEST", "StoreCode is required."],
    ],
  ];
}

/**
 * The log-in of the Pega DX MCP server, its list, count and metadata calls, and the errors that it parses. The server is
 * cloned into the folder.
 */
export async function tryDxMcp(repository: string, folder: string, service: Service, shop: Shop): Promise<Exchange[]> {
  const runTool = await fetchDxMcp(repository, folder, service);
  const exchanges: Exchange[] = [];
  for (const [title, tool, parameters, shows] of toolCalls(shop)) {
    const received = await runTool(tool, parameters);
    const missing = shows.filter((text) => !received.includes(text)).map((text) => `it does not show ${text}`);
    exchanges.push({ title, received, missing });
  }
  return exchanges;
}
