import { setTimeout as delay } from "node:timers/promises";
import { type Database, faultKind, readClients, readClientsVersion, type StoredClient } from "@rewards/db";
import { AppError, hidesRecords, parseRights, type Rights, withoutOperators } from "@rewards/domain";
import type { Logger } from "@rewards/runtime";
import { createLineBudget } from "../line-budget.ts";
import type { Caller } from "./caller.ts";

/** A change of a client takes effect within this time, while Postgres answers. */
const refreshMs = 2_000;
const lines = { linesMax: 1, everyMs: 60_000 };

export interface KnownClient extends StoredClient {
  readonly caller: Caller;
}

/**
 * All clients, in memory. While Postgres is away, the last state applies; before the first load no client is known and
 * calls get 503.
 */
export interface Clients {
  /** @throws AppError 503 before the first load. */
  find(id: string): KnownClient | undefined;
  /** Resolves when the first load has ended, well or not. */
  readonly looked: Promise<void>;
  stop(): void;
}

export function watchClients({ sql }: Pick<Database, "sql">, logger: Pick<Logger, "warn">): Clients {
  const stopping = new AbortController();
  const warned = createLineBudget(lines);
  let version: string | undefined;
  let known: ReadonlyMap<string, KnownClient> | undefined;

  async function refresh(): Promise<void> {
    if ((await readClientsVersion(sql)) === version) return;
    const read = await readClients(sql);
    known = new Map(withCallers(read.clients).map((client) => [client.id, client]));
    version = read.version;
  }

  /** Readiness reports a Postgres that is away. */
  const look = () =>
    refresh().catch((err: unknown) => {
      if (faultKind(err) !== "infrastructure" && warned.take() !== undefined)
        logger.warn({ err }, "cannot read the clients; changes of clients have no effect");
    });

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await delay(refreshMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
      if (!stopping.signal.aborted) await look();
    }
  }

  const looked = look();
  void looked.then(run);
  return {
    looked,
    find(id) {
      if (!known) throw new AppError("Error_Service_Unavailable");
      return known.get(id);
    },
    stop: () => stopping.abort(),
  };
}

/**
 * Clients with the same list share one set of rights: ten thousand sets would need 100 MB. Operators' functions reach
 * every record, so a client that is limited to some records has none.
 */
function withCallers(clients: readonly StoredClient[]): KnownClient[] {
  const shared = new Map<string, Rights>();
  return clients.map((client) => {
    const { id, rights: text, scope } = client;
    const isLimited = hidesRecords(scope);
    const list = `${isLimited} ${text}`;
    const rights = shared.get(list) ?? (isLimited ? withoutOperators(parseRights(text)) : parseRights(text));
    shared.set(list, rights);
    return { ...client, caller: { user: id, rights, scope, actor: id } };
  });
}
