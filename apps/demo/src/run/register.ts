import { type Answer, type Client, errorCodeOf, type ObjectPath } from "../client.ts";
import type { Day } from "../day/day.ts";
import { type DemoMember, programBusinessId } from "../day/members.ts";
import type { DemoProduct } from "../day/products.ts";
import type { DemoReward } from "../day/rewards.ts";
import { type DemoStore, makeStores } from "../day/stores.ts";
import { runPool } from "../pool.ts";

export const created = 201;
export const conflict = 409;

/** The first store of a run is what claims its number: of two runs at once only one creates it. */
export async function claimRun(client: Client): Promise<{ readonly run: number; readonly prefix: string }> {
  for (let run = 1; ; run += 1) {
    const prefix = `R${run}`;
    const [store] = makeStores(prefix);
    const answer = await client.create("Store", contentOfStore(store as DemoStore));
    if (answer.status === created) return { run, prefix };
    if (errorCodeOf(answer) !== "Error_Key_Taken") throw refusal("Store", answer);
  }
}

/** Registers what is there when the day begins; the first store is there by the claim. */
export async function registerDay(client: Client, day: Day, concurrency: number, signal: AbortSignal): Promise<void> {
  const [, ...stores] = day.stores.filter((store) => !store.isLate);
  const products = day.products.filter((product) => product.isRegistered);
  const members = day.members.filter((member) => member.joins === "before");
  const tasks = [
    ...stores.map((store) => () => registerStore(client, store)),
    ...products.map((product) => () => register(client, "Product", contentOfProduct(product))),
    ...members.map((member) => () => registerMember(client, member)),
  ];
  await runPool(tasks, concurrency, signal, async (task) => {
    await task();
  });
}

export async function registerStore(client: Client, store: DemoStore): Promise<void> {
  await register(client, "Store", contentOfStore(store));
}

/** @returns the member's ID */
export async function registerMember(client: Client, member: DemoMember): Promise<string> {
  const answer = await register(client, "Member", {
    Origin: "API",
    ExternalID: member.externalId,
    FullName: member.fullName,
    EmailAddress: member.email,
    MobileNumber: member.mobile,
    DateOfBirth: member.dateOfBirth,
    JoinDateTime: member.joinDateTime,
    ProgramBusinessID: programBusinessId,
  });
  return String(answer.body["ID"]);
}

/** @returns the reward's ID */
export async function registerReward(client: Client, reward: DemoReward): Promise<string> {
  const answer = await register(client, "Reward", {
    Origin: "API",
    ExternalID: reward.externalId,
    Name: reward.name,
    RewardType: "stock_control",
    RewardCost: String(reward.cost),
    DaysAvailable: String(reward.daysAvailable),
  });
  const id = String(answer.body["ID"]);
  const added = await client.act(id, "AddRewardStock", { RewardQuantity: reward.stock });
  if (added.status !== 200) throw refusal("AddRewardStock", added);
  return id;
}

async function register(client: Client, path: ObjectPath, content: object): Promise<Answer> {
  const answer = await client.create(path, content);
  if (answer.status !== created) throw refusal(path, answer);
  return answer;
}

export function refusal(what: string, { status, body }: Answer): Error {
  return new Error(`${what} was answered with ${status}: ${JSON.stringify(body)}`);
}

function contentOfStore(store: DemoStore): object {
  return {
    Origin: "API",
    StoreCode: store.code,
    Name: store.name,
    Description: `Open from 7 to 21, ${store.tills} tills`,
    IsParticipating: store.isParticipating,
    Address: store.address,
  };
}

function contentOfProduct(product: DemoProduct): object {
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
