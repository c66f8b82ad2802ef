import { saleItemsMax } from "@rewards/domain";
import { apiRoot as api } from "@rewards/lab/client";
import { storeCode } from "../subject/shop.ts";
import { bytesOf, type MakeBytes } from "./requests.ts";

/** As many as the lines of a return can name. */
export const originalsCount = saleItemsMax;
const product = "P1";
const keyOf = (n: number) => `original-${n}`;

const lines = <Line>(make: (n: number) => Line) => Array.from({ length: saleItemsMax }, (_, n) => make(n));
const saleOf = (key: string, items: readonly object[]) => ({
  objectTypeID: "SaleCase",
  content: {
    ...{ ExternalID: key, StoreCode: storeCode, MemberExternalID: "M0" },
    ...{ SaleDateTime: "2026-05-04T09:30:00Z", SaleItems: items },
  },
});

/** The n-th sale that returns name: one unit of a product in each of 500 lines. */
export const originalSale = (n: number) =>
  saleOf(
    keyOf(n),
    lines(() => ({ ProductCode: product, Quantity: 1, TotalAmount: 1 })),
  );

const returnsOf = (prefix: string, quantity: number, total: number) => (): MakeBytes => {
  const items = lines((n) => ({
    ...{ ProductCode: product, Quantity: quantity, TotalAmount: total },
    OriginalSaleExternalID: keyOf(n % originalsCount),
  }));
  return (n) => bytesOf("POST", `/Sale${api}/objects`, saleOf(`${prefix}-${n}`, items));
};

/** Returns of next to nothing, whose 500 lines name 500 sales: to post one, 250,000 lines are loaded. */
export const spreadReturns = returnsOf("spread", -0.0001, 0);
/** Returns whose 500 lines each take from 500 lines of another sale. They are rejected. */
export const wholeReturns = returnsOf("whole", -saleItemsMax, -saleItemsMax);
