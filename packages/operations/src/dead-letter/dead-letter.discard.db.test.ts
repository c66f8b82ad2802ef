import { actions, discardedStatus, member, type ObjectDefinition, sale, segment, stagedObjects } from "@rewards/domain";
import { describe, expect, test } from "vitest";
import { freshKey, newId, newMember, newSale, newSegment } from "../../../../test/src/records.ts";
import { runAction } from "../../../db/src/action/action.run.ts";
import { insertGroup } from "../../../db/src/insert/insert.group.ts";
import { loadOpenSales } from "../../../db/src/sale/sale.load.ts";
import { parkSales } from "../../../db/src/sale/sale.park.ts";
import { holding, insertAll, openTestDatabase, untilWaiting } from "../../../db/src/testing/database.ts";
import { insertSales, openShop } from "../../../db/src/testing/shop.ts";
import { verifyBooks } from "../books/books.verify.ts";
import { failure, placesOf, plantDeadLetters, stagedRecords } from "../testing/dead-letters.ts";
import { countDeadLetters, discardDeadLetter, discardDeadLetters } from "./dead-letter.discard.ts";

const { sql } = await openTestDatabase();
const shop = await openShop(sql, 1);
const nowhere = { pending: 0, failing: 0, awaiting: 0, dead: 0, entries: 0 };

const discard = (definition: ObjectDefinition, id: string, reason = "sent by a broken till") =>
  discardDeadLetter(sql, definition, id, { author: { actor: "ann" }, reason });
const trailOf = async (id: string) => [
  ...(await sql`select actor, operation, class, reason, detail from audit_entry where record_id = ${id} order by id`),
];
async function rowOf({ noun }: ObjectDefinition, id: string) {
  const [row] = await sql`select status, confirmation_note, version, update_user_id from ${sql(noun)} where id = ${id}`;
  return row;
}

/** A sale that waits for a member for which no other sale waits. */
async function parkSale(): Promise<{ id: string; key: string }> {
  const key = freshKey("unknown");
  const [id = ""] = await insertSales(sql, [newSale({ member: key, store: shop.store, product: shop.product })]);
  await parkSales(sql, await loadOpenSales(sql, [id]));
  return { id, key };
}

const finals: Record<string, string> = {
  SaleCase: "Resolved-Rejected",
  RedemptionCase: "Resolved-Rejected",
  SegmentCase: "Resolved-Inactive",
};

describe("dead letters of a filter", () => {
  const reason = "Error_Statement_Refused";

  test("are discarded up to the limit of a call, of all classes; the rest follow, and the books are sound", async () => {
    const sales = await plantDeadLetters(sql, sale, [shop.newSale(0), shop.newSale(0), shop.newSale(0)], reason);
    const segments = await plantDeadLetters(sql, segment, [newSegment()], reason);
    const { count, filter } = await countDeadLetters(sql, { class: undefined, reason });
    expect(count).toBe(4);
    const call = { author: { actor: "ann" }, reason: "sent by a broken till" };
    expect(await discardDeadLetters(sql, filter, call, 3)).toEqual({ discarded: 3, remaining: 1 });
    expect(await discardDeadLetters(sql, filter, call, 3)).toEqual({ discarded: 1, remaining: 0 });
    expect(await placesOf(sql, [...sales, ...segments])).toEqual(nowhere);
    for (const id of sales)
      expect(await trailOf(id)).toMatchObject([{ actor: "ann", operation: "dead-letter.discard" }]);
    expect(await verifyBooks(sql)).toEqual([]);
  });

  test("are only those that were dead when they were counted, of the class and the reason", async () => {
    const { filter } = await countDeadLetters(sql, { class: sale.class, reason });
    const before = new Date(Date.parse(filter.until) - 3_600_000).toISOString();
    const ids = await plantDeadLetters(sql, sale, [shop.newSale(0)], reason);
    const others = await plantDeadLetters(sql, segment, [newSegment()], reason);
    const call = { author: { actor: "ann" }, reason: "r" };
    expect(await discardDeadLetters(sql, { ...filter, until: before }, call)).toEqual({ discarded: 0, remaining: 0 });
    const { filter: later } = await countDeadLetters(sql, { class: sale.class, reason });
    expect(await discardDeadLetters(sql, later, call)).toEqual({ discarded: 1, remaining: 0 });
    expect(await placesOf(sql, ids)).toEqual(nowhere);
    expect(await placesOf(sql, others)).toEqual({ ...nowhere, dead: 1 });
  });
});

