import { conditionsMax, inListValuesMax, pageNumberMax, recordsMax, saleItemsMax } from "@rewards/domain";
import { apiRoot as api } from "@rewards/lab/client";
import { requestText } from "../load/connection.ts";
import { storeCode } from "../subject/shop.ts";

export interface HostileRecords {
  readonly saleIds: readonly string[];
  /** The member whose sales have as many lines as a sale may have. */
  readonly bigMember: string;
}

export type MakeBytes = (n: number) => Buffer;
export type Requests = (records: HostileRecords) => MakeBytes;

/** A request as sent; `body` is ASCII, and is sent as JSON if it is an object. */
export function bytesOf(method: string, path: string, body: string | object = ""): Buffer {
  return Buffer.from(requestText(method, path, typeof body === "string" ? body : JSON.stringify(body)), "latin1");
}

const inTurns =
  (make: (records: HostileRecords) => readonly Buffer[]): Requests =>
  (records) => {
    const all = make(records);
    return (n) => all[n % all.length] as Buffer;
  };

/** The same request each time. A long body is made only when it is sent. */
export const always = (method: string, path: string, body: string | object | (() => string) = "") =>
  inTurns(() => [bytesOf(method, path, typeof body === "function" ? body() : body)]);

const listOf = (count: number, make: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => make(n)).join(",");

const view = (name: string) => `${api}/data_views/${name}`;
const saleList = view("SaleList");

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

export const allSales = always("GET", saleList);
export const headOfAllSales = always("HEAD", saleList);

/** A query of as many conditions as it may have, all the same. */
function filterBody(condition: string): string {
  const conditions = listOf(conditionsMax, (n) => `"F${n}":${condition}`);
  const logic = Array.from({ length: conditionsMax }, (_, n) => `F${n}`).join(" OR ");
  return `{"query":{"includeTotalCount":true,"filter":{"filterConditions":{${conditions}},"logic":"${logic}"}}}`;
}

/** The most conditions, each with the most values, that a query may have; no sale matches. */
export const longLists = always("POST", saleList, () => {
  const values = listOf(inListValuesMax, (n) => `"nobody-${n}"`);
  return filterBody(`{"lhs":{"field":"ExternalID"},"comparator":"IN","rhs":{"value":[${values}]},"ignoreCase":true}`);
});

/** Counts sales that contain a text, which no index supports. */
export const searchingCounts = always("POST", `${saleList}/count`, () =>
  filterBody(`{"lhs":{"field":"ConfirmationNote"},"comparator":"CONTAINS","rhs":{"value":"zzz"},"ignoreCase":true}`),
);

const countedFields = ["ExternalID", "MemberExternalID", "CreateDateTime", "UpdateDateTime", "StoreCode"];
const countOf = (field: string) => [`Of${field}`, { field, summaryFunction: "DISTINCT_COUNT" }] as const;

