import type { ObjectDefinition } from "@rewards/domain";
import { type SQL, sql } from "drizzle-orm";
import { index, type PgColumn } from "drizzle-orm/pg-core";

type ColumnOf = (name: string) => PgColumn;

/** Indexes in the order of a class's lists, so that offsets of pages are counted without reading records. */
export function listIndexes({ noun, listedBy = [] }: ObjectDefinition, column: ColumnOf) {
  const order = [column("CreateDateTime"), column("id")] as const;
  return [
    index(`${noun}_time_idx`).on(...order),
    ...listedBy.map((field) => index(`${noun}_${column(field).name}_time_idx`).on(column(field), ...order)),
  ];
}

/** The columns of a unique index: a business key may be unique only among records with the same value of another field. */
export function uniqueColumns({ key }: ObjectDefinition, field: string, column: ColumnOf): [PgColumn, ...PgColumn[]] {
  return field === key?.field && key.within ? [column(key.within), column(field)] : [column(field)];
}

/** Folds case by Unicode's simple mapping, which is built into Postgres and so the same on every machine. */
export const folded = (text: SQL) => sql`lower(${text} collate "pg_c_utf8")`;

/** Indexes of the folded text, which `view.where.ts` compares. Records in which the field is empty cost nothing. */
export function lookUpIndexes({ noun, lookedUpBy = [] }: ObjectDefinition, column: ColumnOf) {
  return lookedUpBy.map((field) =>
    index(`${noun}_${column(field).name}_idx`)
      .on(folded(sql`${column(field)}`))
      .where(sql`${column(field)} <> ''`),
  );
}

/** Indexes of the trigrams of the folded text, by which `like` finds a part of it. No list of pending rows slows a search. */
export function searchIndexes({ noun, searchedBy = [] }: ObjectDefinition, column: ColumnOf) {
  return searchedBy.map((field) =>
    index(`${noun}_${column(field).name}_trigram_idx`)
      .using("gin", sql`${folded(sql`${column(field)}`)} gin_trgm_ops`)
      .with({ fastupdate: false }),
  );
}

/** The length of a hash by which records with an encrypted value are found: 128 bits in base64url. */
export const lookUpLength = 22;

/** The part of a column of hashes that belongs to the folded value. */
export const foldedPart = (hash: SQL) => sql`left(${hash}, ${sql.raw(String(lookUpLength))})`;

/** Indexes of the hashes of folded values. Records in clear cost nothing. */
export function hashIndexes(noun: string, names: readonly string[], column: ColumnOf) {
  return names.map((name) =>
    index(`${noun}_${name}_idx`)
      .on(foldedPart(sql`${column(name)}`))
      .where(sql`${column(name)} is not null`),
  );
}
