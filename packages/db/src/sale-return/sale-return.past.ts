import { type OriginalSale, withRepricing } from "@rewards/domain";
import { createRuleSets } from "../catalogue/catalogue.rules.ts";
import type { Tx } from "../client.ts";
import { findOriginals } from "./sale-return.find.ts";
import { loadGoods } from "./sale-return.goods.ts";
import { readRepricings } from "./sale-return.reprice.ts";

/** The sales of these ExternalIDs, as a return of that time knew them: without repricings that came later. */
export async function loadOriginalsAt(tx: Tx, externalIds: readonly string[], atMs: number): Promise<OriginalSale[]> {
  const found = [...(await findOriginals(tx, externalIds)).values()].filter((one) => one !== "rejected");
  const repricings = await readRepricings(
    tx,
    found.map(({ id }) => id),
  );
  return (await loadGoods(tx, found, createRuleSets(tx))).map((original) => {
    const repricing = repricings.get(original.id);
    return repricing && repricing.postedAtMs <= atMs ? withRepricing(original, repricing) : original;
  });
}
