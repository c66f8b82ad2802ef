import { expect, test } from "vitest";
import { fitScalability, rateOf, type ScalabilityFit } from "./workers.fit.ts";

const fleets = [1, 2, 4, 8];
const ratesOf = (law: ScalabilityFit) => fleets.map((workers) => ({ workers, perSecond: rateOf(law, workers) }));

test.each([
  { perSecond: 2_000, contention: 0.03, coherency: 0.002 },
  { perSecond: 2_000, contention: 0, coherency: 0.01 },
  { perSecond: 2_000, contention: 0.1, coherency: 0 },
  { perSecond: 2_000, contention: 0, coherency: 0 },
])("finds the law behind exact rates: %o", (law) => {
  const found = fitScalability(ratesOf(law));
  expect(found.perSecond).toBeCloseTo(law.perSecond, 3);
  expect(found.contention).toBeCloseTo(law.contention, 6);
  expect(found.coherency).toBeCloseTo(law.coherency, 6);
});

test("rates that grow faster than the workers give neither contention nor coherency", () => {
  const rates = fleets.map((workers) => ({ workers, perSecond: 1_000 * workers ** 1.1 }));
  const { perSecond, contention, coherency } = fitScalability(rates);
  expect([contention, coherency]).toEqual([0, 0]);
  expect(perSecond).toBeGreaterThan(1_000);
});

test("one noisy rate does not move the others far", () => {
  const law = { perSecond: 2_000, contention: 0.02, coherency: 0.001 };
  const rates = ratesOf(law).map((rate) => (rate.workers === 4 ? { ...rate, perSecond: rate.perSecond * 0.97 } : rate));
  const found = fitScalability(rates);
  for (const { workers, perSecond } of ratesOf(law)) expect(rateOf(found, workers) / perSecond).toBeCloseTo(1, 1);
});
