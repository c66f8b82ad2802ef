import { isDeepStrictEqual } from "node:util";
import { callerUser, type SaleContent, sale } from "@rewards/domain";
import { uuidv7 } from "uuidv7";

const contentColumns = [
  ...(["origin", "saleChannelCode", "pointOfSaleId", "saleItems"] as const),
  ...(["saleDateTime", "memberExternalId", "storeCode"] as const),
];

/** The columns of a new sale, under the names of the drizzle table. */
export const saleColumns = [
  ...(["id", "status", "confirmationNote", "createUserId", "updateUserId", "externalId"] as const),
  ...contentColumns,
];

/** The row of a new sale. */
export function newSaleRow(content: SaleContent) {
  return {
    id: uuidv7(),
    status: sale.initial,
    confirmationNote: sale.created.note,
    createUserId: callerUser,
    updateUserId: callerUser,
    origin: content.Origin,
    externalId: content.ExternalID,
    saleChannelCode: content.SaleChannelCode,
    pointOfSaleId: content.PointOfSaleID,
    saleItems: content.SaleItems,
    saleDateTime: new Date(content.SaleDateTime),
    memberExternalId: content.MemberExternalID,
    storeCode: content.StoreCode,
  };
}
export type SaleRow = ReturnType<typeof newSaleRow>;

/** The part of a row that its sender decided. */
export type SaleContentRow = Readonly<Record<(typeof contentColumns)[number], unknown>>;

/** Whether the sale that already holds the key has the same content. */
export function isSameSale(existing: SaleContentRow, sent: SaleContentRow): boolean {
  // Through JSON, which is how the lines are stored.
  const stored = (row: SaleContentRow) => JSON.parse(JSON.stringify(contentColumns.map((key) => row[key]))) as unknown;
  return isDeepStrictEqual(stored(existing), stored(sent));
}
