import {
  type ActionDefinition,
  AppError,
  actionOf,
  actions,
  type ErrorCode,
  exampleOfAction,
  member,
  type ObjectDefinition,
  parseActionContent,
  redemption,
  redemptionItem,
  segment,
} from "@rewards/domain";
import { actionsBefore } from "../../../../test/src/actions-before.ts";
import { newMember, newOf } from "../../../../test/src/records.ts";
import { runAction } from "../action/action.run.ts";
import type { Sql } from "../client.ts";
import { insertGroup } from "../insert/insert.group.ts";
import type { ActionCall } from "../object/object.types.ts";
import { insertAll } from "./database.ts";
import { mintItems, redemptionOf } from "./items.ts";

/**
 * Creates a record of a class with actions, in its first status; a redemption is completed. The member that examples name
 * exists then. With an action about payments, the member can pay, or has paid.
 */
export async function createTarget(sql: Sql, definition: ObjectDefinition, action?: ActionDefinition): Promise<string> {
  if (definition.class === segment.class) await insertGroup(sql, member, [newMember("M-1001")]);
  if (definition.class === redemption.class || definition.class === redemptionItem.class) {
    const [item = ""] = await mintItems(sql, 1);
    return definition.class === redemptionItem.class ? item : redemptionOf(sql, item);
  }
  const [id = ""] = await insertAll(sql, definition, [newOf(definition)]);
  if (definition.class === member.class) {
    await insertAll(sql, member, [newMember(cardOf(id, "Merge"))]);
    await sql`insert into member_key (key, member) values (${cardOf(id, "RemoveCard")}, ${id})`;
    if (action?.effect === "post-payment" || action?.effect === "cancel-payment") await openPayments(sql, id, action);
  }
  return id;
}

async function openPayments(sql: Sql, id: string, { effect }: ActionDefinition): Promise<void> {
  await sql`update programme set payment_points = 100, payment_value = 1`;
  const before = [requireAction(member, "AddBalance"), requireAction(member, "PayWithPoints")];
  for (const one of before.slice(0, effect === "cancel-payment" ? 2 : 1))
    await runAsClerk(sql, one, { id, content: contentFor(one, id) });
}

const cardOf = (id: string, action: string) => `${action} ${id}`;

/** An example that fits this record. A member has a card that can be removed, and another member to merge. */
export function contentFor(action: ActionDefinition, id: string): unknown {
  const example = exampleOfAction(action);
  const name = ["CardNumber", "FromMemberExternalID"].find((field) => example && field in example);
  return name ? { ...example, [name]: cardOf(id, action.name) } : example;
}

/** Creates a record that allows the action, and gives its ID, version and status. */
export async function createAllowing(sql: Sql, action: ActionDefinition): Promise<Target> {
  const { target } = action;
  const id = await createTarget(sql, target, action);
  for (const before of actionsBefore(action)) await runAsClerk(sql, before, { id, content: contentFor(before, id) });
  const [row] = await sql<Target[]>`select id, version, status from ${sql(target.noun)} where id = ${id}`;
  return row as Target;
}

interface Target {
  readonly id: string;
  readonly version: number;
  readonly status: string;
}

export const addPoints = (amount: number, name = "Points") => ({ AdjustBalances: { Amount: amount, Name: name } });

/** Runs an action as a clerk, with its content parsed as the API parses it. */
export function runAsClerk(
  sql: Sql,
  action: ActionDefinition,
  call: Omit<ActionCall, "user">,
): ReturnType<typeof runAction> {
  return runAction(sql, action, { ...call, content: parseActionContent(action, call.content), user: "clerk" });
}

/** @returns the code with which a call was refused, or "none". Throws every other error. */
export async function refusal(call: Promise<unknown>): Promise<ErrorCode | "none"> {
  try {
    await call;
    return "none";
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

export function requireAction(target: ObjectDefinition, name: string): ActionDefinition {
  const action = actionOf(target, name);
  if (!action) throw new Error(`${target.class} has no ${name}`);
  return action;
}

export const namedActions = actions.map((action) => ({ name: `${action.name} of ${action.target.class}`, action }));
