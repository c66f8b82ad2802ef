import { sale } from "@rewards/domain";
import { expect, test } from "vitest";
import { statisticsWith } from "../../../../test/flow/support/tables.ts";
import { times } from "../../../../test/src/records.ts";
import { holding, insertAll, openTestDatabase } from "../../../db/src/testing/database.ts";
import { openShop } from "../../../db/src/testing/shop.ts";
import { erasePeople } from "./person.erase.ts";

const database = await openTestDatabase();
const { sql, openPool, serviceUrl, urlFor } = database;
const author = { actor: "olga" };
const shop = await openShop(sql, 6);
const [month] = await sql<{ first: string; name: string; next: string }[]>`
  select first_id_at(date_trunc('month', t) + interval '1 month')::text as first, to_char(t, '"sale_"YYYY_MM') as name,
    to_char(t + interval '1 month', '"sale_"YYYY_MM') as next
  from (select date_trunc('month', clock_timestamp() at time zone 'UTC')) now(t)`;
const { first = "", name: thisMonth = "", next: nextMonth = "" } = month ?? {};
/** Two sales a member, in different months; the second month has UUIDs from its first one on. */
await insertAll(sql, sale, [
  ...times(6, (index) => shop.newSale(index)),
  ...times(6, (index) => ({ ...shop.newSale(index), id: `${first.slice(0, -1)}${index}` })),
]);
const columns = ["member.external_id", `${thisMonth}.member_external_id`, `${nextMonth}.member_external_id`];
const keyOfMember = (index: number) => shop.members[index] as string;

test.each([
  ["the commands", 0, serviceUrl],
  ["the API", 1, urlFor("api")],
])("after an erasure by %s no statistics have the ExternalID, in any month of its sales", async (_, index, url) => {
  const key = keyOfMember(index);
  await sql`analyze`;
  // Nothing but an operator's ANALYZE reads the months together, so nothing would replace the value there.
  expect(await statisticsWith({ database }, [key])).toEqual(columns.sort());
  expect(await erasePeople(openPool(1, url), [key], author)).toEqual({ erased: 1, unknown: [], unanalyzed: [] });
  expect(await statisticsWith({ database }, [key])).toEqual([]);
});

test("an erasure names the tables that it could not analyze, and analyzes the others", async () => {
  const key = keyOfMember(2);
  await sql`analyze`;
  await holding(
    sql,
    (tx) => tx.unsafe(`lock table ${nextMonth} in share update exclusive mode`),
    async () => {
      const done = await erasePeople(openPool(1, serviceUrl), [key], author);
      expect(done).toEqual({ erased: 1, unknown: [], unanalyzed: [nextMonth] });
      return "commit";
    },
  );
  expect(await statisticsWith({ database }, [key])).toEqual([`${nextMonth}.member_external_id`]);
});

test("an erasure that finds nobody analyzes nothing", async () => {
  expect(await erasePeople(sql, ["nobody"], author)).toEqual({ erased: 0, unknown: ["nobody"], unanalyzed: [] });
});

test.each(["ledger_entry", "audit_entry", "api_client", "pg_class"])(
  "no role may have the owner analyze %s",
  async (table) => {
    const analyze = openPool(1, serviceUrl)`select analyze_people(${table}::text::regclass)`;
    await expect(analyze).rejects.toMatchObject({ code: "42501" });
  },
);
