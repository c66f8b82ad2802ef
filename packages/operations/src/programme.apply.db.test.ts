import { programmeFile } from "@rewards/domain";
import { expect, test } from "vitest";
import { loadProgrammes } from "../../db/src/catalogue/catalogue.programmes.ts";
import { openTestDatabase } from "../../db/src/testing/database.ts";
import { applyProgrammes } from "./programme.apply.ts";

const { sql } = await openTestDatabase(2);

async function apply(pointValue?: object) {
  const programme = { businessId: "REWARDS", name: "Rewards", currencies: [{ name: "Points" }], pointValue };
  const [change] = await applyProgrammes(sql, programmeFile.parse({ programmes: [programme] }), { actor: "ann" });
  return [change?.change, (await loadProgrammes(sql)).get("REWARDS")?.pointValue];
}

test("a file sets what a point is worth, and takes it away by leaving it out", async () => {
  await apply();
  const value = { amount: "0.005", currency: "EUR" };
  expect(await apply(value)).toEqual(["changed", value]);
  expect(await apply({ ...value, amount: "0.00500" })).toEqual(["unchanged", value]);
  expect(await apply({ ...value, currency: "CHF" })).toEqual(["changed", { ...value, currency: "CHF" }]);
  expect(await apply()).toEqual(["changed", undefined]);
});
