import { isPartitioned } from "../partition/partition.read.ts";
import type { Pass } from "./books.check.ts";

/** SQL: whether a sale's ID is in a detached month. Its row is in a file then, and not in the table. */
export const isDetached = (id: string) =>
  `exists (select from sale_archive gone where ${id} >= gone.from_id and ${id} < gone.to_id)`;

/** Joins each key with its sale, and each sale of a partitioned table with its key. */
const saleKeys: Pass = {
  of: "keys of sales",
  rows: `
    select k.external_id, k.sale_id as id, s.external_id is not distinct from k.external_id or s.id is null and ${isDetached("k.sale_id")} as is_kept
    from sale_key k left join sale s on s.id = k.sale_id
    union all
    select s.external_id, s.id, k.sale_id is not distinct from s.id
    from sale s left join sale_key k on k.external_id = s.external_id where (select ${isPartitioned})`,
  names: { key: "external_id", sale: "id" },
  checks: {
    "sale.key": {
      invariant: "I2",
      says: "A key in sale_key has its sale, or the sale's month is detached; if sale is partitioned, each sale has its key there, so that its ExternalID is unique.",
      holds: "is_kept",
    },
  },
};

export const keyPasses: readonly Pass[] = [saleKeys];
