import { isDeepStrictEqual } from "node:util";
import { callerUser, type SaleContent, sale } from "@rewards/domain";
import { uuidv7 } from "uuidv7";

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

const contentColumns = [
  ...(["origin", "saleChannelCode", "pointOfSaleId", "saleItems"] as const),
  ...(["saleDateTime", "memberExternalId", "storeCode"] as const),
];

/** A sale that a peer has read, under the same names. */
export type StoredSale = Readonly<Record<(typeof contentColumns)[number], unknown>> & { readonly id: string };

/** Whether the sale that already holds the key has the same content. */
export function isSameSale(existing: StoredSale, sent: StoredSale): boolean {
  // Through JSON, which is how the lines are stored.
  const stored = (row: StoredSale) => JSON.parse(JSON.stringify(contentColumns.map((key) => row[key]))) as unknown;
  return isDeepStrictEqual(stored(existing), stored(sent));
}
