import {
  type ActionDefinition,
  actions,
  member,
  type ObjectDefinition,
  parseContent,
  product,
  reward,
  segment,
  store,
} from "@rewards/domain";
import { newMember, newProduct, newReward, newSegment, newStore } from "../../../../test/src/records.ts";
import type { Sql } from "../client.ts";
import { insertAll } from "./database.ts";
import { mintItems } from "./items.ts";

const targets: Readonly<Record<string, (sql: Sql) => Promise<string[]>>> = {
  store: (sql) => insertAll(sql, store, [newStore()]),
  product: (sql) => insertAll(sql, product, [newProduct()]),
  member: (sql) => insertAll(sql, member, [newMember()]),
  reward: (sql) => insertAll(sql, reward, [newReward()]),
  segment: (sql) => insertAll(sql, segment, [newSegment()]),
  redemption_item: (sql) => mintItems(sql, 1),
};

/** A record of any class that has actions, in its first status. */
export async function createTarget(sql: Sql, { noun }: ObjectDefinition): Promise<string> {
  const [id] = (await targets[noun]?.(sql)) ?? [];
  if (id === undefined) throw new Error(`no target of ${noun}: add one`);
  return id;
}

export const addPoints = (amount: number, name = "Points") => ({ AdjustBalances: { Amount: amount, Name: name } });

/** Content that each action takes, where it takes some. */
export const actionContents: Readonly<Record<string, unknown>> = {
  AddBalance: addPoints(5),
  AddRewardStock: { RewardQuantity: 3 },
  Edit: { Name: "Changed" },
};

export function parsedContent(action: ActionDefinition, content: unknown): unknown {
  return action.content ? parseContent(action.content as never, content) : undefined;
}

export const namedActions = actions.map((action) => ({ name: `${action.name} of ${action.target.class}`, action }));
