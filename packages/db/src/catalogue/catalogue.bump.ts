import type { Tx } from "../client.ts";

/** Makes every worker drop what it cached. One row that all catalogue changes lock, so it comes last in a transaction. */
export async function bumpCatalogue(tx: Tx): Promise<void> {
  await tx`update catalogue set version = version + 1`;
}
