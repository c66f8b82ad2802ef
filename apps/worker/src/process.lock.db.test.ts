import { lockNotAvailable, takeDueFailing } from "@rewards/db";
import { member, type ObjectDefinition, redemption, reward, sale, segment } from "@rewards/domain";
import { verifyBooks } from "@rewards/operations";
import type { Logger } from "@rewards/runtime";
import { describe, expect, onTestFinished, test } from "vitest";
import { act } from "../../../packages/db/src/testing/act.ts";
import { keyOf, newMember, newRedemption, newReward, newSegment, times } from "../../../test/src/records.ts";
import { createTestLogger, insertAll, insertSales, openShop, openTestService } from "../../../test/src/service.ts";
import { processBatch } from "./batch.ts";
import { createPatience, type Patience } from "./patience.ts";
import { createStageBatcher } from "./process.ts";

import { redemptionStage, type Stage, saleStage, segmentStage } from "./stages.ts";

const { database, deps } = await openTestService(10);
const { sql } = database;
const { signal } = new AbortController();
const shop = await openShop(database, 10);

/** Another session locks rows until the test ends, or `release` is called. */
async function hold(text: string): Promise<() => Promise<void>> {
  const session = await sql.reserve();
  await session`begin`;
  await session`set local idle_in_transaction_session_timeout = 0`;
  await session.unsafe(text);
  let isHeld = true;
  async function release(): Promise<void> {
    if (!isHeld) return;
    isHeld = false;
    await session`rollback`;
    session.release();
  }
  onTestFinished(release);
  return release;
}

const holdBalance = (memberKey: string) =>
  hold(
    `select b.id from balance b join member m on m.id = b.member where m.external_id = '${memberKey}' for update of b`,
  );

/** A logger that keeps the fields of its warnings. */
function watchWarnings() {
  const warnings: { fields: object; message: string }[] = [];
  const { logger, counts } = createTestLogger();
  const warn = (fields: object, message: string) => void warnings.push({ fields, message });
  return { warnings, counts, logger: { ...logger, warn } as unknown as Logger };
}

/** The patience of a stage that has just met a lock: it skips locked rows from the start. */
function impatient(stage: Stage, logger = createTestLogger().logger): Patience {
  const patience = createPatience({ stage, logger });
  patience.lose();
  return patience;
}

async function process(stage: Stage, ids: readonly string[], patience = impatient(stage)): Promise<void> {
  const { logger } = createTestLogger();
  await processBatch({ stage, deps, logger, signal }, [{ id: "1", ids }], patience);
}

/** The stage of sales, with tries that wait until `open` is called. */
function gateTries(isGated: (ids: readonly string[]) => boolean): { watched: Stage; open: () => void } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const watched: Stage = {
    ...saleStage,
    process: async (ids, ...rest) => {
      if (isGated(ids)) await opened;
      return saleStage.process(ids, ...rest);
    },
  };
  return { watched, open };
}

