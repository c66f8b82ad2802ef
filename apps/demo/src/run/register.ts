import { setTimeout as delay } from "node:timers/promises";
import { type Client, outcomeOf, runPool } from "../client.ts";
import type { Day } from "../day/day.ts";
import type { DemoMember } from "../day/members.ts";
import { type DemoProduct, type DemoReward, type DemoStore, makeStores } from "../day/shop.ts";
import type { Checks } from "../expect.ts";

/** Claims a run number by creating the first store of the run: of two concurrent runs, only one succeeds. */
export async function claimRun(client: Client): Promise<{ readonly run: number; readonly prefix: string }> {
  for (let run = 1; ; run += 1) {
    const prefix = `R${run}`;
    const [store] = makeStores(prefix);
    const { said } = await outcomeOf(client.stores.create(contentOfStore(store as DemoStore)));
    if (said === "Open-Active") return { run, prefix };
    if (!said.endsWith("Error_Key_Taken")) throw new Error(`Store was answered with ${said}`);
  }
}

/** Registers everything that exists in the morning; the claim has created the first store. */
export async function registerDay(client: Client, day: Day, concurrency: number, signal: AbortSignal): Promise<void> {
  const [, ...stores] = day.stores.filter((store) => !store.isLate);
  const products = day.products.filter((product) => product.isRegistered);
  const members = day.members.filter((member) => member.joins === "before");
  const tasks = [
    ...stores.map((store) => () => registerStore(client, store)),
    ...products.map((product) => () => client.products.create(contentOfProduct(product))),
    ...members.map((member) => () => registerMember(client, member)),
  ];
  await runPool(tasks, concurrency, signal, async (task) => {
    await task();
  });
}

export async function registerStore(client: Client, store: DemoStore): Promise<void> {
  await client.stores.create(contentOfStore(store));
}

/** @returns the member's ID */
export async function registerMember(client: Client, member: DemoMember): Promise<string> {
  const { id } = await client.members.create({
    Origin: "API",
    ExternalID: member.externalId,
    FullName: member.fullName,
    EmailAddress: member.email,
    MobileNumber: member.mobile,
    DateOfBirth: member.dateOfBirth,
    JoinDateTime: member.joinDateTime,
    ProgramBusinessID: member.programme,
  });
  return id;
}

/** @returns the reward's ID */
export async function registerReward(client: Client, reward: DemoReward): Promise<string> {
  const { id } = await client.rewards.create({
    Origin: "API",
    ExternalID: reward.externalId,
    Name: reward.name,
    RewardType: "stock_control",
    RewardCost: String(reward.cost),
    DaysAvailable: String(reward.daysAvailable),
  });
  await client.rewards.addRewardStock(id, { RewardQuantity: reward.stock });
  return id;
}

function contentOfStore(store: DemoStore) {
  return {
    Origin: "API",
    StoreCode: store.code,
    Name: store.name,
    Description: `Open from 7 to 21, ${store.tills} tills`,
    IsParticipating: store.isParticipating,
    Address: store.address,
  };
}

function contentOfProduct(product: DemoProduct) {
  return {
    Origin: "API",
    ProductCode: product.code,
    Name: product.name,
    Description: product.isByWeight ? "Sold by weight" : "Sold by the piece",
    Brand: product.brand,
    Category: product.category,
    Incentivizable: product.isIncentivizable,
  };
}

const pollMs = 50;
const openMsMax = 30_000;

/** A segment that opens, and one that is opened and marked inactive. Returns their names. */
export async function makeSegments(client: Client, prefix: string, checks: Checks): Promise<readonly string[]> {
  const names = [`${prefix} Regulars`, `${prefix} Summer campaign`] as const;
  const ids = await Promise.all(names.map((name) => createSegment(client, name, checks)));
  for (const name of names) checks.equal(`segment ${name}`, await awaitOpen(client, name), "Open-Active");
  const { said } = await outcomeOf(client.segments.markAsInactive(String(ids[1])));
  checks.equal("MarkAsInactive", said, "Resolved-Inactive");
  const [segment] = (await client.views.segmentsByName({ Name: names[1] })).data;
  checks.equal(`segment ${names[1]}`, segment?.Status, "Resolved-Inactive");
  return names;
}

async function createSegment(client: Client, name: string, checks: Checks): Promise<string> {
  const Description = "Made by the demo";
  const { id, said } = await outcomeOf(client.segments.create({ Name: name, Description }));
  checks.equal(`the answer to segment ${name}`, said, "New-Segment Case creation");
  return id;
}

/** The status that the segment has in the end. */
async function awaitOpen(client: Client, name: string): Promise<unknown> {
  const endsAt = performance.now() + openMsMax;
  for (;;) {
    const [segment] = (await client.views.segmentsByName({ Name: name })).data;
    if (segment?.Status === "Open-Active" || performance.now() > endsAt) return segment?.Status;
    await delay(pollMs);
  }
}
