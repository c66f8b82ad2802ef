import { type Damage, type FilledBooks, planted, rechain, unknownId } from "./damage.ts";

/** All IDs, as if every sale were in a detached month. */
const archived = `
  insert into sale_archive (name, from_id, to_id, detached_at)
  values ('sale_2024_06', '00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff', now())`;

/** Damages in a detached month: those that do not concern its sales, whose rows are in the tables, and lost keys. */
export const detachedDamages = ({ buyer, currency, completed }: FilledBooks): Damage[] => [
  ...(["Sale", "Redemption"] as const).map(
    (type): Damage => [
      "source.completed",
      `an entry in a detached month of a ${type.toLowerCase()} that does not exist`,
      [archived, planted(buyer, currency, type, type === "Sale" ? 1 : -1, unknownId), rechain(buyer, currency)],
      { member: buyer },
    ],
  ),
  [
    "idempotency-key.object",
    "a key in a detached month whose object is gone",
    [archived, `update idempotency_key set object_id = '${unknownId}'`],
    { key: "known" },
  ],
  [
    "audit.record",
    "an audit entry in a detached month of an unknown record",
    [archived, `update audit_entry set record_id = '${unknownId}' where operation = 'dead-letter.replay'`],
    { id: unknownId },
  ],
  [
    "sale.key",
    "a key in a detached month of a sale that does not exist",
    [archived, `insert into sale_key (external_id, sale_id) values ('gone', '${unknownId}')`],
    { key: "gone", sale: unknownId },
  ],
  [
    "archive.key",
    "a sale of a detached month whose key is gone",
    [
      archived,
      `insert into sale_digest (sale_id, digest) values ('${completed}', '')`,
      `delete from sale_key where sale_id = '${completed}'`,
    ],
    { archive: "sale_2024_06", sale: completed },
  ],
  [
    "archive.sales",
    "a detached month that lost a sale with its key",
    [archived, "update sale_archive set sales = 1, archived_at = now()"],
    { archive: "sale_2024_06" },
  ],
];
