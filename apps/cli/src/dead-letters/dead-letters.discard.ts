import { discardContent, formatId, objectOfId, parseContent } from "@rewards/domain";
import { discardDeadLetter } from "@rewards/operations";
import { withDatabase } from "../database.ts";
import type { Terminal } from "../terminal.ts";

/** Rejects a dead letter, or a sale that waits. */
export async function discard(id: string, why: string, { choice, print, isJson, author }: Terminal): Promise<void> {
  const { definition, uuid } = objectOfId(id);
  const { reason } = parseContent(discardContent, { reason: why });
  const status = await withDatabase(choice, ({ sql }) => discardDeadLetter(sql, definition, uuid, { author, reason }));
  const ID = formatId(definition.idPrefix, uuid);
  print(isJson ? JSON.stringify({ ID, status }) : `${ID}: ${status}`);
}
