import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectBooksInOrder } from "../support/stack.ts";
import { authenticationAttacks } from "./authentication.ts";
import { configurationAttacks } from "./configuration.ts";
import { consumptionAttacks } from "./consumption.ts";
import { flowAttacks } from "./flows.ts";
import { functionAttacks } from "./functions.ts";
import { inventoryAttacks } from "./inventory.ts";
import { objectAttacks } from "./objects.ts";
import { propertyAttacks } from "./properties.ts";
import { requestAttacks } from "./requests.ts";
import { upstreamAttacks } from "./upstream.ts";
import { type Attacks, startWorld, type World } from "./world.ts";

/** The OWASP API Security Top 10 of 2023. Each risk has typical attacks; the files name the tests that go into depth. */
const risks: Readonly<Record<string, Attacks>> = {
  "API1:2023 Broken object level authorization": objectAttacks,
  "API2:2023 Broken authentication": authenticationAttacks,
  "API3:2023 Broken object property level authorization": propertyAttacks,
  "API4:2023 Unrestricted resource consumption": consumptionAttacks,
  "API5:2023 Broken function level authorization": functionAttacks,
  "API6:2023 Unrestricted access to sensitive business flows": flowAttacks,
  "API7:2023 Server side request forgery": requestAttacks,
  "API8:2023 Security misconfiguration": configurationAttacks,
  "API9:2023 Improper inventory management": inventoryAttacks,
  "API10:2023 Unsafe consumption of APIs": upstreamAttacks,
};

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.stop());

describe.each(Object.entries(risks))("%s", (_, attacks) => {
  test.each(Object.entries(attacks))("%s", (_, attack) => attack(world));
});

test("after all attacks the books are in order, and no answer was a 500", async () => {
  await expectBooksInOrder(world.stack);
  expect(world.stack.lines.filter((line) => line.includes("Error_Service_Failed"))).toEqual([]);
});
