import { saleReturn as returnRecord } from "@rewards/domain";
import { columnFields, type RecordSource, unchangedVersion } from "../record-source.ts";
import { saleReturn } from "./sale-return.table.ts";

export const saleReturnSources: readonly RecordSource[] = [
  {
    record: returnRecord,
    table: saleReturn,
    id: saleReturn.id,
    version: unchangedVersion,
    fields: columnFields(
      saleReturn,
      "Return",
      "Line",
      "Original",
      "OriginalLine",
      "Member",
      "Currency",
      "Quantity",
      "TotalAmount",
      "Points",
      "CreateDateTime",
    ),
  },
];
