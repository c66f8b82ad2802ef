import { randomUUID } from "node:crypto";
import { AppError, consentedReason, consentKey, member, parseContent } from "@rewards/domain";
import { beforeAll, expect, test } from "vitest";
import { newClaim, newMember } from "../../../test/src/records.ts";
import { runActions } from "./action/action.run.ts";
import type { ActionCall } from "./object/object.types.ts";
import { actionPath } from "./testing/act.ts";
import { insertAll, openTestDatabase } from "./testing/database.ts";
import { requireAction } from "./testing/targets.ts";

const { sql } = await openTestDatabase(4);
const addBalance = requireAction(member, "AddBalance");

beforeAll(() => sql`update programme set consent_above = 500`);

const createMembers = (count: number) =>
  insertAll(
    sql,
    member,
    Array.from({ length: count }, () => newMember()),
  );

interface Asked {
  readonly amount?: number;
  readonly askedBy?: string;
}

/** A request of a user, as the owner's function stores it. */
async function ask(of: string, { amount = 600, askedBy = "ann" }: Asked = {}): Promise<string> {
  const id = randomUUID();
  await sql`
    insert into adjustment_request (id, member, currency, amount, reason, asked_by)
    values (${id}, ${of}, 'Points', ${amount}, 'Goodwill', ${askedBy})`;
  return id;
}

interface Sent {
  readonly user?: string;
  readonly request?: string;
  readonly amount?: number;
  readonly isOfConsole?: boolean;
}

function callOf(id: string, { user = "ben", request, amount = 600, isOfConsole = true }: Sent = {}): ActionCall {
  const given = { AdjustBalances: { Amount: amount, Name: "Points", Reason: consentedReason("Goodwill", "ann") } };
  const content = parseContent(addBalance.content as never, given);
  const path = actionPath(addBalance, id);
  const claim =
    request === undefined
      ? {}
      : { claim: newClaim(consentKey(request), content, { method: "PATCH", path, caller: user }) };
  return { id, user, content, isOfConsole, ...claim };
}

const run = async (...calls: readonly ActionCall[]) =>
  (await runActions(sql, addBalance, calls)).answers.map((answer) =>
    answer instanceof AppError ? answer.code : answer && "status" in answer ? "done" : "left",
  );

const decidedBy = async (id: string) =>
  (await sql`select decided_by from adjustment_request where id = ${id}`)[0]?.["decided_by"];

const balancesOf = async (ids: readonly string[]) => {
  const rows = await sql<{ member: string; balance: number }[]>`
    select member, balance::float8 from balance where member = any(${[...ids]}::uuid[])`;
  return ids.map((id) => rows.find((row) => row.member === id)?.balance);
};

test("in a batch, users above the amount need a request, and their neighbours do not", async () => {
  const ids = await createMembers(5);
  const [agreed = "", missing = "", below = "", client = "", own = ""] = ids;
  const [request, ofBen] = [await ask(agreed), await ask(own, { askedBy: "ben" })];
  const calls = [
    callOf(agreed, { request }),
    callOf(missing),
    callOf(below, { amount: 500 }),
    callOf(client, { isOfConsole: false }),
    callOf(own, { request: ofBen }),
  ];
  const refused = "Error_Consent_Missing";
  expect(await run(...calls)).toEqual(["done", refused, "done", "done", refused]);
  expect(await balancesOf(ids)).toEqual([600, 0, 500, 600, 0]);
  expect([await decidedBy(request), await decidedBy(ofBen)]).toEqual(["ben", null]);
});

test("users who agree at once post once, each in a session of their own", async () => {
  for (let round = 0; round < 10; round++) {
    const [id = ""] = await createMembers(1);
    const request = await ask(id);
    const answers = await Promise.all(["ben", "cat", "dan"].map((user) => run(callOf(id, { user, request }))));
    expect(answers.flat().sort()).toEqual(["Error_Consent_Missing", "Error_Consent_Missing", "done"]);
    expect(await balancesOf([id])).toEqual([600]);
  }
});

test("an amount that the programme lowers or takes away holds at once", async () => {
  const [id = ""] = await createMembers(1);
  await sql`update programme set consent_above = null`;
  expect(await run(callOf(id))).toEqual(["done"]);
  await sql`update programme set consent_above = 10`;
  expect(await run(callOf(id, { amount: -11 }))).toEqual(["Error_Consent_Missing"]);
  await sql`update programme set consent_above = 500`;
});

test.each([null, 1_000])(
  "a request is posted once at most, also if the programme asks above %s by now",
  async (raised) => {
    const [id = ""] = await createMembers(1);
    const [request, refused] = [await ask(id), await ask(id)];
    await sql`update adjustment_request set decided_by = 'cat', decided_at = now(), refusal = 'no' where id = ${refused}`;
    await sql`update programme set consent_above = ${raised}`;
    const none = ["Error_Consent_Missing"];
    expect(await run(callOf(id, { user: "ann", request }))).toEqual(none);
    expect(await run(callOf(id, { request }))).toEqual(["done"]);
    expect(await run(callOf(id, { user: "cat", request }))).toEqual(none);
    expect(await run(callOf(id, { request: refused }))).toEqual(none);
    await sql`update programme set consent_above = 500`;
    expect([await balancesOf([id]), await decidedBy(request)]).toEqual([[600], "ben"]);
  },
);

test("no role can store that somebody decided about their own request", async () => {
  const [id = ""] = await createMembers(1);
  const request = await ask(id);
  await expect(sql`update adjustment_request set decided_by = 'ann' where id = ${request}`).rejects.toMatchObject({
    constraint_name: "adjustment_request_by_two",
  });
});