async function openOf({ noun }: ObjectDefinition, ids: readonly string[]): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from ${sql(noun)} where id = any(${[...ids]}::uuid[]) and status not like 'Resolved%' and status <> 'Open-Active' order by id`;
  return rows.map(({ id }) => id);
}

const failing = async () => [...(await sql`select id, attempts from failing order by id`)];

/** Makes every postponed record due, and processes those that recovery then takes. */
async function bring(stage: Stage): Promise<void> {
  await sql`update failing set next_at = clock_timestamp() - interval '1 second'`;
  await process(stage, await takeDueFailing(sql, stage.definition.class, 1_000));
}

describe("while another session holds the balance of one member", () => {
  test("all other sales of the batch are posted after one wait, and later sales without a wait", async () => {
    const { warnings, logger } = watchWarnings();
    const seen: (string | undefined)[] = [];
    const watched: Stage = {
      ...saleStage,
      process: (given, with_, locks) => {
        seen.push(locks);
        return saleStage.process(given, with_, locks);
      },
    };
    const ids = await insertSales(database, shop, 30);
    const more = await insertSales(database, shop, 30);
    const heldIds = ids.filter((_, index) => index % 10 === 3);
    const release = await holdBalance(shop.members[3] as string);
    const impatientMs = 3_600_000;
    const batcher = createStageBatcher({ stage: watched, deps, logger, signal, impatientMs });
    await batcher.add({ id: "1", ids });
    await batcher.drain();
    expect(await openOf(sale, ids)).toEqual(heldIds);
    expect(warnings).toMatchObject([
      { fields: { class: sale.class, postponed: 3, remedy: expect.stringContaining("pg_stat_activity") } },
    ]);
    expect(seen).toEqual(["wait", "skip", "skip", "skip"]);
    await batcher.add({ id: "2", ids: more });
    await batcher.drain();
    expect(await openOf(sale, more)).toEqual(more.filter((_, index) => index % 10 === 3));
    expect(new Set(seen.slice(4))).toEqual(new Set(["skip"]));
    await release();
    await bring(saleStage);
    expect([await openOf(sale, [...ids, ...more]), await failing()]).toEqual([[], []]);
  });

  test("later sales are posted while a held one is tried again", async () => {
    const ids = await insertSales(database, shop, 10);
    const heldId = ids[3] as string;
    const { watched, open } = gateTries((given) => given.length === 1 && given[0] === heldId);
    const release = await holdBalance(shop.members[3] as string);
    const batcher = createStageBatcher({ stage: watched, deps, logger: createTestLogger().logger, signal });
    await batcher.add({ id: "1", ids });
    const later = await insertSales(database, shop, 3);
    await batcher.add({ id: "2", ids: later });
    expect(await openOf(sale, [...ids, ...later])).toEqual([heldId]);
    await release();
    open();
    await batcher.drain();
    expect([await openOf(sale, ids), await failing()]).toEqual([[], []]);
  });

  test("while a whole batch of held sales waits to be tried again, others are postponed at once", async () => {
    const rowsMax = 5;
    const sales = await insertSales(database, shop, 10 * (rowsMax + 2));
    const held = sales.filter((_, index) => index % 10 === 3);
    const [first = "", last = ""] = [held[0], held.at(-1)];
    const tries: string[] = [];
    const { watched, open } = gateTries((given) => given.includes(first) && tries.push(first) > 2);
    const release = await holdBalance(shop.members[3] as string);
    const stage = { ...watched, rowsMax };
    const batcher = createStageBatcher({ stage, deps, logger: createTestLogger().logger, signal });
    await batcher.add({ id: "1", ids: [first] });
    await batcher.add({ id: "2", ids: held.slice(1, -1) });
    await batcher.add({ id: "3", ids: [last] });
    expect(await failing()).toMatchObject([{ id: last, attempts: 0 }]);
    await release();
    open();
    await batcher.drain();
    await process(saleStage, sales);
    await bring(saleStage);
    expect([await openOf(sale, sales), await failing()]).toEqual([[], []]);
  });

  test("a worker that stops does not try held sales again, and leaves them pending", async () => {
    const ids = await insertSales(database, shop, 2);
    const release = await hold(`select id from sale where id = '${ids[0]}' for update`);
    const tries: (readonly string[])[] = [];
    const watched: Stage = {
      ...saleStage,
      process: (given, with_, locks) => {
        tries.push(given);
        if (locks === "wait") throw Object.assign(new Error("locked"), { code: lockNotAvailable });
        return saleStage.process(given, with_, locks);
      },
    };
    const stop = new AbortController();
    const { warnings, logger } = watchWarnings();
    const batcher = createStageBatcher({ stage: watched, deps, logger, signal: stop.signal });
    await batcher.add({ id: "1", ids });
    stop.abort(new Error("stopping"));
    await batcher.drain();
    expect([tries, warnings, await failing()]).toEqual([[ids, ids], [], []]);
    expect(await sql`select id from pending where id = any(${ids}::uuid[])`).toEqual([{ id: ids[0] }]);
    await release();
    await process(saleStage, ids);
    expect(await openOf(sale, ids)).toEqual([]);
  });

  test("a sale that meets it at every attempt counts no attempt, and never becomes a dead letter", async () => {
    const [id = ""] = await insertSales(database, shop, 1);
    const release = await holdBalance(shop.members[0] as string);
    await process(saleStage, [id]);
    for (let attempt = 0; attempt < 10; attempt += 1) await bring(saleStage);
    expect([await failing(), await sql`select id from dead_letter`]).toMatchObject([[{ id, attempts: 0 }], []]);
    await release();
    await bring(saleStage);
    expect([await openOf(sale, [id]), await failing()]).toEqual([[], []]);
  });

  test("the attempts of a record that failed before stay unchanged", async () => {
    const [id = ""] = await insertSales(database, shop, 1);
    await sql`insert into failing (class, id, attempts, error, next_at) values (${sale.class}, ${id}, 5, 'poison', clock_timestamp())`;
    const release = await holdBalance(shop.members[0] as string);
    await process(saleStage, [id]);
    expect(await sql`select attempts, error from failing where next_at > clock_timestamp()`).toMatchObject([
      { attempts: 5, error: "poison" },
    ]);
    await release();
    await bring(saleStage);
    expect(await failing()).toEqual([]);
  });

  test("a session that holds it only for a moment postpones nothing", async () => {
    const ids = await insertSales(database, shop, 20);
    const release = await holdBalance(shop.members[3] as string);
    let looks = 0;
    const watched: Stage = {
      ...saleStage,
      process: async (...given) => {
        if (++looks === 2) await release();
        return saleStage.process(...given);
      },
    };
    await process(watched, ids);
    expect([await openOf(sale, ids), await failing(), looks]).toEqual([[], [], 2]);
  });

  test("a balance that does not exist yet is still inserted", async () => {
    const fresh = await openShop(database, 2);
    const ids = await insertSales(database, fresh, 4);
    await sql`delete from balance where member = (select id from member where external_id = ${fresh.members[1] as string})`;
    const release = await holdBalance(fresh.members[0] as string);
    await process(saleStage, ids);
    expect(await openOf(sale, ids)).toEqual([ids[0], ids[2]]);
    await release();
    await bring(saleStage);
    expect(await openOf(sale, ids)).toEqual([]);
  });
});

describe("while another session holds something else", () => {
  test("the row of one sale: only that sale is postponed", async () => {
    const ids = await insertSales(database, shop, 40);
    const release = await hold(`select id from sale where id = '${ids[17]}' for update`);
    await process(saleStage, ids);
    expect([await openOf(sale, ids), await failing()]).toMatchObject([[ids[17]], [{ id: ids[17], attempts: 0 }]]);
    await release();
    await bring(saleStage);
    expect([await openOf(sale, ids), await failing()]).toEqual([[], []]);
  });

  test("the row in pending of one sale: the batch is halved down to it, and it is postponed", async () => {
    const ids = await insertSales(database, shop, 4);
    const release = await hold(`select id from pending where id = '${ids[2]}' for update`);
    await process(saleStage, ids);
    expect([await openOf(sale, ids), await failing()]).toMatchObject([[ids[2]], [{ id: ids[2], attempts: 0 }]]);
    await release();
    await bring(saleStage);
    expect([await openOf(sale, ids), await failing()]).toEqual([[], []]);
  });

  test("a member's balance, the counted stock of a reward, a redemption: those that need one of them are postponed, not rejected", async () => {
    const members = times(4, () => newMember());
    const keys = members.map((one) => keyOf(one, "ExternalID"));
    const rewards = [
      newReward(undefined, { RewardCost: "0" }),
      newReward(undefined, { RewardType: "digital", RewardCost: "0" }),
    ];
    const [mug = "", pen = ""] = rewards.map((one) => keyOf(one, "ExternalID"));
    await insertAll(database, member, members);
    const [mugId = ""] = await insertAll(database, reward, rewards);
    await act(sql, "AddRewardStock", "reward", mugId, { RewardQuantity: 1 });
    const wishes = [
      [keys[0], pen],
      [keys[1], pen],
      [keys[2], mug],
      [keys[3], pen],
      ["nobody", pen],
      [keys[3], "nothing"],
    ] as const;
    const ids = await insertAll(
      database,
      redemption,
      wishes.map(([of, wanted]) => newRedemption(of as string, [{ reward: wanted }])),
    );
    const releases = [
      await holdBalance(keys[1] as string),
      await hold(
        `select s.reward_id from stock s join reward r on r.id = s.reward_id where r.external_id in ('${mug}', '${pen}') for update of s`,
      ),
      await hold(`select id from redemption where id = '${ids[3]}' for update`),
    ];
    await process(redemptionStage, ids);
    expect(await openOf(redemption, ids)).toEqual([ids[1], ids[2], ids[3]]);
    for (const release of releases) await release();
    await bring(redemptionStage);
    const rows = await sql<{ id: string; status: string }[]>`
      select id, status from redemption where id = any(${ids}::uuid[]) order by id`;
    expect(rows.map(({ status }) => status)).toEqual([
      ...times(4, () => "Resolved-Completed"),
      ...times(2, () => "Resolved-Rejected"),
    ]);
    expect(await failing()).toEqual([]);
  });

  test("a segment: only that segment is postponed", async () => {
    const ids = await insertAll(
      database,
      segment,
      times(5, () => newSegment()),
    );
    const release = await hold(`select id from segment where id = '${ids[2]}' for update`);
    await process(segmentStage, ids);
    expect(await openOf(segment, ids)).toEqual([ids[2]]);
    await release();
    await bring(segmentStage);
    expect([await openOf(segment, ids), await failing()]).toEqual([[], []]);
  });
});

test("after all of this the books add up, and nothing is a dead letter", async () => {
  expect(await verifyBooks(sql)).toEqual([]);
  expect(await sql`select from dead_letter`).toHaveLength(0);
});
