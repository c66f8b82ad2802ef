import { type ActionDefinition, actions, callerUser, formatId, parseActionContent } from "@rewards/domain";
import { runAction } from "../action/action.run.ts";
import type { Sql } from "../client.ts";
import type { ActionCall } from "../object/object.types.ts";

/** The path of a call of the action, as its idempotency key stores it. */
export const actionPath = ({ name, target }: ActionDefinition, id: string) =>
  `/dx/api/application/v2/objects/${formatId(target.idPrefix, id)}/actions/${name}`;

/** Runs an action by its name and the noun of its target. */
export async function act(
  sql: Sql,
  name: string,
  noun: string,
  id: string,
  content?: unknown,
  claim?: ActionCall["claim"],
): Promise<void> {
  const action = actions.find((one) => one.name === name && one.target.noun === noun);
  if (!action) throw new Error(`no ${name} of ${noun}`);
  const parsed = parseActionContent(action, content);
  await runAction(sql, action, { id, content: parsed, user: callerUser, ...(claim ? { claim } : {}) });
}
