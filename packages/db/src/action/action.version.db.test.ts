import { type ActionDefinition, member, type ObjectDefinition } from "@rewards/domain";
import { describe, expect, test } from "vitest";
import { freshKey, newClaim, times } from "../../../../test/src/records.ts";
import { verifyBooks } from "../../../operations/src/books/books.verify.ts";
import { actionPath } from "../testing/act.ts";
import { openTestDatabase } from "../testing/database.ts";
import {
  contentFor,
  createAllowing,
  createTarget,
  namedActions,
  refusal,
  requireAction,
  runAsClerk,
} from "../testing/targets.ts";

const { sql, openPool } = await openTestDatabase(20);
/** Another API. */
const other = openPool(20);

interface Call {
  readonly expected?: readonly number[];
  readonly key?: string;
  readonly client?: typeof sql;
}

function run(action: ActionDefinition, id: string, { expected, key, client = sql }: Call = {}) {
  const content = contentFor(action, id);
  return runAsClerk(client, action, {
    id,
    content,
    expected: expected && new Set(expected),
    claim: key === undefined ? undefined : newClaim(key, content, { method: "PATCH", path: actionPath(action, id) }),
  });
}

/** Everything that an action could have written. */
async function written({ noun }: ObjectDefinition, id: string): Promise<unknown> {
  const [counts] = await sql`
    select (select count(*) from history) as history, (select count(*) from ledger_entry) as entries, (select count(*) from adjustment) as adjustments,
      (select sum(added) from stock) as added, (select count(*) from expiring) as expiring, (select version from catalogue),
      (select count(*) from idempotency_key) as keys, (select count(*) from pending) as pending`;
  const [record] = await sql`select to_jsonb(t) as record from ${sql(noun)} t where id = ${id}`;
  return { ...counts, ...record };
}

/** A repeat of a Reference gets the first answer, whatever version it expects. */
const codeOfRepeat = ({ effect }: ActionDefinition) => (effect === "post-payment" ? "none" : "Error_Version_Stale");

describe.each(namedActions)("$name that expects a version", ({ action }) => {
  const { target } = action;

  test("is done if the record has this version, and gives it the next", async () => {
    const { id, version } = await createAllowing(sql, action);
    expect(await run(action, id, { expected: [7, version] })).toMatchObject({ version: version + 1 });
  });

  test("is 409 if the record has another version, and changes nothing", async () => {
    const { id, version } = await createAllowing(sql, action);
    const before = await written(target, id);
    for (const expected of [[version + 1], [version + 10], [version + 1, version + 2]])
      expect(await refusal(run(action, id, { expected, key: freshKey("key") }))).toBe("Error_Version_Stale");
    expect(await written(target, id)).toEqual(before);
    await run(action, id);
    expect(await refusal(run(action, id, { expected: [version] }))).toBe(codeOfRepeat(action));
  });

  test("sent a hundred times at once with one version, through two APIs, is done exactly once", async () => {
    const { id, version } = await createAllowing(sql, action);
    const codes = await Promise.all(
      times(100, (n) => refusal(run(action, id, { expected: [version], client: n % 2 ? sql : other }))),
    );
    expect(codes.toSorted()).toEqual([...times(99, () => codeOfRepeat(action)), "none"]);
    const [row] =
      await sql`select version, (select count(*)::int from history where record_id = ${id}) as history from ${sql(target.noun)} where id = ${id}`;
    // Of a class whose history is derived, only that of actions is written.
    expect(row).toEqual({ version: version + 1, history: action.target.historyFromRow ? 1 : version });
  });

  test("and repeats a key gets the first answer, although the version is stale by then", async () => {
    const [{ id, version }, key] = [await createAllowing(sql, action), freshKey("key")];
    const first = await run(action, id, { expected: [version], key });
    expect(first).toMatchObject({ version: version + 1 });
    const replayed = { ...first, isReplayed: true };
    const before = await written(target, id);
    for (const expected of [[version], [version + 1], [version + 8]])
      expect(await run(action, id, { expected, key })).toEqual(replayed);
    expect(await run(action, id, { key })).toEqual(replayed);
    expect(await written(target, id)).toEqual(before);
  });

  test("sent a hundred times at once with one key and one version is done once, with equal answers", async () => {
    const [{ id, version }, key] = [await createAllowing(sql, action), freshKey("key")];
    const answers = await Promise.all(
      times(100, (n) => run(action, id, { expected: [version], key, client: n % 2 ? sql : other })),
    );
    for (const answer of answers) expect(answer).toMatchObject({ status: answers[0]?.status, version: version + 1 });
    const [row] = await sql`select version from ${sql(target.noun)} where id = ${id}`;
    expect(row).toEqual({ version: version + 1 });
  });

  test("that is refused as stale leaves its key free for a call with the current version", async () => {
    const [{ id, version }, key] = [await createAllowing(sql, action), freshKey("key")];
    expect(await refusal(run(action, id, { expected: [version + 1], key }))).toBe("Error_Version_Stale");
    expect(await run(action, id, { expected: [version], key })).toMatchObject({ version: version + 1 });
  });
});

test("a key whose version was not stored is answered without a version", async () => {
  const addBalance = requireAction(member, "AddBalance");
  const [id, key] = [await createTarget(sql, member), freshKey("key")];
  await run(addBalance, id, { key });
  await sql`update idempotency_key set version = null where key = ${key}`;
  expect(await run(addBalance, id, { key, expected: [1] })).toMatchObject({ status: "Open-Active", version: null });
});

test("after all of this the books add up", async () => expect(await verifyBooks(sql)).toEqual([]));
