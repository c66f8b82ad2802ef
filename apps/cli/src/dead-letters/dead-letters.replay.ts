import { formatId, objectOfId, parseContent, replayContent } from "@rewards/domain";
import { replayDeadLetter, replayDeadLetters } from "@rewards/operations";
import { withDatabase } from "../database.ts";
import type { Terminal } from "../terminal.ts";

export interface ReplayOptions {
  readonly reason?: string;
  readonly class?: string;
  readonly perSecond?: string;
}

/** Makes one dead letter pending again; recovery brings it to a worker within seconds. */
export async function replayOne(id: string, { choice, print, isJson, author }: Terminal): Promise<void> {
  const { definition, uuid } = objectOfId(id);
  await withDatabase(choice, ({ sql }) => replayDeadLetter(sql, definition, uuid, { author, isEnqueued: false }));
  const ID = formatId(definition.idPrefix, uuid);
  print(isJson ? JSON.stringify({ ID, replayed: 1 }) : `${ID}: pending again`);
}

/** Makes the dead letters of one reason pending again, at a pace. */
export async function replayAll(options: ReplayOptions, { choice, print, isJson, author }: Terminal): Promise<void> {
  const { reason, class: className, perSecond } = options;
  const content = { reason, class: className, perSecond: perSecond === undefined ? undefined : Number(perSecond) };
  const call = parseContent(replayContent, content);
  const outcome = await withDatabase(choice, ({ sql }) => replayDeadLetters(sql, call, author));
  const text = `${outcome.replayed} pending again, ${call.perSecond} a second; ${outcome.remaining} of this reason remain.`;
  print(isJson ? JSON.stringify(outcome) : text);
}
