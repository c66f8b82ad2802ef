import { hashSecret, type StoredConsoleCaller } from "@rewards/access";
import { parseRights, unlimited } from "@rewards/domain";
import type { Caller } from "../call.ts";

/** The users of the console for whom it calls now. */
export interface ConsoleCallers {
  refresh(stored: readonly StoredConsoleCaller[]): void;
  /** The user of this key; undefined if it is unknown or has ended. */
  find(key: string): Caller | undefined;
}

export function createConsoleCallers(): ConsoleCallers {
  let known: ReadonlyMap<string, { readonly caller: Caller; readonly untilMs: number }> = new Map();
  return {
    refresh(stored) {
      known = new Map(
        stored.map(({ keyHash, name, rights, untilMs }) => {
          const caller = {
            user: name,
            rights: parseRights(rights),
            scope: unlimited,
            isNamed: true,
            isOfConsole: true,
          } as const;
          return [keyHash, { caller, untilMs }];
        }),
      );
    },
    find(key) {
      const found = known.get(hashSecret(key).toString("hex"));
      return found && found.untilMs > Date.now() ? found.caller : undefined;
    },
  };
}
