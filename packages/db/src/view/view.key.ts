import { randomBytes } from "node:crypto";
import { unlimited } from "@rewards/domain";
import { pgTable, smallint } from "drizzle-orm/pg-core";
import type { ReadDatabase, Sql } from "../client.ts";
import { bytea } from "../object/object.table.ts";
import { noKeys } from "../personal/personal.keys.ts";
import { selectColumns } from "./view.field.ts";
import { compileStatement, readRows } from "./view.read.ts";

/** The key that seals page tokens, in one row that `migrate` writes: all APIs open the tokens of each other. */
export const pageKey = pgTable("page_key", {
  id: smallint("id").primaryKey(),
  key: bytea("key").notNull(),
});

const keyBytes = 32;
const onlyId = 1;

/** Makes the key of page tokens, unless there is one. */
export async function ensurePageKey(sql: Pick<Sql, "unsafe">): Promise<void> {
  const key = randomBytes(keyBytes).toString("hex");
  await sql.unsafe(`insert into page_key (id, key) values (${onlyId}, decode('${key}', 'hex')) on conflict do nothing`);
}

const columns = { key: pageKey.key };
const statement = compileStatement(columns, selectColumns(columns, pageKey), {
  isPrepared: true,
  isOneRow: true,
});

/** Reads the key of page tokens at the first call, and keeps it. */
export type PageKey = (signal?: AbortSignal) => Promise<Buffer>;

export function keepPageKey({ $client }: ReadDatabase): PageKey {
  let kept: Buffer | undefined;
  const take = ([key]: readonly unknown[]) => {
    kept = key as Buffer;
    return true;
  };
  return async (signal) => {
    if (!kept) await readRows({ $client, scope: unlimited, keys: noKeys }, statement, { take, signal });
    if (!kept) throw new Error("the table page_key is empty: run the migration");
    return kept;
  };
}
