import type { Pass } from "./books.check.ts";

const inMonth = (id: string) => `${id} >= gone.from_id and ${id} < gone.to_id`;

/**
 * SQL: whether an ID is that of a sale in a detached month. Its row is in a file then, and not in the table. An ID that no
 * such sale had is not, whatever its time. In a verification with archives, `sale_archive` lacks the months that it reads.
 */
export const isDetached = (id: string) =>
  `exists (select from sale_digest kept join sale_archive gone on ${inMonth("kept.sale_id")} where kept.sale_id = ${id})`;

/** Joins each key with its sale, and each sale with its key. */
const saleKeys: Pass = {
  of: "keys of sales",
  invariant: "I2",
  rows: `
    select k.external_id, k.sale_id as id, s.external_id is not distinct from k.external_id or s.id is null and ${isDetached("k.sale_id")} as is_kept
    from sale_key k left join sale s on s.id = k.sale_id
    union all
    select s.external_id, s.id, k.sale_id is not distinct from s.id
    from sale s left join sale_key k on k.external_id = s.external_id`,
  names: { key: "external_id", sale: "id" },
  checks: {
    "sale.key": {
      says: "A key in sale_key has its sale, or the sale's month is detached; each sale has its key there, so that its ExternalID is unique.",
      holds: "is_kept",
    },
  },
};

const detachedSales: Pass = {
  of: "sales of detached months",
  invariant: "I2",
  rows: `
    select gone.name, d.sale_id as id, k.sale_id is not null as is_kept
    from sale_digest d join sale_archive gone on ${inMonth("d.sale_id")} left join sale_key k on k.sale_id = d.sale_id`,
  names: { archive: "name", sale: "id" },
  checks: {
    "archive.key": {
      says: "Each sale of a detached month has its key in sale_key, so that a repeat is recognised.",
      holds: "is_kept",
    },
  },
};

const months: Pass = {
  of: "detached months",
  invariant: "I2",
  rows: `
    select gone.name, gone.sales is null or gone.sales = (select count(*) from sale_digest d where ${inMonth("d.sale_id")}) as is_whole
    from sale_archive gone`,
  names: { archive: "name" },
  checks: {
    "archive.sales": {
      says: "The digests of a detached month are as many as the sales in its files.",
      holds: "is_whole",
    },
  },
};

const cards: Pass = {
  of: "cards of members",
  invariant: "I2",
  rows: `
    select k.key, k.id, m.id is not null and o.id is null and coalesce(k.until >= k.since, true) as is_sound
    from member_key k left join member m on m.id = k.member left join member o on o.external_id = k.key`,
  names: { card: "id" },
  checks: {
    "card.member": {
      says: "A card belongs to a member, and its number is no member's ExternalID.",
      holds: "is_sound",
    },
  },
};

/** They read all detached months, also those whose files are read. */
export const archivePasses: readonly Pass[] = [detachedSales, months];
export const keyPasses: readonly Pass[] = [saleKeys, cards];
