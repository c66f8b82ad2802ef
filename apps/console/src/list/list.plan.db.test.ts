import { noKeys, type Sql } from "@rewards/db";
import { everyRight, formatId, member, objects } from "@rewards/domain";
import { expect, test } from "vitest";
import { openTestDatabase } from "../../../../packages/db/src/testing/database.ts";
import { fill } from "../../../../packages/db/src/testing/fill.ts";
import { explainCall, fullScans } from "../../../../packages/db/src/testing/plan.ts";
import { newId } from "../../../../test/src/records.ts";
import type { ConsoleContext, Viewer } from "../context.ts";
import type { ConsoleDeps } from "../deps.ts";
import { find } from "../find/find.run.ts";
import { homePage } from "../home/home.page.tsx";
import { readActivity } from "../member/member.activity.tsx";
import { listsOfMember } from "../member/member.lists.tsx";
import { readFigures } from "../member/member.tiles.tsx";
import { pages } from "../pages.ts";
import { historyOf } from "../record/record.page.tsx";
import { vouchersOf } from "../reward.page.tsx";
import { createViews } from "../views.ts";
import type { ListPage } from "./list.page.tsx";
import { readLists } from "./list.tsx";

const { sql, openRecorder } = await openTestDatabase(2);
const [statements, viewed] = [openRecorder(), openRecorder()];
const guesses = { isShut: () => false, count: () => undefined, forgive: () => undefined };
const deps = {
  sql: statements.sql,
  read: <T>(work: (sql: Sql) => Promise<T>) => work(statements.sql),
  views: createViews({ sql: statements.sql, queries: viewed.queries() }, noKeys),
  guesses,
} as unknown as ConsoleDeps;
const viewer: Viewer = { name: "ann", rights: everyRight, token: undefined };
const c = { req: { query: () => undefined }, var: { address: "" } } as unknown as ConsoleContext;
const heavy = "copy-7";

/** A page of a list, whole, with each of its filters, and in each order. */
async function readAll({ filters, listFor }: ListPage): Promise<void> {
  const asked = [{}, { order: "oldest" }, ...filters.map((name) => ({ [name]: heavy }))];
  for (const query of asked as Record<string, string>[]) {
    const at = { req: { query: (name: string) => query[name] } } as unknown as ConsoleContext;
    await readLists(c, viewer, deps, [listFor(at)]);
  }
}

/** Totals of days, and points that expire. */
async function plantDays(): Promise<void> {
  await sql`update currency set expiry_months = 12, expiry_until = 'day'`;
  await sql`insert into ledger_day_mark (currency, time_zone, until) select id, 'UTC', now() from currency`;
  await sql`insert into ledger_day (currency, day, type, count, sum) select id, now()::date, 'Sale', 1, 1 from currency`;
}

test("Home, no search and no list of a page reads a whole growing table, not even for a member with half of all records", async () => {
  await fill(openRecorder().sql, 3_000);
  for (const table of ["sale", "redemption", "redemption_item"])
    await sql`update ${sql(table)} set member_external_id = ${heavy} where id > '80000000-0000-0000-0000-000000000000'`;
  await plantDays();
  await sql`analyze`;
  const id = newId();
  const prefixes = objects.map(({ idPrefix }) => idPrefix);
  const keys = ["nowhere", heavy, "+49 170 1234567", "a@example.com", id, ...prefixes.map((prefix) => `${prefix}-7`)];
  const lists = [
    vouchersOf(formatId("REW", id)),
    ...prefixes.map((prefix) => historyOf(formatId(prefix, id))),
    ...listsOfMember({ ID: formatId(member.idPrefix, id), key: heavy }),
  ];
  const run = async () => {
    for (const key of keys) await find(c, viewer, deps, key);
    await readLists(c, viewer, deps, lists);
    for (const page of pages) if ("listFor" in page) await readAll(page as ListPage);
    await readFigures(viewer, deps, heavy);
    await readActivity(viewer, deps, heavy);
    await homePage.show(c, viewer, deps);
  };
  const seen: Awaited<ReturnType<typeof viewed.recordCalls>>[number][] = [];
  seen.push(...(await statements.recordCalls(async () => void seen.push(...(await viewed.recordCalls(run))))));
  const calls = seen.filter(({ text }) => text !== "select 1");
  expect(new Set(calls.map(({ text }) => text)).size).toBeGreaterThan(40);
  for (const table of ["activity_day", "store_total", "expiry_rule", "stock", "dead_letter", "redemption_item where"])
    expect(calls.map(({ text }) => text).join("\n")).toContain(table);
  const faults = new Set<string>();
  for (const call of calls)
    for (const fault of fullScans(await explainCall(call, sql))) faults.add(`${fault}: ${call.text.slice(0, 300)}`);
  expect([...faults]).toEqual([]);
});
