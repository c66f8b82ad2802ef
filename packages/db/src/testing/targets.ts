import { type ActionDefinition, actions, type ObjectDefinition, parseContent } from "@rewards/domain";
import { newOf } from "../../../../test/src/records.ts";
import type { Sql } from "../client.ts";
import { insertAll } from "./database.ts";
import { mintItems } from "./items.ts";

/** Creates a record of a class with actions, in its first status. */
export async function createTarget(sql: Sql, definition: ObjectDefinition): Promise<string> {
  const isCreated = definition.path !== null;
  const [id] = isCreated ? await insertAll(sql, definition, [newOf(definition)]) : await mintItems(sql, 1);
  return id as string;
}

export const addPoints = (amount: number, name = "Points") => ({ AdjustBalances: { Amount: amount, Name: name } });

export function parsedContent(action: ActionDefinition, content: unknown): unknown {
  return action.content ? parseContent(action.content as never, content) : undefined;
}

export const namedActions = actions.map((action) => ({ name: `${action.name} of ${action.target.class}`, action }));
