import { saleReturn as returnRecord } from "@rewards/domain";
import { type RecordSource, unchangedVersion } from "../record-source.ts";
import { saleReturn } from "./sale-return.table.ts";

export const saleReturnSources: readonly RecordSource[] = [
  {
    record: returnRecord,
    table: saleReturn,
    id: saleReturn.id,
    version: unchangedVersion,
    fields: {
      Return: { expression: saleReturn.Return },
      Line: { expression: saleReturn.Line },
      Original: { expression: saleReturn.Original },
      OriginalLine: { expression: saleReturn.OriginalLine },
      Member: { expression: saleReturn.Member },
      Currency: { expression: saleReturn.Currency },
      Quantity: { expression: saleReturn.Quantity },
      TotalAmount: { expression: saleReturn.TotalAmount },
      Points: { expression: saleReturn.Points },
      CreateDateTime: { expression: saleReturn.CreateDateTime },
    },
  },
];
