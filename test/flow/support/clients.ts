import { createClient as storeClient } from "@rewards/access";
import { formatClientKey } from "@rewards/domain";
import { expect, vi } from "vitest";
import { type Client, createClient, root } from "./client.ts";
import type { Stack } from "./stack.ts";

/** A client of the service, and what calls with its key. */
export interface Issued {
  readonly clientID: string;
  readonly key: string;
  readonly client: Client;
}

/** Creates a client with these rights. */
export async function issueClient(
  { database: { sql } }: Pick<Stack, "database">,
  url: string,
  rights: string,
  expiresAt: Date | null = null,
): Promise<Issued> {
  const { clientID, clientSecret } = await storeClient(sql, { name: "test", rights, expiresAt }, { actor: "test" });
  const key = formatClientKey(clientID, clientSecret);
  return { clientID, key, client: createClient(url, key) };
}

/** A call that needs no right. */
export const listViews = (client: Client) => client.send("GET", `${root}/data_views`);

/** Refused calls of a network are throttled after a while, as a test's are. */
export async function isAdmitted(client: Client): Promise<boolean> {
  const { status } = await listViews(client);
  expect([200, 401, 429]).toContain(status);
  return status === 200;
}

/** Waits until the API refuses a client. */
export const awaitRefused = (client: Client) =>
  vi.waitFor(async () => expect(await isAdmitted(client)).toBe(false), { timeout: 60_000, interval: 250 });
