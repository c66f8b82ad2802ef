import { expect, test } from "vitest";
import { countRedeemed, type RedeemedCounts, refuseVelocity } from "./redemption.velocity.ts";

const velocity = (hourMax: number, dayMax: number, redeemed: Record<string, RedeemedCounts> = {}) => ({
  limits: { hourMax, dayMax },
  redeemed: new Map(Object.entries(redeemed)),
});

test.each([
  [2, 5, { hour: 1, day: 4 }, undefined],
  [2, 5, { hour: 2, day: 4 }, "the member has redeemed 2 times within an hour."],
  [2, 5, { hour: 1, day: 5 }, "the member has redeemed 5 times within a day."],
  [0, 5, { hour: 9, day: 4 }, undefined],
  [0, 0, { hour: 9, day: 9 }, undefined],
])("with %d an hour and %d a day, a member who redeemed %j is refused: %s", (hourMax, dayMax, counts, refusal) => {
  expect(refuseVelocity(velocity(hourMax, dayMax, { ann: counts }), "ann")).toBe(refusal);
});

test("a redemption counts for the hour and the day of its member alone", () => {
  const lately = velocity(1, 2);
  expect(refuseVelocity(lately, "ann")).toBeUndefined();
  countRedeemed(lately, "ann");
  expect(refuseVelocity(lately, "ann")).toBe("the member has redeemed 1 times within an hour.");
  expect(refuseVelocity(lately, "bob")).toBeUndefined();
  countRedeemed(lately, "ann");
  expect(lately.redeemed).toEqual(new Map([["ann", { hour: 2, day: 2 }]]));
});
