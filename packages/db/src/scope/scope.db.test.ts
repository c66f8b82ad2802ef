import {
  actions,
  type DataViewDefinition,
  dataViews,
  functionsOf,
  objects,
  parseActionContent,
  parseParameters,
  parseQuery,
  type QueryField,
  queryFieldsOf,
  type RecordDefinition,
  recordOf,
  records,
  type Scope,
  unlimited,
  type ViewParameters,
} from "@rewards/domain";
import { getTableName } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { newMember, newOf, newRedemption, newSale, newStore, withKey } from "../../../../test/src/records.ts";
import { runAction } from "../action/action.run.ts";
import type { ReadDatabase } from "../client.ts";
import { insertGroup } from "../insert/insert.group.ts";
import { tables, tableViews } from "../tables.ts";
import { answerText, openTestDatabase } from "../testing/database.ts";
import { listOf } from "../testing/query-records.ts";
import { members, plantScopes, programmes, stores } from "../testing/scoped-world.ts";
import { collectAnswer, createViewRunner, type ViewRunner } from "../view/view.compile.ts";
import { rowRules } from "./scope.rows.ts";
import { withinScope } from "./scope.statement.ts";

const database = await openTestDatabase();
const { sql, readDb, queries } = database;
const planted = await plantScopes(database);
const runner = createViewRunner(readDb, queries);

/** Each scope, with statements that delete what lies outside. They are written by hand, from ADR 28. */
const scopes: Readonly<Record<string, { readonly scope: Scope; readonly removals: readonly string[] }>> = {
  programme: {
    scope: { programmes: [programmes.own] },
    removals: [
      "delete from currency where program in (select id from programme where business_id <> 'REWARDS')",
      "delete from ledger_day where currency not in (select id from currency)",
      "delete from programme where business_id <> 'REWARDS'",
      "delete from sale_return where member in (select id from member where external_id <> 'M-OWN')",
      "delete from sale where member_external_id <> 'M-OWN'",
      "delete from redemption where member_external_id <> 'M-OWN'",
      "delete from redemption_item where member_external_id <> 'M-OWN'",
      "delete from ledger_entry where member in (select id from member where external_id <> 'M-OWN')",
      "delete from segment_member where member in (select id from member where external_id <> 'M-OWN')",
      "delete from balance where member in (select id from member where external_id <> 'M-OWN')",
      "delete from member where external_id <> 'M-OWN'",
    ],
  },
  store: {
    scope: { stores: [stores.own, "S-LATER"] },
    removals: [
      "delete from ledger_day",
      "delete from ledger_entry where source_id in (select id from sale where store_code <> 'S-OWN')",
      "delete from ledger_entry where type = 'Return' and source_id in (select s.id from sale s, jsonb_array_elements(s.sale_items) i, sale o where o.external_id = i ->> 'OriginalSaleExternalID' and o.store_code <> 'S-OWN')",
      "delete from ledger_entry where source_id in (select a.id from adjustment a join sale s on s.id = a.sale where store_code <> 'S-OWN')",
      "delete from sale_return where return_id in (select id from sale where store_code <> 'S-OWN')",
      "delete from sale_return where original_id in (select id from sale where store_code <> 'S-OWN')",
      "delete from sale where store_code <> 'S-OWN'",
      "delete from store where store_code <> 'S-OWN'",
    ],
  },
};
const forgotten = "delete from history where record_id not in (select object from object_history where version = 1)";

class Undo extends Error {}

/** Runs `ask` on the database as it would be without what lies outside a scope. */
async function without(removals: readonly string[], ask: (runner: ViewRunner) => Promise<unknown>): Promise<unknown> {
  let result: unknown;
  const { CLOSE } = readDb.$client;
  await readDb.$client
    .begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      for (const removal of [...removals, forgotten]) await tx.unsafe(removal);
      result = await ask(createViewRunner({ $client: Object.assign(tx, { CLOSE }) } as unknown as ReadDatabase));
      throw new Undo();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error;
    });
  return result;
}

const everyRecord: readonly RecordDefinition[] = [...objects.map(recordOf), ...records].filter(
  (record) => record.class !== "Adjustment" && !record.isComputed,
);

