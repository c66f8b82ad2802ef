import { afterAll, expect, test } from "vitest";
import { cloneTemplate } from "../../../../test/src/clone.ts";
import { openDatabase } from "../../../db/src/client.ts";
import { countWorkers, openLeadership } from "./lease.hold.ts";

const clone = await cloneTemplate();
const database = openDatabase({ url: clone.url, name: "lease-test", poolMax: 2, viewPoolMax: 1 });
afterAll(async () => {
  await database.close();
  await clone.drop();
});
const open = () => openLeadership(clone.urlFor("worker"));

test("workers rank among those of the same number of partitions, and every worker counts once", async () => {
  const [one, two, three, other] = [open(), open(), open(), open()];
  const all = [one, two, three, other];
  try {
    /** Announces them together, as an announcement lasts for ten seconds. */
    const ranksOf = (workers: typeof all) => Promise.all(workers.map((worker) => worker.announce(4)));
    const sharing = all.slice(0, 3);
    await ranksOf(sharing);
    await expect.poll(async () => (await ranksOf(sharing)).map((rank) => rank?.count)).toEqual([3, 3, 3]);
    await expect.poll(async () => (await ranksOf(sharing)).map((rank) => rank?.index).sort()).toEqual([0, 1, 2]);
    await expect.poll(() => other.announce(3)).toEqual({ index: 0, count: 1 });
    // One no longer reaches the queue, one ends, and one dies.
    await three.close();
    const announceRest = () => Promise.all([one.announce(4), two.announce(), other.announce(3)]);
    await announceRest();
    await expect.poll(async () => (await announceRest())[0]).toEqual({ index: 0, count: 1 });
    await expect.poll(() => announceRest().then(() => countWorkers(database.sql))).toBe(3);
    await two.announce(4);
    await database.sql`update lease set until = clock_timestamp() - interval '1 second' where name like 'worker 4/%'`;
    await expect.poll(() => one.announce(4)).toEqual({ index: 0, count: 1 });
    const announceLast = () => Promise.all([one.announce(4), other.announce(3)]);
    await expect.poll(() => announceLast().then(() => countWorkers(database.sql))).toBe(2);
  } finally {
    await Promise.all(all.map((worker) => worker.close()));
  }
});

test("a worker that does not reach Postgres does not know its rank", async () => {
  const worker = openLeadership("postgres://127.0.0.1:1/none");
  expect(await worker.announce(4)).toBeUndefined();
  await worker.close();
});
