import { setTimeout as delay } from "node:timers/promises";
import type { RewardsClient } from "@rewards/client";
import { outcomeOf, runPool } from "../client.ts";
import { type DemoReward, type DemoStore, makeStores } from "../day/shop.ts";
import type { Run } from "../expect.ts";

/** Claims a run number by creating the first store of the run: of two concurrent runs, only one succeeds. */
export async function claimRun(client: RewardsClient): Promise<number> {
  for (let run = 1; ; run += 1) {
    const [store] = makeStores(`R${run}`);
    const { said } = await outcomeOf(client.stores.create((store as DemoStore).content));
    if (said === "Open-Active") return run;
    if (!said.endsWith("Error_Key_Taken")) throw new Error(`Store was answered with ${said}`);
  }
}

/** Registers everything that exists in the morning; the claim has created the first store. */
export async function registerDay({ client, day, signal }: Run, concurrency: number): Promise<void> {
  const [, ...stores] = day.stores.filter((store) => !store.isLate);
  const products = day.products.filter((product) => product.isRegistered);
  const members = day.members.filter((member) => member.joins === "before");
  const tasks = [
    ...stores.map(
      ({ content }) =>
        () =>
          client.stores.create(content),
    ),
    ...products.map(
      ({ content }) =>
        () =>
          client.products.create(content),
    ),
    ...members.map(
      ({ content }) =>
        () =>
          client.members.create(content),
    ),
  ];
  await runPool<() => Promise<unknown>>(tasks, concurrency, signal, (task) => task());
}

export async function registerReward(client: RewardsClient, { content, stock }: DemoReward): Promise<void> {
  const { id } = await client.rewards.create(content);
  await client.rewards.addRewardStock(id, { RewardQuantity: stock });
}

const pollMs = 50;
const openMsMax = 30_000;

/** A segment that opens, and one that is opened and marked inactive. Returns their names. */
export async function makeSegments({ client, day, checks }: Run): Promise<readonly string[]> {
  const names = [`${day.prefix} Regulars`, `${day.prefix} Summer campaign`] as const;
  const ids: string[] = [];
  for (const Name of names) {
    const { id, said } = await outcomeOf(client.segments.create({ Name, Description: "Made by the demo" }));
    checks.equal(`the answer to segment ${Name}`, said, "New-Segment Case creation");
    checks.equal(`segment ${Name}`, await awaitOpen(client, Name), "Open-Active");
    ids.push(id);
  }
  const { said } = await outcomeOf(client.segments.markAsInactive(String(ids[1])));
  checks.equal("MarkAsInactive", said, "Resolved-Inactive");
  const [segment] = (await client.views.segmentsByName({ Name: names[1] })).data;
  checks.equal(`segment ${names[1]}`, segment?.Status, "Resolved-Inactive");
  return names;
}

/** The status that the segment has in the end. */
async function awaitOpen(client: RewardsClient, name: string): Promise<unknown> {
  const endsAt = performance.now() + openMsMax;
  for (;;) {
    const [segment] = (await client.views.segmentsByName({ Name: name })).data;
    if (segment?.Status === "Open-Active" || performance.now() > endsAt) return segment?.Status;
    await delay(pollMs);
  }
}