/** Selected, sorted and filtered by, and summed in one query: as many as a query may sort by. */
const fieldsAtOnce = 10;
const user = "till";

/** What queries by these fields can tell: their values, the order, the number of rows that have one, and sums. */
async function askFields(by: ViewRunner, record: RecordDefinition, fields: readonly QueryField[]) {
  const view = listOf(record);
  const ask = async (query: object) =>
    (await collectAnswer(by, { view, parameters: {}, user, query: parseQuery(view, { query }) })).data;
  const isSet = fields.map(({ path }, index) => [`F${index}`, { lhs: { field: path }, comparator: "IS_NOT_NULL" }]);
  const filter = { filterConditions: Object.fromEntries(isSet), logic: isSet.map(([name]) => name).join(" OR ") };
  const sums = fields.flatMap(({ path, type }) =>
    functionsOf(type)
      .slice(-2)
      .map((summaryFunction) => [`${summaryFunction} ${path}`, { field: path, summaryFunction }] as const),
  );
  const select = fields.map(({ path }) => ({ field: path }));
  return {
    sorted: await ask({ select, sortBy: select.map((one) => ({ ...one, type: "DESC" })) }),
    count: await by.count({ view, parameters: {}, user, query: parseQuery(view, { query: { filter } }) }),
    sums: await ask({ aggregations: Object.fromEntries(sums) }),
  };
}

async function askRecord(by: ViewRunner, record: RecordDefinition) {
  const view = listOf(record);
  const page = parseQuery(view, { query: {}, paging: { pageNumber: 2, pageSize: 1 }, includeTotalCount: true });
  const fields = queryFieldsOf(record);
  const answers = [];
  for (let start = 0; start < fields.length; start += fieldsAtOnce)
    answers.push(await askFields(by, record, fields.slice(start, start + fieldsAtOnce)));
  return {
    whole: await collectAnswer(by, { view, parameters: {}, user, query: parseQuery(view, {}) }),
    page: await collectAnswer(by, { view, parameters: {}, user, query: page }),
    answers,
  };
}

describe.each(Object.entries(scopes))("to a caller limited to a %s", (_, { scope, removals }) => {
  test("every query of every class answers as if nothing else existed", async () => {
    const ask = async (by: ViewRunner) => {
      const answers = [];
      for (const record of everyRecord) answers.push([record.class, await askRecord(by, record)]);
      return answers;
    };
    expect(await ask(runner.within(scope))).toEqual(await without(removals, ask));
  });

  test("every view answers every parameter as if nothing else existed, and every ID outside is unknown", async () => {
    const values = await parameterValues();
    const ask = async (by: ViewRunner) => {
      const answers = [];
      for (const view of dataViews.filter(({ computes }) => !computes))
        for (const value of Object.keys(view.parameters).length > 0 ? values : [""]) {
          const parameters = parametersOf(view, value);
          const data =
            parameters && (await collectAnswer(by, { view, parameters, user, query: parseQuery(view, {}) })).data;
          answers.push([view.name, value, data]);
        }
      for (const definition of objects)
        for (const { id } of await sql<{ id: string }[]>`select id from ${sql(definition.noun)} order by id`)
          answers.push([definition.class, id, await by.find(definition.class, id)]);
      return answers;
    };
    expect(await ask(runner.within(scope))).toEqual(await without(removals, ask));
  });
});

/** Every business key, voucher code and ID of the world. */
async function parameterValues(): Promise<string[]> {
  const keys = await sql<{ key: string }[]>`
    select external_id as key from member union select external_id from sale union select external_id from redemption
    union select external_id from reward union select store_code from store union select product_code from product
    union select member_external_id from sale union select voucher_code from redemption_item`;
  const ids = await sql<{ id: string }[]>`
    select distinct prefix || '-' || replace(object::text, '-', '') as id from object_history`;
  return [...keys.map(({ key }) => key), ...ids.map(({ id }) => id)].sort();
}

