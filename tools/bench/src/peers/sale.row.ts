import { callerUser, type SaleContent, sale } from "@rewards/domain";
import { uuidv7 } from "uuidv7";

export type SaleRow = ReturnType<typeof newSaleRow>;

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
