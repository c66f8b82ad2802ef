import { auditInspection } from "@rewards/db";
import type { ObjectDefinition } from "@rewards/domain";
import type { ConsoleContext, Viewer } from "../context.ts";
import type { ConsoleDeps } from "../deps.ts";

/** Each look at the error of a dead letter is in the audit, as it is over HTTP. */
export function auditLook(
  c: ConsoleContext,
  viewer: Viewer,
  { sql }: Pick<ConsoleDeps, "sql">,
  definition: ObjectDefinition,
  uuid: string,
): Promise<void> {
  const { address: origin, requestId } = c.var;
  return auditInspection(sql, definition, uuid, { actor: viewer.name, origin, requestId });
}