const bounds: Readonly<Record<string, string>> = {
  FromDateTime: "2000-01-01T00:00:00Z",
  ToDateTime: "2100-01-01T00:00:00Z",
};

/** The view's parameters with this value; undefined if it cannot be one. */
function parametersOf(view: DataViewDefinition, value: string): ViewParameters | undefined {
  try {
    const given = Object.keys(view.parameters).map((name) => [name, bounds[name] ?? value]);
    return parseParameters(view, Object.fromEntries(given));
  } catch {
    return undefined;
  }
}

test("every table and view of the database has a rule", () => {
  const names = [...Object.values(tables).map(getTableName), ...tableViews.map(({ name }) => name)];
  expect([...rowRules.keys()].sort()).toEqual(names.sort());
});

test("the rules are those of ADR 28: products, rewards and segments are open, the service's own tables shut", () => {
  const keysOf = (part: string) => `:${part}`;
  const ruled = [...rowRules].map(([name, rule]) => [name, rule(keysOf)]);
  const open = ruled.flatMap(([name, condition]) => (condition === undefined ? [name] : []));
  const shut = ruled.flatMap(([name, condition]) => (condition === "false" ? [name] : []));
  expect(open).toEqual(expect.arrayContaining(["product", "reward", "segment", "stock"]));
  expect(shut).toEqual(expect.arrayContaining(["api_client", "history", "idempotency_key", "pending"]));
  const ofMember = 'member in (select id from "member")';
  const key = '"member_external_id"';
  const ofMemberByKey = `(select true from "member" m where m.external_id = ${key} union all select true from "member_key" k where k.key = ${key} limit 1)`;
  expect(Object.fromEntries(ruled)).toMatchObject({
    programme: "business_id = any(:programmes)",
    currency: 'program in (select id from "programme")',
    store: '"store_code" = any(:stores)',
    member: '"program_business_id" = any(:programmes)',
    sale: `"store_code" = any(:stores) and ${ofMemberByKey}`,
    redemption: ofMemberByKey,
    redemption_item: ofMemberByKey,
    balance: ofMember,
    adjustment: `${ofMember} and ("adjustment".sale is null or (select true from "sale" s where s.id = "adjustment".sale))`,
  });
});

describe("a statement of a limited caller", () => {
  const scope = { programmes: ["A"] };
  const rows = async (text: string, limits: Scope) => {
    const statement = withinScope({ text, parameters: [] }, limits);
    return (await sql.unsafe(statement.text, statement.parameters as string[])).length;
  };

  test.each([
    ["a join", `select * from sale s join member m on m.external_id = s.member_external_id`],
    ["a subquery", `select * from (select external_id from "member" where id in (select member from balance)) x`],
    ["a union in any case", `select id from MEMBER union select id from Sale union select record_id from history`],
    ["a call in the selection", `select (select count(*) from member) from sale`],
    ["a row type", `select member from member`],
    ["an older spelling", `select * from only (member)`],
  ])("reads no row outside its scope by %s", async (_, text) => {
    expect(await rows(text, unlimited)).toBeGreaterThan(0);
    expect(await rows(text, { ...scope, stores: [] }).catch(() => 0)).toBe(0);
  });

  test.each([
    `table member`,
    `with x as (select 1) select * from member`,
    `select * from public.member`,
    `select * from "public"."member"`,
    `delete from member`,
  ])("is refused if a name in it could mean the table: %s", (text) => {
    expect(() => withinScope({ text, parameters: [] }, scope)).toThrow("must be a select without schemas");
    expect(withinScope({ text, parameters: [] }, unlimited).text).toBe(text);
  });
});

