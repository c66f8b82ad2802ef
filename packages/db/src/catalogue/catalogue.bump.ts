import type { Tx } from "../client.ts";

/** Makes every worker drop its cache. All catalogue changes lock this one row, so do it last in a transaction. */
export async function bumpCatalogue(tx: Tx): Promise<void> {
  await tx`update catalogue set version = version + 1`;
}
