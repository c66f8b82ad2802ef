import { saleItemsMax } from "@rewards/domain";
import { apiRoot as api } from "@rewards/lab/client";
import { storeCode } from "../subject/shop.ts";
import { always, bytesOf, inTurns, listOf, type MakeBytes } from "./requests.ts";

/** Of a sale's texts. */
export const textLengthMax = 255;
/** Just under the default limit of a body. */
const bodyBytes = 1_040_000;
/** A numeral that no JavaScript number holds makes the exact parser read all of a body. */
const longNumeral = "123456789012345678901234";
const sales = `/Sale${api}/objects`;

/** As many members of an object as fit in a body. */
const junkMembers = () => listOf(Math.floor(bodyBytes / 16), (n) => `"k${n}":${n}`);
export const junkParameters = always(
  "POST",
  `${api}/data_views/NoSuchView`,
  () => `{"dataViewParameters":{"long":${longNumeral},${junkMembers()}}}`,
);

const saleBody = (key: string, lines: string) =>
  `{"objectTypeID":"SaleCase","content":{"ExternalID":"${key}","StoreCode":"${storeCode}","MemberExternalID":"nobody","SaleDateTime":"2026-05-04T09:30:00Z","SaleItems":[${lines}]}}`;

const invalidLine = `{"ProductCode":"${"x".repeat(1_900)}","Quantity":0,"TotalAmount":"-"}`;
/** Valid JSON of about a megabyte; each line of it has every fault that a line can have. */
const invalidSale = () =>
  saleBody(
    "junk",
    listOf(saleItemsMax, () => invalidLine),
  );

export const invalidSales = always("POST", sales, invalidSale);
/** The same, truncated in its last line. */
export const truncatedSales = always("POST", sales, () => invalidSale().slice(0, -20));

/** Of a JSON escape: one character in memory, six on the wire. */
const widestCode = "\\u0001".repeat(textLengthMax);

/** Accepted sales, each different, with as many of the longest lines as a sale may have. */
export const widestSales = (): MakeBytes => {
  const lines = listOf(saleItemsMax, () => `{"ProductCode":"${widestCode}","Quantity":1,"TotalAmount":10.5}`);
  return (n) => bytesOf("POST", sales, saleBody(`widest-${n}`, lines));
};

/** One sale repeated: the answer comes from the stored sale. */
export const repeatedSale = always(
  "POST",
  sales,
  saleBody("again", `{"ProductCode":"P1","Quantity":1,"TotalAmount":1}`),
);

const nestingDepth = 100_000;
const opened = "[".repeat(nestingDepth);
const closed = "]".repeat(nestingDepth);

/** Complete with a long numeral in the middle, and never closed; as a create and as a view. */
export const nestedBodies = inTurns(() =>
  [`${opened}${closed}}`, `${opened}${longNumeral}${closed}}`, opened].flatMap((rest) => [
    bytesOf("POST", sales, `{"content":${rest}`),
    bytesOf("POST", `${api}/data_views/SaleList`, `{"query":${rest}`),
  ]),
);
