import { everyRight, formatId, member, objects } from "@rewards/domain";
import { expect, test } from "vitest";
import { openTestDatabase } from "../../../../packages/db/src/testing/database.ts";
import { fill } from "../../../../packages/db/src/testing/fill.ts";
import { explain, fullScans } from "../../../../packages/db/src/testing/plan.ts";
import { newId } from "../../../../test/src/records.ts";
import type { ConsoleContext, ConsoleDeps, Viewer } from "../context.ts";
import { find } from "../find/find.ts";
import { listsOfMember } from "../member/member.lists.tsx";
import { historyOf } from "../record/record.history.ts";
import { rewards, vouchersOf } from "../reward/reward.page.tsx";
import { createViews } from "../view/views.ts";
import { readLists } from "./list.ts";

const { sql, openRecorder } = await openTestDatabase(2);
const [statements, viewed] = [openRecorder(), openRecorder()];
const guesses = { isShut: () => false, count: () => undefined, forgive: () => undefined };
const deps = {
  sql: statements.sql,
  views: createViews({ sql: statements.sql, queries: viewed.queries() }, undefined),
  guesses,
} as unknown as ConsoleDeps;
const viewer: Viewer = { name: "ann", rights: everyRight, token: undefined };
const c = { req: { query: () => undefined }, var: { address: "" } } as unknown as ConsoleContext;

test("no search and no list of a page reads a whole growing table", async () => {
  await fill(openRecorder().sql, 3_000);
  const id = newId();
  const keys = ["nowhere", "+49 170 1234567", "a@example.com", id, ...objects.map(({ idPrefix }) => `${idPrefix}-7`)];
  const lists = [
    rewards,
    vouchersOf(formatId("REW", id)),
    ...objects.map(({ idPrefix }) => historyOf(formatId(idPrefix, id))),
    ...listsOfMember({ ID: formatId(member.idPrefix, id), key: "copy-7" }),
  ];
  const sent: string[] = [];
  const run = async () => {
    for (const key of keys) await find(c, viewer, deps, key);
    await readLists(c, viewer, deps, lists);
  };
  const searched = await statements.record(async () => void sent.push(...(await viewed.record(run))));
  const texts = [...new Set([...searched, ...sent])].filter((text) => text !== "select 1");
  expect(texts.length).toBeGreaterThan(40);
  const faults: string[] = [];
  for (const text of texts)
    for (const fault of fullScans(await explain(text, sql))) faults.push(`${fault}: ${text.slice(0, 300)}`);
  expect(faults).toEqual([]);
});
