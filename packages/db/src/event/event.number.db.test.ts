import { member } from "@rewards/domain";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serverUrl } from "../../../../test/src/clone.ts";
import { newMember, times } from "../../../../test/src/records.ts";
import type { Sql, Tx } from "../client.ts";
import { insertRows } from "../insert/insert.rows.ts";
import { act } from "../testing/act.ts";
import { holding, insertAll, openTestDatabase } from "../testing/database.ts";
import { addPoints } from "../testing/targets.ts";
import { endUnwantedKinds, numberEvents, pruneEvents } from "./event.number.ts";
import { readBounds, readEvents, readEventsAt } from "./event.read.ts";

const database = await openTestDatabase(12);
const { sql } = database;
const start = { number: 0n, key: "" };
const kinds = ["member.created", "balance.changed"] as const;

/** All subjects of the log in their order; fails if a number is missing or given twice. */
async function readLog(from = start): Promise<string[]> {
  const subjects: string[] = [];
  for (let after = from; ; ) {
    const { events, next, isAll } = await readEvents(sql, after, kinds, 1_000);
    for (const { number, subject } of events) {
      subjects.push(subject);
      expect(number).toBe(from.number + BigInt(subjects.length));
    }
    if (isAll) return subjects;
    after = next;
  }
}

const numberAll = async () => {
  while ((await numberEvents(sql)) !== undefined);
};
/** The place after all events so far. */
async function end() {
  await numberAll();
  return { number: (await readBounds(sql)).last, key: "" };
}
const added = (client: Sql | Tx, of = newMember()) => insertRows(client, member, [of]).then(() => of.id);

beforeAll(async () => {
  await sql`select keep_events(${[...kinds]}::text[])`;
});

test("an event that commits late comes after those that were read before, and is not missed", async () => {
  const from = await end();
  const ids: string[] = [];
  await holding(
    sql,
    async (tx) => void ids.push(await added(tx)),
    async () => {
      const [early] = await insertAll(sql, member, [newMember()]);
      await numberAll();
      expect(await readLog(from)).toEqual([early]);
      ids.unshift(early as string);
      return "commit";
    },
  );
  await numberAll();
  expect(await readLog(from)).toEqual(ids);
});

test("a transaction that rolls back leaves no event, and no gap", async () => {
  const from = await end();
  await holding(
    sql,
    (tx) => added(tx),
    async () => "rollback",
  );
  const [id] = await insertAll(sql, member, [newMember()]);
  await numberAll();
  expect(await readLog(from)).toEqual([id]);
});

test("one process numbers at a time: another one leaves it to it", async () => {
  const from = await end();
  const [id] = await insertAll(sql, member, [newMember()]);
  await holding(
    sql,
    (tx) => tx`select from event_head for update`,
    async () => {
      expect(await numberEvents(sql)).toBeUndefined();
      return "rollback";
    },
  );
  expect(await numberEvents(sql)).toBe(from.number + 1n);
  expect(await readLog(from)).toEqual([id]);
});

describe("while a transaction is open in another database of the server", () => {
  const other = postgres(serverUrl(), { max: 1 });
  let close = () => {};
  let ended: Promise<unknown> = Promise.resolve();
  beforeAll(async () => {
    await new Promise<void>((begun) => {
      ended = other.begin(async (tx) => {
        await tx`select pg_current_xact_id()`;
        begun();
        await new Promise<void>((resolve) => (close = resolve));
      });
    });
  });
  afterAll(async () => {
    close();
    await ended;
    await other.end();
  });

  test("writers at once, some of which roll back, and two who number give each event once, and each member's in order", async () => {
    const from = await end();
    const members = await insertAll(
      sql,
      member,
      times(4, () => newMember()),
    );
    let isDone = false;
    const numbering = times(2, async () => {
      while (!isDone) await numberEvents(sql);
    });
    const write = async (writer: number) => {
      for (const round of times(25, (n) => n)) {
        const id = members[(writer + round) % members.length] as string;
        if (round % 5 === 4)
          await holding(
            sql,
            (tx) => added(tx),
            async () => "rollback",
          );
        else await act(sql, "AddBalance", "member", id, addPoints(1));
      }
    };
    await Promise.all(times(6, write));
    isDone = true;
    await Promise.all(numbering);
    await numberAll();
    const log = await readLog(from);
    const entries = await sql<{ id: string; member: string; sequence: number }[]>`
      select id, member, sequence::int from ledger_entry where member = any(${members}::uuid[])`;
    const of = new Map(entries.map((entry) => [entry.id, entry]));
    expect(log).toHaveLength(members.length + 6 * 20);
    expect(new Set(log).size).toBe(log.length);
    for (const id of members)
      expect(log.flatMap((one) => (of.get(one)?.member === id ? [of.get(one)?.sequence] : []))).toEqual(
        times(30, (n) => n + 1),
      );
  });
});

test("old events are deleted from the first on, in slices, and never one without a number", async () => {
  await end();
  await insertAll(sql, member, [newMember()]);
  await sql`update event set at = at - interval '10 days'`;
  expect(await pruneEvents(sql, 7)).toBe(true);
  const left = await sql`select first from event`;
  expect(left.map(({ first }) => first)).toEqual([null]);
  await numberAll();
  const { first, last } = await readBounds(sql);
  expect(last).toBe(first);
});

const subscribe = (id: string, kinds: readonly string[], reached: bigint) => sql`
  insert into webhook (id, url, kinds, secret, reached, created_by)
  values (${id}, 'https://shop.example', ${[...kinds]}::text[], '', ${String(reached)}::bigint, 'ann')`;

test("an old event that a webhook is still to deliver is kept, though positions before it have expired", async () => {
  const from = await end();
  const ids = [...(await insertAll(sql, member, [newMember()])), ...(await insertAll(sql, member, [newMember()]))];
  await numberAll();
  const needed = String(from.number + 1n);
  await sql`
    insert into webhook_parked (webhook, n, lane, attempts, next_at)
    values (gen_random_uuid(), ${needed}::bigint, 'lane', 1, clock_timestamp())`;
  await sql`update event set at = at - interval '10 days'`;
  await pruneEvents(sql, 7);
  expect(await readEventsAt(sql, [from.number + 1n, from.number + 2n])).toMatchObject([{ subject: ids[0] }]);
  expect(await readBounds(sql)).toEqual({ first: from.number + 3n, last: from.number + 2n });
  await sql`delete from webhook_parked`;
  await pruneEvents(sql, 7);
  expect(await readEventsAt(sql, [from.number + 1n])).toEqual([]);
});

test("a kind is written while a subscription that has not ended has it, or somebody pulls it", async () => {
  const id = "0195d1a6-0000-7000-8000-000000000001";
  const written = async () => (await sql`select kind from event_kind order by kind`).map(({ kind }) => kind);
  await subscribe(id, ["sale.rejected"], 0n);
  expect(await written()).toEqual([...kinds, "sale.rejected"].sort());
  await sql`update event_kind set pulled_until = clock_timestamp() - interval '1 s'`;
  await sql`update webhook set state = 'paused'`;
  await endUnwantedKinds(sql);
  expect(await written()).toEqual(["sale.rejected"]);
  await sql`update event_kind set pulled_until = clock_timestamp() - interval '1 s'`;
  await sql`update webhook set state = 'ended'`;
  await sql`update event_kind set pulled_until = clock_timestamp() - interval '1 s'`;
  await endUnwantedKinds(sql);
  expect(await written()).toEqual([]);
  await sql`update webhook set state = 'active'`;
  expect(await written()).toEqual(["sale.rejected"]);
});
