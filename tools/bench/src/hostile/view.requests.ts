import { conditionsMax, inListValuesMax, pageNumberMax, recordsMax } from "@rewards/domain";
import { apiRoot as api } from "@rewards/lab/client";
import { always, bytesOf, inTurns, listOf } from "./requests.ts";

const view = (name: string) => `${api}/data_views/${name}`;

const recordFields = [
  ...["CreateDateTime", "UpdateDateTime", "CreateUser", "UpdateUser", "CreateUserID", "UpdateUserID"],
  ...["HistoryCounter", "Status", "BusinessID", "CurrentStageID", "CurrentStageName", "ConfirmationNote"],
  ...["Origin", "Name", "ExternalID"],
];
const rewardFields = [...recordFields, "RewardType"].map((name) => `Reward.${name}`);
const redemptionFields = [...recordFields, "MemberExternalID"].map((name) => `Redemption.${name}`);
const select = (names: readonly string[]) => names.map((field) => ({ field }));

/** Every voucher, with 32 fields of its reward and its redemption. */
export const joinedItems = always("POST", view("RedemptionItemList"), {
  query: { select: select([...rewardFields, ...redemptionFields]) },
});

export const allSales = always("GET", view("SaleList"));
export const headOfAllSales = always("HEAD", view("SaleList"));

/** A query of conditions that are all the same. */
function filterBody(condition: string, times: number): string {
  const conditions = listOf(times, (n) => `"F${n}":${condition}`);
  const logic = Array.from({ length: times }, (_, n) => `F${n}`).join(" OR ");
  return `{"query":{"includeTotalCount":true,"filter":{"filterConditions":{${conditions}},"logic":"${logic}"}}}`;
}

/** The most conditions, each with the most values, that a query may have; no sale matches. */
export const longLists = always("POST", view("SaleList"), () => {
  const values = listOf(inListValuesMax, (n) => `"nobody-${n}"`);
  const condition = `{"lhs":{"field":"ExternalID"},"comparator":"IN","rhs":{"value":[${values}]},"ignoreCase":true}`;
  return filterBody(condition, conditionsMax);
});

/** Counts sales that contain a text, which no index supports. */
export const searchingCounts = always("POST", `${view("SaleList")}/count`, () => {
  const condition = `{"lhs":{"field":"ConfirmationNote"},"comparator":"CONTAINS","rhs":{"value":"zzz"},"ignoreCase":true}`;
  return filterBody(condition, conditionsMax);
});

const countedFields = ["ExternalID", "MemberExternalID", "CreateDateTime", "UpdateDateTime", "StoreCode"];
const countOf = (field: string) => [`Of${field}`, { field, summaryFunction: "DISTINCT_COUNT" }] as const;

/** Every sale is a group, with distinct counts, sorted by one of them. */
export const groupedSales = always("POST", view("SaleList"), {
  query: {
    select: [
      ...select(["ExternalID", "MemberExternalID"]),
      ...countedFields.map((field) => ({ aggregation: `Of${field}` })),
    ],
    aggregations: Object.fromEntries(countedFields.map(countOf)),
    sortBy: [{ aggregation: "OfStoreCode", type: "DESC" }],
  },
});

/** The last page that may be requested, in an order without an index. */
export const farPages = always("POST", view("SaleList"), {
  paging: { pageNumber: pageNumberMax, pageSize: recordsMax },
  query: { includeTotalCount: true, sortBy: [{ field: "ConfirmationNote", type: "DESC" }] },
});

/** The sales with as many lines as a sale may have. */
export const bigSales = inTurns(({ bigMember }) => {
  const condition = { lhs: { field: "MemberExternalID" }, comparator: "EQ", rhs: { value: bigMember } };
  return [bytesOf("POST", view("SaleList"), { query: { filter: { filterConditions: { F1: condition } } } })];
});

/** Just within the 16 KiB limit of a request's head. */
const queryStringValues = 700;

/** A filter in the query string of a read. */
export const longQueryString = inTurns(() => {
  const values = Array.from({ length: queryStringValues }, (_, n) => `nobody-${n}`);
  const condition = { lhs: { field: "ExternalID" }, comparator: "IN", rhs: { value: values }, ignoreCase: true };
  const query = encodeURIComponent(JSON.stringify({ filter: { filterConditions: { F1: condition } } }));
  return [bytesOf("GET", `${view("SaleList")}?query=${query}`)];
});

/** Single records by ID, and their histories. */
export const recordReads = inTurns(({ saleIds }) =>
  saleIds.flatMap((id) => [
    bytesOf("GET", `${api}/objects/${id}`),
    bytesOf("POST", view("ObjectHistory"), { dataViewParameters: { ObjectID: id } }),
  ]),
);

export const descriptions = inTurns(() =>
  [`${api}/data_views`, `${view("SaleList")}/metadata`, `${view("RedemptionItemList")}/metadata`].map((path) =>
    bytesOf("GET", path),
  ),
);

export const files = inTurns(() => ["/reference/swagger-ui.js", "/openapi.json"].map((path) => bytesOf("GET", path)));
export const unknownPaths = always("GET", "/wp-admin/setup-config.php?step=1");