describe("a dead letter that is discarded", () => {
  test("is tested for each class that a worker settles", () => {
    expect(Object.keys(stagedRecords).toSorted()).toEqual(stagedObjects.map(({ class: name }) => name).toSorted());
  });

  test.each(stagedObjects.map((definition) => [definition.class, definition] as const))(
    "of class %s is final at the next version, with the reason in its note, and its audit row keeps the dead letter",
    async (className, definition) => {
      const record = stagedRecords[className]?.(shop);
      if (!record) throw new Error(`no record of class ${className}`);
      const [id = ""] = await plantDeadLetters(sql, definition, [record]);
      expect(await discard(definition, id)).toBe(finals[className]);
      expect(await rowOf(definition, id)).toEqual({
        status: finals[className],
        confirmation_note: "Error_Record_Discarded: sent by a broken till",
        version: 2,
        update_user_id: "operator",
      });
      expect(await placesOf(sql, [id])).toEqual(nowhere);
      const { reason, error, job, trace } = failure;
      expect(await trailOf(id)).toMatchObject([
        {
          actor: "ann",
          operation: "dead-letter.discard",
          class: className,
          reason: "sent by a broken till",
          detail: { status: definition.initial, reason, error, job, trace, attempts: 1 },
        },
      ]);
    },
  );

  test("is gone: a second discard is 409, as for a record that never was a dead letter, and nothing is written", async () => {
    const [id = ""] = await plantDeadLetters(sql, segment, [newSegment()]);
    const [never = ""] = await insertAll(sql, segment, [newSegment()]);
    await discard(segment, id);
    const before = [await rowOf(segment, id), await rowOf(segment, never)];
    for (const one of [id, never])
      await expect(discard(segment, one)).rejects.toMatchObject({ code: "Error_DeadLetter_Gone", status: 409 });
    expect([await rowOf(segment, id), await rowOf(segment, never)]).toEqual(before);
    expect([(await trailOf(id)).length, await trailOf(never)]).toEqual([1, []]);
    expect(await placesOf(sql, [never])).toEqual({ ...nowhere, pending: 1 });
  });

  test("of an unknown ID is refused with 404", async () => {
    await expect(discard(sale, newId())).rejects.toMatchObject({ code: "Error_Object_Unknown", status: 404 });
  });
});

describe("a sale that waits for its member", () => {
  test("may be discarded, and is not woken when its member is created later", async () => {
    const { id, key } = await parkSale();
    expect(await discard(sale, id, "no such member")).toBe("Resolved-Rejected");
    expect(await rowOf(sale, id)).toMatchObject({
      version: 3,
      confirmation_note: "Error_Record_Discarded: no such member",
    });
    expect(await trailOf(id)).toMatchObject([
      { detail: { status: "Pending-Awaiting Reference", awaitsMember: true, store: null } },
    ]);
    expect((await insertGroup(sql, member, [newMember(key)])).woken).toEqual([]);
    expect(await placesOf(sql, [id])).toEqual(nowhere);
  });

  test("is either discarded or woken if both happen at once, in 30 rounds", async () => {
    for (let round = 0; round < 30; round += 1) {
      const { id, key } = await parkSale();
      const [discarded, { woken }] = await Promise.all([
        discard(sale, id).catch((error: { code?: string }) => error.code),
        insertGroup(sql, member, [newMember(key)]),
      ]);
      if (woken.length === 0) expect(discarded).toBe("Resolved-Rejected");
      else expect([discarded, woken]).toEqual(["Error_DeadLetter_Gone", [id]]);
      expect(await placesOf(sql, [id])).toEqual({ ...nowhere, pending: woken.length });
    }
  });

  test("is not parked again by a stray job that read it before it was discarded", async () => {
    const { id } = await parkSale();
    const stray = await loadOpenSales(sql, [id]);
    let both: Promise<unknown[]> = Promise.resolve([]);
    await holding(
      sql,
      (tx) => tx`select from sale where id = ${id} for update`,
      async () => {
        const discarding = discard(sale, id);
        await untilWaiting(sql, 1);
        both = Promise.all([discarding, parkSales(sql, stray)]);
        await untilWaiting(sql, 2);
        return "commit";
      },
    );
    expect(await both).toMatchObject(["Resolved-Rejected", { again: [], rejected: { settled: [] } }]);
    expect(await placesOf(sql, [id])).toEqual(nowhere);
  });
});

test("a new segment that is marked inactive leaves pending and the dead letters", async () => {
  const deactivate = actions.find(({ name }) => name === "MarkAsInactive");
  if (!deactivate) throw new Error("no MarkAsInactive");
  const [dead = ""] = await plantDeadLetters(sql, segment, [newSegment()]);
  const [pending = ""] = await insertAll(sql, segment, [newSegment()]);
  for (const id of [dead, pending]) await runAction(sql, deactivate, { id, content: undefined, user: "api" });
  expect(await placesOf(sql, [dead, pending])).toEqual(nowhere);
  await expect(discard(segment, dead)).rejects.toMatchObject({ code: "Error_DeadLetter_Gone" });
});

test("every status that a worker takes can be discarded, and no final status can", () => {
  for (const definition of stagedObjects) {
    expect([definition.class, discardedStatus(definition, definition.initial)]).toEqual([
      definition.class,
      finals[definition.class],
    ]);
    for (const status of Object.values(finals)) expect(discardedStatus(definition, status)).toBeUndefined();
  }
  expect(discardedStatus(sale, "Pending-Awaiting Reference")).toBe("Resolved-Rejected");
  expect(discardedStatus(member, "Open-Active")).toBeUndefined();
});

test("after all of this the books add up", async () => expect(await verifyBooks(sql)).toEqual([]));
