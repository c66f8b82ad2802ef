import { saleItemsMax } from "@rewards/domain";
import { storeCode } from "../subject/shop.ts";
import { always, api, bytesOf, inTurns, listOf, type MakeBytes } from "./requests.ts";

/** Of a sale's texts. */
export const textLengthMax = 255;
/** Just under the default limit of a body. */
const bodyBytes = 1_040_000;
const longNumeral = "123456789012345678901234";
const sales = `/Sale${api}/objects`;

/** As many members of an object as fit in a body. */
const junkMembers = () => listOf(Math.floor(bodyBytes / 16), (n) => `"k${n}":${n}`);

/** A numeral that no JavaScript number holds makes the exact parser read all of it. */
export const junkParameters = () => {
  const body = `{"dataViewParameters":{"long":${longNumeral},${junkMembers()}}}`;
  return always("POST", `${api}/data_views/NoSuchView`, body)();
};

const saleBody = (key: string, lines: string) =>
  `{"objectTypeID":"SaleCase","content":{"ExternalID":"${key}","StoreCode":"${storeCode}","MemberExternalID":"nobody","SaleDateTime":"2026-05-04T09:30:00Z","SaleItems":[${lines}]}}`;

const invalidLineText = "x".repeat(1_900);
const invalidLine = `{"ProductCode":"${invalidLineText}","Quantity":0,"TotalAmount":"-"}`;

const invalidSale = (key: string) => {
  const lines = listOf(saleItemsMax, () => invalidLine);
  return saleBody(key, lines);
};

/** Valid JSON of about a megabyte; each line of it has every fault that a line can have. */
export const invalidSales = () => always("POST", sales, invalidSale("junk"))();

/** The same, truncated in its last line. */
export const truncatedSales = () => always("POST", sales, invalidSale("junk").slice(0, -20))();

/** A JSON escape: one character in memory, six on the wire. */
const widestCharacter = "\\u0001";
const widestCode = widestCharacter.repeat(textLengthMax);

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

/** A body that never ends: its head announces a megabyte. */
export const slowBodies = always("POST", sales, invalidSale("slow"));
