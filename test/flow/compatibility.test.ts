import { type Call, checkAnswer, fillShop, launchpadCalls, reactCalls, type Shop } from "@rewards/compatibility";
import { send } from "@rewards/lab/client";
import { beforeAll, describe, expect, test } from "vitest";
import { root } from "./support/client.ts";
import { useSharedStack } from "./support/stack.ts";

const stack = useSharedStack();
let shop: Shop;
beforeAll(async () => {
  shop = await fillShop(stack.client.url + root, "shop");
});

/** Sends the calls one after another, because some change what later ones find. */
async function missingIn(calls: readonly Call[]): Promise<Record<string, string[]>> {
  const missing: Record<string, string[]> = {};
  for (const call of calls) {
    const found = checkAnswer(call, await send(stack.client.url + root, call));
    if (found.length > 0) missing[call.title] = found;
  }
  return missing;
}

describe("answers have everything that clients of the DX API read from them", () => {
  test("n8n's node for Pega Launchpad", async () => expect(await missingIn(launchpadCalls(shop))).toEqual({}));
  test("Pega's React SDK", async () => expect(await missingIn(reactCalls(shop))).toEqual({}));
});
