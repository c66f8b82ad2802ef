import { hash } from "node:crypto";
import { hashSecret, isHashOf, readClients, type StoredClient } from "@rewards/access";
import type { Database } from "@rewards/db";
import { AppError, hidesRecords, parseRights, type Rights, widenedScope, withoutOperators } from "@rewards/domain";
import type { Caller } from "../call.ts";

export interface KnownClient extends StoredClient {
  readonly caller: Caller;
}

/**
 * All clients, in memory. While Postgres is away, the last state applies; before the first load no client is known and
 * calls get 503.
 */
export interface Clients {
  /** Reads the clients again if their revision has changed. */
  refresh(revision: number): Promise<void>;
  /**
   * The client of this ID, unless it was revoked or has expired.
   * @throws AppError 503 before the first load.
   */
  find(id: string): KnownClient | undefined;
}

export function createClients(sql: Database["sql"]): Clients {
  let seen: number | undefined;
  let known: ReadonlyMap<string, KnownClient> | undefined;
  return {
    async refresh(revision) {
      if (revision === seen) return;
      known = new Map(withCallers(await readClients(sql)).map((client) => [client.id, client]));
      seen = revision;
    },
    find(id) {
      if (!known) throw new AppError("Error_Service_Unavailable");
      const client = known.get(id);
      return client?.expiresAt && client.expiresAt.getTime() <= Date.now() ? undefined : client;
    },
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
    return { ...client, caller: { user: id, rights, scope: widenedScope(scope, rights), isNamed: true } };
  });
}

/** Compares in constant time. */
export function isSecretOf({ secretHash, earlierHash, earlierUntil }: KnownClient, secret: string): boolean {
  if (isHashOf(secret, secretHash)) return true;
  return (
    earlierHash !== null &&
    earlierUntil !== null &&
    earlierUntil.getTime() > Date.now() &&
    isHashOf(secret, earlierHash)
  );
}

const markLength = 12;

/** A mark that ties tokens to a secret. Neither the secret nor its stored hash can be computed from it. */
export const markOf = (secret: string): string => markOfHash(hashSecret(secret));

const markOfHash = (stored: Buffer) => hash("sha256", stored, "base64url").slice(0, markLength);

/** When the secret of a mark ends, in ms: infinite for the present one, 0 for one that a rotation has ended. */
export function secretEndOf({ secretHash, earlierHash, earlierUntil }: StoredClient, mark: string): number {
  if (mark === markOfHash(secretHash)) return Number.POSITIVE_INFINITY;
  return earlierHash !== null && mark === markOfHash(earlierHash) ? (earlierUntil?.getTime() ?? 0) : 0;
}
