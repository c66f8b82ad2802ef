import { uuidWithPrefix } from "../answer.ts";
import { defineDataView } from "../data-view.ts";
import { derived, exampleUuid, stored } from "../field.ts";
import { defineRecord, metadata } from "../record.ts";
import { sale } from "../sale/sale.class.ts";
import { documented, idSchema } from "../schema.ts";

/** What a till prints of a sale. Its ID has the UUID of the sale. */
export const saleOutcome = defineRecord({
  class: "SaleOutcome",
  idPrefix: "OUT",
  fields: {
    Status: stored("text", { text: "The sale's status.", example: "Resolved-Completed" }),
    ConfirmationNote: metadata.ConfirmationNote,
    Points: derived("amount", {
      text: "What the sale gave its member, less what its returns took; 0 if nothing is posted.",
      example: 120,
    }),
    Balance: derived("amount", {
      text: "What the member holds now of the currency in which sales earn; null if the member is not registered.",
      example: 120,
      isNullable: true,
    }),
    BalanceAvailable: derived("amount", {
      text: "What of it the member can spend now; null if the member is not registered.",
      example: 90,
      isNullable: true,
    }),
  },
});

/** What came of a sale, and the balance of its member: a call may wait until a worker has processed the sale. */
export const saleOutcomes = defineDataView({
  name: "SaleOutcome",
  record: saleOutcome,
  parameters: {
    SaleID: documented(idSchema, { text: "The sale's ID.", example: `${sale.idPrefix}-${exampleUuid}` }),
  },
  subject: "SaleID",
  implied: ({ SaleID = "" }) => ({ SaleUUID: uuidWithPrefix(sale.idPrefix, SaleID) }),
  where: [{ field: "ID", comparator: "EQ", parameter: "SaleUUID" }],
  orderBy: [],
  awaits: "SaleUUID",
});
