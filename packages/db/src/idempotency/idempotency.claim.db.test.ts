import { type ActionDefinition, member, redemptionItem, statusAfter, statusesOf, store } from "@rewards/domain";
import { describe, expect, test } from "vitest";
import { openProxy } from "../../../../test/src/proxy.ts";
import { freshKey, newClaim, newId, times } from "../../../../test/src/records.ts";
import { verifyBooks } from "../../../operations/src/books/books.verify.ts";
import type { ActionOutcome } from "../action/action.run.ts";
import type { Sql } from "../client.ts";
import { actionPath } from "../testing/act.ts";
import { openTestDatabase } from "../testing/database.ts";
import {
  addPoints,
  contentFor,
  createAllowing,
  createTarget,
  namedActions,
  refusal,
  requireAction,
  runAsClerk,
} from "../testing/targets.ts";

const database = await openTestDatabase(20);
const { sql } = database;
const newKey = () => freshKey("idempotency");

interface Call {
  readonly id: string;
  readonly key: string;
  readonly content?: unknown;
  /** What the call is compared by; its content by default. */
  readonly compared?: unknown;
  readonly client?: Sql;
}

function run(action: ActionDefinition, call: Call): Promise<ActionOutcome> {
  const { id, key, content = contentFor(action, id), compared = content, client = sql } = call;
  const claim = newClaim(key, compared, { method: "PATCH", path: actionPath(action, id) });
  return runAsClerk(client, action, { id, content, claim });
}

/** For a record in its first version. */
/** The outcome of an action on a record of this version. */
const done = (action: ActionDefinition, version: number) => ({
  status: statusAfter(action) ?? action.target.initial,
  version: version + 1,
  woken: [],
  isReplayed: false,
});
const replayed = (first: ActionOutcome) => ({ ...first, isReplayed: true });

async function versionOf({ target }: ActionDefinition, id: string): Promise<number> {
  const [row] = await sql<{ version: number }[]>`select version from ${sql(target.noun)} where id = ${id}`;
  return row?.version ?? 0;
}

async function setStatus({ target }: ActionDefinition, id: string, status: string): Promise<void> {
  await sql`update ${sql(target.noun)} set status = ${status} where id = ${id}`;
}

const countKeys = async (key: string) => (await sql`select from idempotency_key where key = ${key}`).length;

describe.each(namedActions)("$name with an idempotency key", ({ action }) => {
  test("repeated is done once and gets the first answer, even if the record has changed since", async () => {
    const [{ id, version }, key] = [await createAllowing(sql, action), newKey()];
    const first = await run(action, { id, key });
    expect(first).toEqual(done(action, version));
    for (const status of statusesOf(action.target)) {
      await setStatus(action, id, status);
      expect(await run(action, { id, key })).toEqual(replayed(first));
    }
    expect(await versionOf(action, id)).toBe(version + 1);
    expect(await countKeys(key)).toBe(1);
    await setStatus(action, id, first.status);
  });

  test("repeated with other content is Error_Key_Reused, and nothing is done", async () => {
    const [{ id }, key] = [await createAllowing(sql, action), newKey()];
    await run(action, { id, key });
    const version = await versionOf(action, id);
    const again = run(action, { id, key, compared: "other" });
    await expect(again).rejects.toMatchObject({
      code: "Error_Key_Reused",
      details: [{ identifier: "Idempotency-Key" }],
    });
    expect(await versionOf(action, id)).toBe(version);
  });

  test("that was refused is not remembered: the same call succeeds once the record allows it", async () => {
    const [{ id, version, status }, key] = [await createAllowing(sql, action), newKey()];
    await setStatus(action, id, "Resolved-Elsewhere");
    expect(await refusal(run(action, { id, key }))).toBe("Error_Status_Illegal");
    expect(await countKeys(key)).toBe(0);
    await setStatus(action, id, status);
    expect(await run(action, { id, key })).toEqual(done(action, version));
  });

  test("on an object that does not exist leaves no key", async () => {
    const key = newKey();
    expect(await refusal(run(action, { id: newId(), key }))).toBe("Error_Object_Unknown");
    expect(await countKeys(key)).toBe(0);
  });

  test("from twenty callers at once is done once, and all get the same answer, nineteen as a repeat", async () => {
    const [{ id, version }, key] = [await createAllowing(sql, action), newKey()];
    const answers = await Promise.all(times(20, () => run(action, { id, key })));
    const [first, ...repeats] = answers.toSorted((a, b) => Number(a.isReplayed) - Number(b.isReplayed));
    expect([first, repeats]).toEqual([done(action, version), times(19, () => replayed(done(action, version)))]);
    expect(await versionOf(action, id)).toBe(version + 1);
  });

  test("is done once if the answer to its COMMIT is lost and the call is repeated", async () => {
    const [{ id, version }, key] = [await createAllowing(sql, action), newKey()];
    const proxy = await openProxy(database.url);
    proxy.cutAnswerTo("commit");
    const cut = run(action, { id, key, client: database.openPool(1, proxy.url) });
    await expect(cut).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
    expect(await run(action, { id, key })).toEqual(replayed(done(action, version)));
    expect(await versionOf(action, id)).toBe(version + 1);
    proxy.shut();
  });

  test("counts for its own object and action", async () => {
    const key = newKey();
    const targets = [await createAllowing(sql, action), await createAllowing(sql, action)];
    for (const { id } of targets) await run(action, { id, key });
    const versions = await Promise.all(targets.map(({ id }) => versionOf(action, id)));
    expect(versions).toEqual(targets.map(({ version }) => version + 1));
    expect(await countKeys(key)).toBe(2);
  });
});

const named = (name: string) => namedActions.find(({ action }) => action.name === name)?.action as ActionDefinition;

test("AddBalance that is refused for lack of points succeeds later with the same key, and posts once", async () => {
  const [action, key, id] = [named("AddBalance"), newKey(), await createTarget(sql, member)];
  const content = addPoints(-10);
  expect(await refusal(run(action, { id, key, content }))).toBe("Error_Balance_Insufficient");
  await run(action, { id, key: newKey(), content: addPoints(10) });
  for (let times = 0; times < 2; times += 1) await run(action, { id, key, content });
  const entries = await sql<
    { currency_awarded: string }[]
  >`select currency_awarded from ledger_entry where member = ${id} order by sequence`;
  expect(entries.map((row) => Number(row.currency_awarded))).toEqual([10, -10]);
});

test("Lock again with its key after Use is answered as locked, and the voucher stays used", async () => {
  const [key, id] = [newKey(), await createTarget(sql, redemptionItem)];
  const first = await run(named("Lock"), { id, key });
  await run(named("Use"), { id, key });
  expect(await run(named("Lock"), { id, key })).toEqual(replayed(first));
  const [row] = await sql`select status from redemption_item where id = ${id}`;
  expect(row?.["status"]).toBe("Resolved-Completed");
});

test("an Edit to a taken business key is refused, and its idempotency key is free", async () => {
  const edit = requireAction(store, "Edit");
  const [key, taken, id] = [newKey(), await createTarget(sql, edit.target), await createTarget(sql, edit.target)];
  const [row] = await sql<{ store_code: string }[]>`select store_code from store where id = ${taken}`;
  expect(await refusal(run(edit, { id, key, content: { StoreCode: row?.store_code } }))).toBe("Error_Key_Taken");
  expect(await countKeys(key)).toBe(0);
  expect(await run(edit, { id, key, content: { StoreCode: freshKey("free") } })).toMatchObject({
    status: "Open-Active",
  });
});

test("after all of this the books add up", async () => {
  expect(await verifyBooks(sql)).toEqual([]);
});
