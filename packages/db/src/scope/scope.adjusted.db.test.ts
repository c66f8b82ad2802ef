import { AppError, member } from "@rewards/domain";
import { expect, test } from "vitest";
import { freshKey, newClaim, newMember, times } from "../../../../test/src/records.ts";
import { verifyBooks } from "../../../operations/src/books/books.verify.ts";
import { runActions } from "../action/action.run.ts";
import type { RowLocks } from "../lock.ts";
import type { ActionCall } from "../object/object.types.ts";
import { actionPath } from "../testing/act.ts";
import { insertAll, openTestDatabase } from "../testing/database.ts";
import { addPoints, requireAction } from "../testing/targets.ts";

const { sql, openPool, openRecorder } = await openTestDatabase(20);
/** Another API. */
const other = openPool(4);
const addBalance = requireAction(member, "AddBalance");

const adjust = (id: string, amount: number, more: Partial<ActionCall> = {}): ActionCall => ({
  ...{ id, user: "clerk", content: addPoints(amount), ...more },
});

/** The answer of a call as text: the code of its refusal, its status, or that it was left. */
const textOf = (answer: AppError | { readonly status: string } | undefined) =>
  answer instanceof AppError ? answer.code : (answer?.status ?? "left");

async function run(calls: readonly ActionCall[], locks?: RowLocks, client = sql): Promise<string[]> {
  return (await runActions(client, addBalance, calls, undefined, locks)).answers.map(textOf);
}

/** Members with a balance of 100. */
async function newMembers(count: number): Promise<string[]> {
  const ids = await insertAll(
    sql,
    member,
    times(count, () => newMember()),
  );
  await run(ids.map((id) => adjust(id, 100)));
  return ids;
}

async function sumsOf(user: string): Promise<string[] | undefined> {
  const [row] = await sql<{ hour: string; day: string }[]>`
    select trim_scale(hour_sum)::text as hour, trim_scale(day_sum)::text as day from client_adjusted where client_id = ${user}`;
  return row && [row.hour, row.day];
}

const scopes = {
  till: { adjustmentsAnHour: "20", adjustmentsADay: "1000" },
  app: { adjustmentsADay: "30.5" },
  crm: {},
} as const;
const users = ["till", "app", "crm"] as const;

test("the adjustments of limited clients sum up to their limits exactly, from two APIs at once, in batches and alone", async () => {
  const ids = await newMembers(24);
  const posted = { till: 0, app: 0, crm: 0 };
  const send = async (client: typeof sql, from: number, count: number) => {
    const calls = times(count, (n) => {
      const user = users[(from + n) % users.length] ?? "crm";
      return adjust(ids[(from + n) % ids.length] ?? "", n % 4 === 3 ? -1 : 1, { user, scope: scopes[user] });
    });
    const answers = await run(calls, "skip", client);
    for (const [n, call] of calls.entries()) {
      const answer = answers[n] === "left" ? (await run([call], "wait", client))[0] : answers[n];
      if (answer === "Open-Active") posted[call.user as keyof typeof posted] += 1;
      else expect([call.user, answer]).toEqual([expect.not.stringMatching("crm"), "Error_Adjustments_Spent"]);
    }
  };
  await Promise.all(times(16, (n) => send(n % 2 ? sql : other, n * 5, n % 4 === 0 ? 1 : 12)));
  expect(posted).toEqual({ till: 20, app: 30, crm: expect.any(Number) });
  const rows = await sql<{ user: string; sum: number }[]>`
    select create_user_id as user, sum(abs(amount))::float8 as sum from adjustment
    where create_user_id = any(${[...users]}) group by 1`;
  expect(Object.fromEntries(rows.map(({ user, sum }) => [user, sum]))).toEqual(posted);
  expect(await Promise.all(users.map(sumsOf))).toEqual([["20", "20"], ["0", "30"], undefined]);
});

test("neither a refused nor a repeated adjustment counts", async () => {
  const [id = ""] = await newMembers(1);
  const limited = { user: "desk", scope: { adjustmentsAnHour: "10" } };
  expect(await run([adjust(id, -101, { ...limited, scope: { adjustmentsAnHour: "500" } })])).toEqual([
    "Error_Balance_Insufficient",
  ]);
  expect(await sumsOf("desk")).toBeUndefined();
  const claim = newClaim(freshKey("key"), addPoints(6), { method: "PATCH", path: actionPath(addBalance, id) });
  const keyed = adjust(id, 6, { ...limited, claim });
  expect(await run([keyed])).toEqual(["Open-Active"]);
  expect(await run([adjust(id, 6, limited)])).toEqual(["Error_Adjustments_Spent"]);
  expect(await run([keyed])).toEqual(["Open-Active"]);
  expect(await sumsOf("desk")).toEqual(["6", "0"]);
  expect(await run([adjust(id, -4, limited)])).toEqual(["Open-Active"]);
  expect(await run([adjust(id, 0.0001, limited)])).toEqual(["Error_Adjustments_Spent"]);
});

test("a batch leaves the calls of a client whose sums another session holds, and does the others", async () => {
  const [one = "", two = ""] = await newMembers(2);
  const limited = { user: "kiosk", scope: { adjustmentsADay: "10" } };
  await run([adjust(one, 1, limited)]);
  const calls = [adjust(one, 2, limited), adjust(two, 2)];
  await other.begin(async (tx) => {
    await tx`select from client_adjusted where client_id = 'kiosk' for update`;
    expect(await run(calls)).toEqual(["left", "Open-Active"]);
  });
  expect(await sql`select from adjustment where member = ${one} and create_user_id = 'kiosk'`).toHaveLength(1);
  expect(await run([adjust(one, 9, limited)])).toEqual(["Open-Active"]);
});

test("an hour that has ended begins again with the next adjustment", async () => {
  const [id = ""] = await newMembers(1);
  const limited = { user: "late", scope: { adjustmentsAnHour: "5", adjustmentsADay: "8" } };
  expect(await run([adjust(id, 5, limited)])).toEqual(["Open-Active"]);
  await sql`update client_adjusted set hour_from = hour_from - interval '1 hour' where client_id = 'late'`;
  expect(await run([adjust(id, 4, limited)])).toEqual(["Error_Adjustments_Spent"]);
  expect(await run([adjust(id, 3, limited)])).toEqual(["Open-Active"]);
  expect(await sumsOf("late")).toEqual(["3", "8"]);
});

test("adjustments of clients without such limits send no further statement", async () => {
  const [id = ""] = await newMembers(1);
  const recorder = openRecorder();
  const limited = { user: "desk 2", scope: { adjustmentsAnHour: "5" } };
  const count = async (call: ActionCall) =>
    (await recorder.record(() => run([call], undefined, recorder.sql))).filter((text) =>
      text.includes("client_adjusted"),
    ).length;
  expect(await count(adjust(id, 1, { scope: { largestAdjustment: "5" } }))).toBe(0);
  expect(await count(adjust(id, 1, limited))).toBeGreaterThan(1);
});

test("after all of this the books add up", async () => expect(await verifyBooks(sql)).toEqual([]));