/** Every sale is a group, with distinct counts, sorted by one of them. */
export const groupedSales = always("POST", saleList, {
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
export const farPages = always("POST", saleList, {
  paging: { pageNumber: pageNumberMax, pageSize: recordsMax },
  query: { includeTotalCount: true, sortBy: [{ field: "ConfirmationNote", type: "DESC" }] },
});

const filterOf = (field: string, comparator: string, value: string | readonly string[]) => ({
  filter: { filterConditions: { F1: { lhs: { field }, comparator, rhs: { value }, ignoreCase: true } } },
});

/** The sales with as many lines as a sale may have. */
export const bigSales = inTurns(({ bigMember }) => [
  bytesOf("POST", saleList, { query: filterOf("MemberExternalID", "EQ", bigMember) }),
]);

/** A filter in the query string of a read: just within the 16 KiB limit of a request's head. */
export const longQueryString = inTurns(() => {
  const values = Array.from({ length: 700 }, (_, n) => `nobody-${n}`);
  const query = encodeURIComponent(JSON.stringify(filterOf("ExternalID", "IN", values)));
  return [bytesOf("GET", `${saleList}?query=${query}`)];
});

export const keyedReads = inTurns(({ saleIds }) =>
  saleIds.flatMap((id, n) => [
    bytesOf("GET", `${api}/objects/${id}`),
    bytesOf("POST", view("ObjectHistory"), { dataViewParameters: { ObjectID: id } }),
    bytesOf("POST", view("MemberBalances"), { dataViewParameters: { MemberExternalID: `M${n}` } }),
  ]),
);

const reads = (...paths: readonly string[]) => inTurns(() => paths.map((path) => bytesOf("GET", path)));
export const descriptions = reads(
  ...[`${api}/data_views`, `${saleList}/metadata`, `${view("RedemptionItemList")}/metadata`],
);
export const files = reads("/reference/swagger-ui.js", "/openapi.json");
export const unknownPaths = reads("/wp-admin/setup-config.php?step=1");

export const textLengthMax = 255;
/** Just under the default limit of a body. */
const bodyBytes = 1_040_000;
/** A numeral that no JavaScript number holds makes the exact parser read all of a body. */
const longNumeral = "123456789012345678901234";
const sales = `/Sale${api}/objects`;

const junkMembers = () => listOf(Math.floor(bodyBytes / 16), (n) => `"k${n}":${n}`);
export const junkParameters = always(
  "POST",
  view("NoSuchView"),
  () => `{"dataViewParameters":{"long":${longNumeral},${junkMembers()}}}`,
);

const most = (line: object): object[] => Array(saleItemsMax).fill(line);
const saleOf = (key: string, items: readonly object[], member = "nobody") => ({
  objectTypeID: "SaleCase",
  content: {
    ...{ ExternalID: key, StoreCode: storeCode, MemberExternalID: member },
    ...{ SaleDateTime: "2026-05-04T09:30:00Z", SaleItems: items },
  },
});

/** Valid JSON of about a megabyte; each line of it has every fault that a line can have. */
const invalidLine = { ProductCode: "x".repeat(1_900), Quantity: 0, TotalAmount: "-" };
const invalidSale = () => JSON.stringify(saleOf("junk", most(invalidLine)));

export const invalidSales = always("POST", sales, invalidSale);
export const truncatedSales = always("POST", sales, () => invalidSale().slice(0, -20));

/** Of a JSON escape: one character in memory, six on the wire. */
const widestLine = { ProductCode: "\u0001".repeat(textLengthMax), Quantity: 1, TotalAmount: 10.5 };

/** Accepted sales, each different, with as many of the longest lines as a sale may have. */
export const widestSales = (): MakeBytes => {
  const [head = "", tail = ""] = JSON.stringify(saleOf("widest-?", most(widestLine))).split("?");
  return (n) => bytesOf("POST", sales, head + n + tail);
};

/** One sale repeated: the answer comes from the stored sale. */
const unitLine = { ProductCode: "P1", Quantity: 1, TotalAmount: 1 };
export const repeatedSale = always("POST", sales, saleOf("again", [unitLine]));

/** As many as the lines of a return can name. */
export const originalsCount = saleItemsMax;
const originalKey = (n: number) => `original-${n % originalsCount}`;
/** The n-th sale that returns name: one unit of a product in each of 500 lines. */
export const originalSale = (n: number) => saleOf(originalKey(n), most(unitLine), "M0");

const returnsOf = (prefix: string, Quantity: number, TotalAmount: number) => (): MakeBytes => {
  const line = { ...unitLine, Quantity, TotalAmount };
  const items = most(line).map((one, n) => ({ ...one, OriginalSaleExternalID: originalKey(n) }));
  return (n) => bytesOf("POST", sales, saleOf(`${prefix}-${n}`, items, "M0"));
};
/** Returns of next to nothing, whose 500 lines name 500 sales: to post one, 250,000 lines are loaded. */
export const spreadReturns = returnsOf("spread", -0.0001, 0);
/** The same with prices that are lowered: each looks at all lines of its sale. */
export const spreadReductions = returnsOf("lowered", 0, -0.0001);
/** Returns whose 500 lines each take from 500 lines of another sale. They are rejected. */
export const wholeReturns = returnsOf("whole", -saleItemsMax, -saleItemsMax);

const opened = "[".repeat(100_000);
const closed = "]".repeat(100_000);

/** Complete with a long numeral in the middle, and never closed; as a create and as a view. */
export const nestedBodies = inTurns(() =>
  [`${opened}${closed}}`, `${opened}${longNumeral}${closed}}`, opened].flatMap((rest) => [
    bytesOf("POST", sales, `{"content":${rest}`),
    bytesOf("POST", saleList, `{"query":${rest}`),
  ]),
);
