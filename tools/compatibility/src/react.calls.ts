import type { Answer } from "@rewards/lab/client";
import { type Call, viewCall } from "./call.ts";
import type { Shop } from "./shop.ts";

const condition = (field: string, comparator: string, value: unknown) => ({
  lhs: { field },
  comparator,
  rhs: { value },
});

const sortBy = (field: string, type: "ASC" | "DESC") => [{ field, type }];

const keysAre =
  (field: string, expected: readonly (string | undefined)[]) =>
  ({ body }: Answer): boolean =>
    JSON.stringify(body.data.map((record: Record<string, unknown>) => record[field])) === JSON.stringify(expected);

/** The filters that the widgets of Pega's React SDK send. */
export function reactCalls({ storeCodes, memberKey, saleKeys }: Shop): Call[] {
  const [lyon = "", lille] = storeCodes;
  const select = [{ field: "ExternalID" }, { field: "Status" }, { field: "SaleDateTime" }];
  const byLogic = {
    logic: "T1 AND (T2 AND T3)",
    filterConditions: {
      T1: condition("MemberExternalID", "EQ", memberKey),
      T2: condition("Status", "STARTS_WITH", "Resolved"),
      T3: condition("SaleDateTime", "GTE", "2026-05-04T00:00:00.000Z"),
    },
  };
  const byNames = {
    filterConditions: {
      MemberExternalID: condition("MemberExternalID", "EQ", memberKey),
      StoreCode: { ...condition("StoreCode", "EQ", lyon.toLowerCase()), ignoreCase: true },
    },
  };
  const byCity = {
    logic: "F1 AND F2",
    filterConditions: {
      F1: condition("Address.City", "IN", ["Lyon", "Lille"]),
      F2: condition("StoreCode", "IN", [...storeCodes]),
    },
  };
  return [
    viewCall(
      "conditions with logic and parentheses",
      "SaleList",
      { query: { select, sortBy: sortBy("ExternalID", "DESC"), filter: byLogic } },
      { "every sale of the member, the last first": keysAre("ExternalID", saleKeys.toReversed()) },
    ),
    viewCall(
      "conditions by the name of their field, without logic",
      "SaleList",
      { query: { select, sortBy: sortBy("ExternalID", "ASC"), filter: byNames } },
      { "the sales of that store": keysAre("ExternalID", [saleKeys[0], saleKeys[3]]) },
    ),
    viewCall(
      "a field of an embedded page, and one of several values",
      "StoreList",
      {
        query: { select: [{ field: "StoreCode" }], filter: byCity, sortBy: sortBy("StoreCode", "ASC") },
        paging: { maxResultsToFetch: 50 },
      },
      { "both stores": keysAre("StoreCode", [lyon, lille]) },
    ),
    viewCall(
      "both forms of paging at once",
      "StoreList",
      { paging: { pageNumber: 1, pageSize: 10, maxResultsToFetch: 50 } },
      { "an error that says what is wrong": ({ body }) => typeof body.localizedValue === "string" },
      400,
    ),
  ];
}
