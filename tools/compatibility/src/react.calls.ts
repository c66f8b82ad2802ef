import type { Answer } from "@rewards/lab/client";
import type { Call } from "./call.ts";
import type { Shop } from "./shop.ts";

const condition = (field: string, comparator: string, value?: unknown) => ({
  lhs: { field },
  comparator,
  ...(value !== undefined && { rhs: { value } }),
});

const keysAre =
  (field: string, expected: readonly string[]) =>
  ({ body }: Answer): boolean =>
    JSON.stringify(body.data.map((record: Record<string, unknown>) => record[field])) === JSON.stringify(expected);

/** The filters that the widgets of Pega's React SDK send. */
export const reactCalls = (shop: Shop): Call[] => [...saleCalls(shop), ...storeCalls(shop)];

function saleCalls({ storeCodes: [lyon = ""], memberKey, saleKeys }: Shop): Call[] {
  const saleFields = [{ field: "ExternalID" }, { field: "Status" }, { field: "SaleDateTime" }];
  return [
    {
      title: "conditions with logic and parentheses",
      method: "POST",
      path: "/data_views/SaleList",
      body: {
        query: {
          select: saleFields,
          sortBy: [{ field: "ExternalID", type: "DESC" }],
          filter: {
            logic: "T1 AND (T2 AND T3)",
            filterConditions: {
              T1: condition("MemberExternalID", "EQ", memberKey),
              T2: condition("Status", "STARTS_WITH", "Resolved"),
              T3: condition("SaleDateTime", "GTE", "2026-05-04T00:00:00.000Z"),
            },
          },
        },
      },
      status: 200,
      reads: { "every sale of the member, the last first": keysAre("ExternalID", saleKeys.toReversed()) },
    },
    {
      title: "conditions by the name of their field, without logic",
      method: "POST",
      path: "/data_views/SaleList",
      body: {
        query: {
          select: saleFields,
          sortBy: [{ field: "ExternalID", type: "ASC" }],
          filter: {
            filterConditions: {
              MemberExternalID: condition("MemberExternalID", "EQ", memberKey),
              StoreCode: { ...condition("StoreCode", "EQ", lyon.toLowerCase()), ignoreCase: true },
            },
          },
        },
      },
      status: 200,
      reads: { "the sales of that store": keysAre("ExternalID", [saleKeys[0] ?? "", saleKeys[3] ?? ""]) },
    },
  ];
}

function storeCalls({ storeCodes }: Shop): Call[] {
  const [lyon = "", lille = ""] = storeCodes;
  return [
    {
      title: "a field of an embedded page, and one of several values",
      method: "POST",
      path: "/data_views/StoreList",
      body: {
        query: {
          select: [{ field: "StoreCode" }],
          filter: {
            logic: "F1 AND F2",
            filterConditions: {
              F1: condition("Address.City", "IN", ["Lyon", "Lille"]),
              F2: condition("StoreCode", "IN", [...storeCodes]),
            },
          },
          sortBy: [{ field: "StoreCode", type: "ASC" }],
        },
        paging: { maxResultsToFetch: 50 },
      },
      status: 200,
      reads: { "both stores": keysAre("StoreCode", [lyon, lille]) },
    },
    {
      title: "both forms of paging at once",
      method: "POST",
      path: "/data_views/StoreList",
      body: { paging: { pageNumber: 1, pageSize: 10, maxResultsToFetch: 50 } },
      status: 400,
      reads: { "an error that says what is wrong": ({ body }) => typeof body.localizedValue === "string" },
    },
  ];
}
