import { member, type ObjectDefinition, redemption, reward, sale } from "@rewards/domain";
import { expect, test } from "vitest";
import {
  freshKey,
  keyOf,
  newId,
  newMember,
  newRedemption,
  newReward,
  newSale,
  type TestRecord,
  withKey,
} from "../../../../test/src/records.ts";
import { createCatalogueCache } from "../../../db/src/catalogue/catalogue.cache.ts";
import { insertGroup } from "../../../db/src/insert/insert.group.ts";
import { eraseRejected } from "../../../db/src/member.key.ts";
import { processRedemptions } from "../../../db/src/redemption/redemption.process.ts";
import { processSales } from "../../../db/src/sale/sale.process.ts";
import { insertAll, openTestDatabase } from "../../../db/src/testing/database.ts";
import { openShop } from "../../../db/src/testing/shop.ts";
import { verifyBooks } from "../books/books.verify.ts";
import { erasePerson } from "./person.erase.ts";

const database = await openTestDatabase(4);
const { sql } = database;
const deps = { database, catalogue: createCatalogueCache(sql) };
const shop = await openShop(sql, 0);
const gift = newReward(undefined, { RewardCost: "", RewardType: "unlimited" });
await insertAll(sql, reward, [gift]);

const kinds = [
  {
    definition: sale as ObjectDefinition,
    process: processSales,
    of: (key: string) => newSale({ member: key, store: shop.store, product: shop.product }),
  },
  {
    definition: redemption as ObjectDefinition,
    process: processRedemptions,
    of: (key: string) =>
      newRedemption(key, [{ reward: keyOf(gift, "ExternalID"), voucherCode: freshKey(`${key} code`) }], {
        ExternalID: freshKey("redemption"),
      }),
  },
];

test.each(kinds)(
  "a rejected $definition.class of an erased person keeps nothing of the key, and its repeat is known",
  async ({ definition, process, of }) => {
    const key = freshKey("person");
    await insertAll(sql, member, [newMember(key)]);
    await erasePerson(sql, key, { actor: "olga" });
    const [alone, early, own] = [of(key), of(key), of(key)].map((record) => withKey(record, freshKey(key))) as [
      TestRecord,
      TestRecord,
      TestRecord,
    ];
    const insert = (records: readonly TestRecord[]) => insertGroup(sql, definition, records);
    await insert([alone]);
    await process([alone.id], deps);
    await insert([early]);
    await insertAll(sql, member, [newMember(key)]);
    await insert([own]);
    await process([early.id, own.id], deps);
    const { noun } = definition;
    const rows = await sql<{ id: string; status: string; text: string }[]>`
    select t.id, t.status, to_jsonb(t)::text || coalesce((select string_agg(k.key, ' ') from idempotency_key k where k.object_id = t.id), '') as text
    from ${sql(noun)} t where t.id = any(${[alone.id, early.id, own.id]}::uuid[]) order by t.id`;
    expect(rows.map(({ status, text }) => [status, text.includes(key)])).toEqual([
      ["Resolved-Rejected", false],
      ["Resolved-Rejected", false],
      ["Resolved-Completed", true],
    ]);
    const surrogates = rows.map(({ text }) => /"member_external_id": "(erased-[-0-9a-f]{49})"/.exec(text)?.[1]);
    expect(new Set(surrogates).size).toBe(3);
    for (const { claim, ...record } of [alone, early, own]) {
      const repeats = [{ ...record, id: newId() }, ...(claim ? [{ ...record, claim, id: newId() }] : [])];
      const answers = await Promise.all(repeats.map((one) => insert([one])));
      expect(answers).toMatchObject(repeats.map(() => ({ answers: [{ id: record.id }] })));
    }
  },
);

test("only what is rejected for an erased person loses its key", async () => {
  const [key, live] = [freshKey("person"), freshKey("person")];
  await insertAll(sql, member, [newMember(key), newMember(live)]);
  await erasePerson(sql, key, { actor: "olga" });
  const records = [key, live].map((one) => newSale({ member: one, store: shop.store, product: shop.product }));
  await insertGroup(sql, sale, records);
  const undo = new Error("undo");
  const rejecting = sql.begin(async (tx) => {
    await tx`update sale set status = 'Resolved-Rejected' where member_external_id = ${live}`;
    await eraseRejected(
      tx,
      records.map(({ id }) => ({ id, memberExternalId: "any" })),
    );
    expect(await tx`select from sale where member_external_id = any(${[key, live]}::text[])`).toHaveLength(2);
    throw undo;
  });
  await expect(rejecting).rejects.toBe(undo);
});

test("after this the books add up", async () => expect(await verifyBooks(sql)).toEqual([]));
