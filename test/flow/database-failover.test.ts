import { openDatabase } from "@rewards/db";
import { serviceUrlOf } from "@rewards/embedded";
import { createClosers } from "@rewards/lab/closers";
import { migrate } from "@rewards/lab/database";
import { type PostgresPair, startPostgresPair } from "@rewards/lab/postgres-pair";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openProxy } from "../src/proxy.ts";
import type { Client } from "./support/client.ts";
import { freshKey, memberContent, registerBasics } from "./support/fixtures.ts";
import { expectBooksInOrder, hasRedis, type Stack, startStack, startWatchedWorker } from "./support/stack.ts";
import { openTills, pointsOf, type Tills } from "./support/till.ts";

const closers = createClosers();
afterAll(closers.close);
let pair: PostgresPair;
let stack: Stack;
beforeAll(async () => {
  pair = await startPostgresPair(migrate);
  closers.add(pair.stop);
  await pair.first.protect();
  stack = await startStack({
    databaseUrl: pair.first.url,
    queue: hasRedis ? "redis" : "postgres",
    apis: 0,
    workers: 0,
  });
  closers.add(stack.stop);
});

/** As the role of API and worker, with the hosts of all these URLs. */
function hostsOf(...urls: readonly string[]): string {
  const [first = "", ...others] = urls.map(serviceUrlOf);
  const hosts = [first, ...others].map((url) => new URL(url).host);
  return first.replace(hosts[0] ?? "", hosts.join(","));
}

/** An API and a worker at this URL, with tills that sell. */
async function startSelling(databaseUrl: string) {
  const api = await stack.startApi({ DATABASE_URL: databaseUrl });
  const { worker, ready } = await startWatchedWorker(stack, { DATABASE_URL: databaseUrl });
  const basics = await registerBasics(api.client);
  const members = Array.from({ length: 10 }, () => freshKey("member"));
  for (const member of members) await api.client.created("Member", memberContent(member));
  const tills = openTills({ urls: () => [api.client.url], basics, members });
  await tills.sell(50);
  return { api, worker, ready, tills };
}

const readyz = async (client: Client) => {
  const { status, body } = await client.send("GET", "/readyz");
  return [status, body.reason];
};

/** Every answered sale is there, and is posted once. */
async function expectAllPosted(url: string, tills: Tills): Promise<void> {
  await tills.close();
  expect(tills.wrong).toEqual([]);
  const database = openDatabase({ url, name: "test", poolMax: 1, viewPoolMax: 1 });
  try {
    await expectBooksInOrder({ database });
    const keys = [...tills.sent.keys()];
    const rows = await database.sql`
      select external_id as key, 'SALE-' || replace(s.id::text, '-', '') as id, e.currency_awarded::int as points
      from sale s join ledger_entry e on e.source_id = s.id where external_id = any(${keys}::text[])`;
    expect(new Map(rows.map((row) => [row["key"], row["id"]]))).toEqual(tills.answered);
    expect(rows.reduce((sum, row) => sum + row["points"], 0)).toBe(pointsOf(tills));
  } finally {
    await database.close();
  }
}

describe.skipIf(!hasRedis)("two servers of Postgres, one of which follows the other", () => {
  test("at an address that leads to the former primary nobody is ready; once it leads to the new one, sales go on", async () => {
    const { first, second } = pair;
    const address = await openProxy(first.url);
    closers.add(async () => address.shut());
    const { api, worker, ready, tills } = await startSelling(serviceUrlOf(address.url));
    await expect.poll(() => readyz(api.client)).toEqual([200, undefined]);

    await first.end();
    await second.promote();
    await first.follow();
    const unready = [503, expect.stringContaining("takes no writes")];
    await expect.poll(() => readyz(api.client), { timeout: 60_000 }).toEqual(unready);
    await expect.poll(async () => (await ready()).status, { timeout: 60_000 }).toBe(503);
    address.lead(second.url);
    await tills.sell(50);
    await expect.poll(() => readyz(api.client), { timeout: 60_000 }).toEqual([200, undefined]);
    await expectAllPosted(second.url, tills);
    expect(await Promise.all([api.stop(), worker.stop()])).toEqual([0, 0]);
  });

  test("a primary that is killed loses no answered sale: all hosts of the URL are asked for the next primary", async () => {
    const { first, second } = pair;
    await second.protect();
    const { api, worker, tills } = await startSelling(hostsOf(first.url, second.url));

    await second.end("SIGKILL");
    await expect.poll(() => readyz(api.client), { timeout: 60_000 }).toEqual([503, expect.any(String)]);
    await first.promote();
    await tills.sell(50);
    await expect.poll(() => readyz(api.client), { timeout: 60_000 }).toEqual([200, undefined]);
    await expectAllPosted(first.url, tills);
    expect(await Promise.all([api.stop(), worker.stop()])).toEqual([0, 0]);
  });
});
