import { type Call, viewCall } from "./call.ts";
import type { Shop } from "./shop.ts";

/** What n8n's node for Pega Launchpad selects of any view by default. */
const select = ["Name", "Status", "BusinessID", "Description", "ID", "@class"].map((field) => ({ field }));

const listOf = (view: string): Call =>
  viewCall(
    `list ${view} with the default fields, without dataViewParameters`,
    view,
    { query: { select } },
    {
      "data is a list": ({ body }) => Array.isArray(body.data) && body.data.length > 0,
      "each record has an ID": ({ body }) => body.data.every((record: Record<string, unknown>) => record["ID"]),
      "resultCount counts them": ({ body }) => body.resultCount === body.data.length,
    },
  );

const pageOfStores = viewCall(
  "one page of a list",
  "StoreList",
  { query: { select }, paging: { pageNumber: 1, pageSize: 2 } },
  {
    "two records": ({ body }) => body.data.length === 2,
    "hasMoreResults says whether to go on": ({ body }) => body.hasMoreResults === true,
  },
);

/** The requests of n8n's node for Pega Launchpad. */
export function launchpadCalls({ stores }: Shop): Call[] {
  const [store = ""] = stores;
  const edit = (title: string, ifMatch: string, rest: Pick<Call, "status" | "reads">): Call => ({
    title,
    method: "PATCH",
    path: `/objects/${store}/actions/Edit`,
    headers: { "if-match": ifMatch },
    body: { content: { Description: title }, pageInstructions: [] },
    ...rest,
  });
  return [
    ...["StoreList", "MemberList", "SaleList", "ProgramList"].map(listOf),
    pageOfStores,
    {
      title: "read an object",
      method: "GET",
      path: `/objects/${store}?viewType=none`,
      headers: { "x-origin-channel": "Web" },
      status: 200,
      reads: {
        'the ETag is a lowercase w/"N"': ({ headers }) => headers.get("etag") === 'w/"1"',
        "objectInfo holds the content": ({ body }) => body.data.objectInfo.content.ID === store,
      },
    },
    edit("change it with the ETag unchanged", 'w/"1"', {
      status: 200,
      reads: { "the ETag goes up": ({ headers }) => headers.get("etag") === 'w/"2"' },
    }),
    edit("change it with an outdated ETag", 'w/"1"', {
      status: 409,
      reads: { "an error that is JSON": ({ body }) => Array.isArray(body.errorDetails) },
    }),
  ];
}
