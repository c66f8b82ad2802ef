import { conditionsMax, inListValuesMax, pageNumberMax, recordsMax } from "@rewards/domain";
import { always, api, bytesOf, inTurns, listOf } from "./requests.ts";

const view = (name: string) => `${api}/data_views/${name}`;
const postView = (name: string, body: object) => always("POST", view(name), JSON.stringify(body));

const recordFields = [
  "CreateDateTime",
  "UpdateDateTime",
  "CreateUser",
  "UpdateUser",
  "CreateUserID",
  "UpdateUserID",
  "HistoryCounter",
  "Status",
  "BusinessID",
  "CurrentStageID",
  "CurrentStageName",
  "ConfirmationNote",
  "Origin",
  "Name",
  "ExternalID",
];
const rewardFields = [...recordFields, "RewardType"].map((name) => `Reward.${name}`);
const redemptionFields = [...recordFields, "MemberExternalID"].map((name) => `Redemption.${name}`);
const select = (names: readonly string[]) => names.map((field) => ({ field }));

/** Every voucher, with 32 fields of its reward and its redemption. */
export const joinedItems = postView("RedemptionItemList", {
  query: { select: select([...rewardFields, ...redemptionFields]) },
});

export const allSales = always("GET", view("SaleList"));
export const headOfAllSales = always("HEAD", view("SaleList"));

/** The most conditions, each with the most values, that a query may have; no sale matches. */
export const longLists = () => {
  const values = listOf(inListValuesMax, (n) => `"nobody-${n}"`);
  const condition = `{"lhs":{"field":"ExternalID"},"comparator":"IN","rhs":{"value":[${values}]},"ignoreCase":true}`;
  return always("POST", view("SaleList"), filterBody(condition, conditionsMax))();
};

function filterBody(condition: string, times: number): string {
  const conditions = listOf(times, (n) => `"F${n}":${condition}`);
  const logic = Array.from({ length: times }, (_, n) => `F${n}`).join(" OR ");
  return `{"query":{"includeTotalCount":true,"filter":{"filterConditions":{${conditions}},"logic":"${logic}"}}}`;
}

/** Counts sales that contain a text, which no index supports. */
export const searchingCounts = () => {
  const condition = `{"lhs":{"field":"ConfirmationNote"},"comparator":"CONTAINS","rhs":{"value":"zzz"},"ignoreCase":true}`;
  return always("POST", `${view("SaleList")}/count`, filterBody(condition, conditionsMax))();
};

const countedFields = ["ExternalID", "MemberExternalID", "CreateDateTime", "UpdateDateTime", "StoreCode"];

/** Every sale is a group, with distinct counts, sorted by one of them. */
export const groupedSales = postView("SaleList", {
  query: {
    select: [
      ...select(["ExternalID", "MemberExternalID"]),
      ...countedFields.map((field) => ({ aggregation: `Of${field}` })),
    ],
    aggregations: Object.fromEntries(
      countedFields.map((field) => [`Of${field}`, { field, summaryFunction: "DISTINCT_COUNT" }]),
    ),
    sortBy: [{ aggregation: "OfStoreCode", type: "DESC" }],
  },
});

/** The last page that may be requested, in an order without an index. */
export const farPages = postView("SaleList", {
  paging: { pageNumber: pageNumberMax, pageSize: recordsMax },
  query: { includeTotalCount: true, sortBy: [{ field: "ConfirmationNote", type: "DESC" }] },
});

/** The sales with as many lines as a sale may have. */
export const bigSales = inTurns(({ bigMember }) => {
  const condition = { lhs: { field: "MemberExternalID" }, comparator: "EQ", rhs: { value: bigMember } };
  const body = JSON.stringify({ query: { filter: { filterConditions: { F1: condition } } } });
  return [bytesOf("POST", view("SaleList"), body)];
});

/** Just within the 16 KiB limit of a request's head. */
const queryStringValues = 700;

/** A filter in the query string of a read. */
export const longQueryString = () => {
  const values = Array.from({ length: queryStringValues }, (_, n) => `nobody-${n}`);
  const condition = { lhs: { field: "ExternalID" }, comparator: "IN", rhs: { value: values }, ignoreCase: true };
  const query = encodeURIComponent(JSON.stringify({ filter: { filterConditions: { F1: condition } } }));
  return always("GET", `${view("SaleList")}?query=${query}`)();
};

/** Single records by ID, and their histories. */
export const recordReads = inTurns(({ saleIds }) =>
  saleIds.flatMap((id) => [
    bytesOf("GET", `${api}/objects/${id}`),
    bytesOf("POST", view("ObjectHistory"), JSON.stringify({ dataViewParameters: { ObjectID: id } })),
  ]),
);

export const descriptions = inTurns(() => [
  bytesOf("GET", `${api}/data_views`),
  bytesOf("GET", `${view("SaleList")}/metadata`),
  bytesOf("GET", `${view("RedemptionItemList")}/metadata`),
]);

export const files = inTurns(() => [bytesOf("GET", "/reference/swagger-ui.js"), bytesOf("GET", "/openapi.json")]);
export const unknownPaths = always("GET", "/wp-admin/setup-config.php?step=1");
