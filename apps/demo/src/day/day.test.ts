import { beforeAll, expect, it } from "vitest";
import { unitsOf } from "../expect.ts";
import { type Day, makeDay } from "./day.ts";

const options = { seed: 1, salesCount: 6_000, prefix: "R1", dayStartMs: Date.UTC(2026, 0, 5) };
let day: Day;

beforeAll(() => {
  day = makeDay(options);
});

it("the same seed gives the same day, another seed another one", () => {
  expect(makeDay(options)).toEqual(day);
  expect(makeDay({ ...options, seed: 2 }).sales[0]).not.toEqual(day.sales[0]);
});

it("another run has the same day under other keys", () => {
  const text = JSON.stringify(makeDay({ ...options, prefix: "R2" }));
  expect(text.replaceAll('"R2', '"R1')).toBe(JSON.stringify(day));
});

it("the cast is that of a small chain of markets", () => {
  expect(day.stores.filter((store) => !store.content.IsParticipating)).toHaveLength(1);
  expect(day.stores.filter((store) => store.isLate)).toHaveLength(1);
  expect(day.products).toHaveLength(40);
  expect(new Set(day.products.map(({ key }) => key)).size).toBe(40);
  expect(day.products.filter((product) => !product.content.Incentivizable)).toHaveLength(3);
  expect(day.products.filter((product) => !product.isRegistered)).toHaveLength(3);
  expect(day.members).toHaveLength(300);
  expect(day.members.filter(({ joins }) => joins === "during")).toHaveLength(9);
});

it("every sale can be sent: times within the opening hours and in order, amounts exact, signs that agree", () => {
  const times = day.sales.map((sale) => sale.SaleDateTime);
  expect(times).toEqual([...times].sort());
  expect(times.every((time) => time >= "2026-01-05T07" && time < "2026-01-05T21")).toBe(true);
  expect(new Set(day.sales.map((sale) => sale.ExternalID)).size).toBe(6_000);
  for (const line of day.sales.flatMap((sale) => sale.SaleItems)) {
    expect(Math.sign(Number(unitsOf(line.TotalAmount)))).toBe(Math.sign(Number(unitsOf(line.Quantity))));
  }
});

it("the hours are as busy as those of a day", () => {
  const ofHour = (hour: number) =>
    day.sales.filter((sale) => new Date(sale.SaleDateTime).getUTCHours() === hour).length;
  expect(ofHour(18)).toBeGreaterThan(2 * ofHour(15));
  expect(ofHour(12)).toBeGreaterThan(1.2 * ofHour(14));
});

it("tills go wrong as they do: repeats, numbers given out twice, returns", () => {
  const count = (kind: string) => day.steps.filter((step) => step.kind === kind).length;
  expect(count("sale")).toBe(6_000);
  expect(count("retry")).toBeGreaterThan(30);
  expect(count("conflict")).toBeGreaterThan(5);
  expect(count("member")).toBe(9);
  expect(count("store")).toBe(1);
  const returns = day.sales.filter((sale) => sale.SaleItems.some((line) => line.Quantity < 0));
  expect(returns.length).toBeGreaterThan(90);
  expect(returns.some((sale) => sale.SaleItems.some((line) => line.Quantity > 0))).toBe(true);
  const originals = returns.flatMap(({ SaleItems: [line] }) => line?.OriginalSaleExternalID ?? []);
  expect(originals.length).toBe(returns.length);
  expect(new Set(originals).size).toBe(originals.length);
});

it("what goes wrong with a sale comes after it, and other content differs from the first", () => {
  const seen = new Map<string, string>();
  for (const step of day.steps) {
    if (step.kind === "sale") seen.set(step.sale.ExternalID, JSON.stringify(step.sale));
    if (step.kind === "retry") expect(seen.get(step.sale.ExternalID)).toBe(JSON.stringify(step.sale));
    if (step.kind !== "conflict") continue;
    expect(seen.has(step.sale.ExternalID)).toBe(true);
    expect(seen.get(step.sale.ExternalID)).not.toBe(JSON.stringify(step.sale));
    for (const line of step.sale.SaleItems)
      expect(() => [unitsOf(line.Quantity), unitsOf(line.TotalAmount)]).not.toThrow();
  }
});
