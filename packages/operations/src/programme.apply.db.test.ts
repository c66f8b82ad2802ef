import { programmeFile } from "@rewards/domain";
import { expect, test } from "vitest";
import { loadProgrammes } from "../../db/src/catalogue/catalogue.programmes.ts";
import { openTestDatabase } from "../../db/src/testing/database.ts";
import { applyProgrammes } from "./programme.apply.ts";

const { sql } = await openTestDatabase(2);

async function applyFile(more: object) {
  const programme = { businessId: "REWARDS", name: "Rewards", currencies: [{ name: "Points" }], ...more };
  const [change] = await applyProgrammes(sql, programmeFile.parse({ programmes: [programme] }), { actor: "ann" });
  return { change: change?.change, programme: (await loadProgrammes(sql)).get("REWARDS") };
}

async function apply(pointValue?: object) {
  const { change, programme } = await applyFile({ pointValue });
  return [change, programme?.pointValue];
}

test("a file sets what a point is worth, and takes it away by leaving it out", async () => {
  await apply();
  const value = { amount: "0.005", currency: "EUR" };
  expect(await apply(value)).toEqual(["changed", value]);
  expect(await apply({ ...value, amount: "0.00500" })).toEqual(["unchanged", value]);
  expect(await apply({ ...value, currency: "CHF" })).toEqual(["changed", { ...value, currency: "CHF" }]);
  expect(await apply()).toEqual(["changed", undefined]);
});

test("a file sets above which amount adjustments need consent, and their reasons, and takes both away by leaving them out", async () => {
  const set = async (more: object) => {
    const { change, programme } = await applyFile(more);
    const [row] = await sql<{ reasons: string }[]>`select adjustment_reasons as reasons from programme`;
    return [change, programme?.consentAbove, JSON.parse(row?.reasons ?? "")];
  };
  await set({});
  const adjustmentReasons = ["Goodwill", "Correction"];
  expect(await set({ consentAbove: "500", adjustmentReasons })).toEqual(["changed", 5_000_000n, adjustmentReasons]);
  expect(await set({ consentAbove: 500, adjustmentReasons })).toEqual(["unchanged", 5_000_000n, adjustmentReasons]);
  expect(await set({ consentAbove: "0.5" })).toEqual(["changed", 5_000n, []]);
  expect(await set({})).toEqual(["changed", undefined, []]);
});