describe("a group of creates", () => {
  const limited = { scope: { programmes: [programmes.own], stores: [stores.own] } };
  const at = (member: string, store: string) => newSale({ member, store, product: "P-1" });
  const answers = async (noun: string, given: Parameters<typeof insertGroup>[2]) => {
    const definition = objects.find((one) => one.noun === noun);
    if (!definition) throw new Error(`no ${noun}`);
    return (await insertGroup(sql, definition, given)).answers.map(answerText);
  };

  test("is answered by the scope of each caller; what is refused leaves neither a record nor a key", async () => {
    const sales = [
      { ...at(members.own, stores.own), ...limited },
      { ...at(members.own, stores.foreign), ...limited },
      { ...withKey(at(members.foreign, stores.own), "key"), ...limited },
      { ...at(members.unregistered, stores.own), ...limited },
      at(members.foreign, stores.foreign),
      { ...at(members.unregistered, stores.own), scope: { stores: [stores.own] } },
    ];
    expect(await answers("sale", sales)).toEqual([
      sales[0]?.id,
      "Error_Store_Unknown",
      "Error_Member_Unknown",
      "Error_Member_Unknown",
      sales[4]?.id,
      sales[5]?.id,
    ]);
    const written = await sql`select id from sale where id = any(${sales.map(({ id }) => id)}::uuid[])`;
    expect(written).toHaveLength(3);
    expect(await sql`select key from idempotency_key where key = 'key'`).toHaveLength(0);
  });

  test("of members, redemptions and stores may name only what is in the scope; shared classes are not limited", async () => {
    const club = { ProgramBusinessID: programmes.foreign };
    expect(await answers("member", [{ ...newMember("M-2", club), ...limited }])).toEqual(["Error_Programme_Unknown"]);
    expect(await answers("store", [{ ...newStore("S-3"), ...limited }])).toEqual(["Error_Store_Unknown"]);
    const redemptions = [members.foreign, members.unregistered].map((of) => ({
      ...newRedemption(of, [{ reward: "R-1" }]),
      ...limited,
    }));
    expect(await answers("redemption", redemptions)).toEqual(["Error_Member_Unknown", "Error_Member_Unknown"]);
    for (const noun of ["product", "reward", "segment"]) {
      const definition = objects.find((one) => one.noun === noun) as (typeof objects)[number];
      const record = { ...newOf(definition), ...limited };
      expect(await answers(noun, [record])).toEqual([record.id]);
    }
  });
});

describe("an action", () => {
  const run = (noun: string, name: string, id: string, scope: Scope, content?: unknown) => {
    const action = actions.find((one) => one.target.noun === noun && one.name === name);
    if (!action) throw new Error(`no ${name} of ${noun}`);
    return runAction(sql, action, { id, content: parseActionContent(action, content), user: "client", scope }).then(
      ({ status }) => status,
      (error) => error.code,
    );
  };
  const points = (Amount: number) => ({ AdjustBalances: { Amount, Name: "Points" } });

  test("on an object outside the scope finds none", async () => {
    const own = { programmes: [programmes.own], stores: [stores.own] };
    expect(await run("member", "AddBalance", planted.members.foreign, own, points(1))).toBe("Error_Object_Unknown");
    expect(await run("member", "AddBalance", planted.members.own, own, points(1))).toBe("Open-Active");
    expect(await run("store", "Edit", planted.stores.foreign, own, { Name: "N" })).toBe("Error_Object_Unknown");
    expect(await run("store", "Edit", planted.stores.own, own, { Name: "N" })).toBe("Open-Active");
    const items = await sql<{ id: string; of: string }[]>`select id, member_external_id as of from redemption_item`;
    const idOf = (code: string) => items.find(({ of }) => of === code)?.id ?? "";
    expect(await run("redemption_item", "Use", idOf(members.foreign), own)).toBe("Error_Object_Unknown");
    expect(await run("redemption_item", "Use", idOf(members.own), own)).toBe("Resolved-Completed");
  });

  test("cannot take a store out of the scope, nor adjust by more than the largest adjustment", async () => {
    const scope = { stores: [stores.own], largestAdjustment: "50.5" };
    expect(await run("store", "Edit", planted.stores.own, scope, { StoreCode: "S-9" })).toBe("Error_Store_Unknown");
    const adjust = (amount: number) => run("member", "AddBalance", planted.members.own, scope, points(amount));
    expect(await Promise.all([50.5001, -50.5001, 50.5, -50.5].map(adjust))).toEqual([
      "Error_Adjustment_TooLarge",
      "Error_Adjustment_TooLarge",
      "Open-Active",
      "Open-Active",
    ]);
  });
});
