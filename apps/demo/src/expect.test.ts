import { expect, it } from "vitest";
import { Books, pointsOf, showUnits, unitsOf } from "./expect.ts";

const rules = { participatingStores: new Set(["S1"]), earningProducts: new Set(["P1", "P2"]) };
const line = (ProductCode: string, Quantity: number, TotalAmount: number) => ({ ProductCode, Quantity, TotalAmount });

it("amounts are exact, and shown without needless digits", () => {
  expect(unitsOf(0.1) + unitsOf(0.2)).toBe(unitsOf(0.3));
  expect(unitsOf("-12.5")).toBe(-125_000n);
  expect(() => unitsOf(0.1 + 0.2)).toThrow(RangeError);
  expect(["1234567", "-0.5", "0"].map((text) => showUnits(unitsOf(text)))).toEqual(["1,234,567", "-0.5", "0"]);
});

it("purchases are rounded toward zero, once", () => {
  const SaleItems = [line("P1", 1, 1.99), line("P2", 2, 0.02), line("P2", 1, 0.5)];
  expect(pointsOf({ StoreCode: "S1", SaleItems }, rules)).toEqual({ earned: unitsOf(2), returned: 0n });
});

it("a return that names its sale takes what that sale earned more with the line than without it", () => {
  const original = { StoreCode: "S1", SaleItems: [line("P1", 1, 1.99), line("P2", 1, 0.01), line("P9", 1, 5)] };
  const back = (code: string, amount: number) => ({ ...line(code, -1, amount), OriginalSaleExternalID: "A" });
  const returned = (...SaleItems: ReturnType<typeof line>[]) =>
    pointsOf({ StoreCode: "S1", SaleItems }, rules, original);
  expect(returned(back("P2", -0.01), line("P1", 1, 1))).toEqual({ earned: unitsOf(1), returned: unitsOf(-1) });
  expect(returned(back("P1", -1.99))).toEqual({ earned: 0n, returned: unitsOf(-2) });
  expect(returned(back("P9", -5))).toEqual({ earned: 0n, returned: 0n });
});

it("products that do not earn, and stores that do not take part, give nothing", () => {
  const SaleItems = [line("P1", 1, 3), line("P9", 1, 100)];
  expect(pointsOf({ StoreCode: "S1", SaleItems }, rules).earned).toBe(unitsOf(3));
  expect(pointsOf({ StoreCode: "S2", SaleItems }, rules)).toEqual({ earned: 0n, returned: 0n });
});

it("the books add up what they hold, and hold no entry of nothing", () => {
  const books = new Books();
  books.post({ member: "M1", type: "Sale", amount: 5n, source: "A" });
  books.post({ member: "M1", type: "Return", amount: -7n, source: "A" });
  books.post({ member: "M1", type: "Return", amount: 0n, source: "B" });
  expect(books.balanceOf("M1")).toBe(-2n);
  expect(books.entriesOf("M1")).toHaveLength(2);
  expect(books.balanceOf("M2")).toBe(0n);
});
