import { expect, test } from "vitest";
import type { LineState } from "../earning/earning.rule.ts";
import type { OriginalSale } from "../sale-return/sale-return.original.ts";
import { item } from "../testing/till.ts";
import { takenNotes } from "./sale.note.ts";

const rest = (line: number, state: LineState) => {
  const original = { currencyId: "points" } as OriginalSale;
  return { linked: { line, item: item("A", -1, -5), original, code: "A", state }, amount: 50_000n };
};
const more = "More came back than the named sale has, in line 1, 3: the rest counts as returned without a sale.";

test.each<[LineState, string]>([
  ["counts", more],
  ["store-out", `${more} The store does not participate: nothing taken back for the rest.`],
  ["product-unknown", `${more} Nothing taken back for unknown product A.`],
  ["product-out", `${more} Nothing taken back for product A, which is not incentivizable.`],
])("the note of what a sale does not have says if nothing was taken, and why: %s", (state, note) => {
  expect(takenNotes({ lapsed: [], exceeded: [], rests: [rest(0, state), rest(2, state)] }, "points")).toBe(note);
});
