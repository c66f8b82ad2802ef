import { limitClient } from "@rewards/access";
import { describeClientScope, parseClientScope } from "@rewards/domain";
import { change } from "../change.ts";
import { CommandError } from "../error.ts";
import type { Terminal } from "../terminal.ts";
import { readDraft } from "./clients.create.ts";

/** False takes the limit away; what is left out stays. */
export interface LimitOptions {
  readonly programmes?: string | false;
  readonly stores?: string | false;
  readonly largestAdjustment?: string | false;
}

/** @throws CommandError if no limit is named, one is wrong, or the client is unknown, revoked or has operators' rights. */
export async function limit(
  id: string,
  { programmes, stores, largestAdjustment }: LimitOptions,
  terminal: Terminal,
): Promise<void> {
  const { print, isJson, author } = terminal;
  const limits = { programmes, stores, largestAdjustment };
  const named = Object.entries(limits).filter(([, value]) => value !== undefined);
  if (named.length === 0) throw new CommandError("Name at least one limit. See: rewards clients limit --help");
  const removed = Object.fromEntries(named.filter(([, value]) => value === false).map(([name]) => [name, null]));
  const given = Object.fromEntries(named.filter(([, value]) => value !== false));
  // limitClient looks at the rights that the client has.
  const wanted = { ...readDraft(() => parseClientScope(given, "")), ...removed };
  const scope = await change(terminal, (sql) => limitClient(sql, id, wanted, author));
  const all = { programmes: null, stores: null, largestAdjustment: null, ...scope };
  print(
    isJson
      ? JSON.stringify({ clientID: id, ...all })
      : `${id} is limited to: ${describeClientScope(scope) || "nothing"}.`,
  );
}
