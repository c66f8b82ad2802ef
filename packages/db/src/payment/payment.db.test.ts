import { type ActionDefinition, AppError, member, programmeFile } from "@rewards/domain";
import { afterAll, describe, expect, test } from "vitest";
import { freshKey, keyOf, newClaim, newMember, times } from "../../../../test/src/records.ts";
import { verifyBooks } from "../../../operations/src/books/books.verify.ts";
import { erasePerson } from "../../../operations/src/person/person.erase.ts";
import { applyProgrammes } from "../../../operations/src/programme.apply.ts";
import { runAction, runActions } from "../action/action.run.ts";
import { act, actionPath } from "../testing/act.ts";
import { openClock } from "../testing/clock.ts";
import { holding, insertAll, openTestDatabase } from "../testing/database.ts";
import { insertSales, openShop, settleSales } from "../testing/shop.ts";
import { addPoints, requireAction, runAsClerk } from "../testing/targets.ts";

const database = await openTestDatabase(20);
const { sql } = database;
const author = { actor: "olga" };
const pay = requireAction(member, "PayWithPoints");
const cancel = requireAction(member, "CancelPayment");

async function applyProgramme(businessId: string, payment: object | undefined, more: object = {}) {
  const programme = { businessId, name: businessId, currencies: [{ name: "Points" }], payment, ...more };
  await applyProgrammes(sql, programmeFile.parse({ programmes: [programme] }), author);
}
await applyProgramme("REWARDS", { points: "100", value: "1.00", minimum: "5" });

/** A member with points. */
async function payer(points = 100, ProgramBusinessID = "REWARDS") {
  const record = newMember(undefined, { ProgramBusinessID });
  const [id = ""] = await insertAll(sql, member, [record]);
  if (points > 0) await act(sql, "AddBalance", "member", id, addPoints(points));
  return { id, key: keyOf(record, "ExternalID") };
}
type Payer = Awaited<ReturnType<typeof payer>>;

const paying = ({ id }: Payer, Reference: string, Points: number) =>
  runAsClerk(sql, pay, { id, content: { Reference, Points } });
const givingBack = ({ id }: Payer, Reference: string, Points?: number) =>
  runAsClerk(sql, cancel, { id, content: { Reference, Points } });
/** The code, and the text of its detail if it has one. */
const refused = (work: Promise<unknown>) =>
  work.then(
    () => ["none"],
    (error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      return [error.code, ...error.details.flatMap(({ text, identifier }) => [identifier, text].filter(Boolean))];
    },
  );
const entriesOf = async ({ id }: Payer) =>
  (
    await sql<{ text: string }[]>`
      select concat_ws(' ', type, trim_scale(currency_awarded), trim_scale(member_balance)) as text
      from ledger_entry where member = ${id} order by sequence`
  ).map(({ text }) => text);
const paymentsOf = async ({ id }: Payer) => [
  ...(await sql`select reference, points::float8, value::float8, create_user_id as user from payment where member = ${id} order by id`),
];
const versionOf = async ({ id }: Payer) => (await sql`select version from member where id = ${id}`)[0]?.["version"];

afterAll(async () => expect(await verifyBooks(sql)).toEqual([]));

describe("PayWithPoints", () => {
  test("takes points, and says in history, audit and ledger what they were worth", async () => {
    const one = await payer();
    expect(await paying(one, "T-1", 33.3333)).toMatchObject({ status: "Open-Active", version: 3, isReplayed: false });
    expect(await entriesOf(one)).toEqual(["Adjustment 100 100", "Payment -33.3333 66.6667"]);
    expect(await paymentsOf(one)).toEqual([{ reference: "T-1", points: 33.3333, value: 0.3333, user: "clerk" }]);
    const [entry] = await sql`select why, source_class from ledger_entry where member = ${one.id} and type = 'Payment'`;
    expect(entry).toEqual({
      why: '{"base":-33.3333,"lines":[],"rules":[],"rate":{"points":100,"value":1}}',
      source_class: "Payment",
    });
    const [history] = await sql`select changes, note from history where record_id = ${one.id} and version = 3`;
    expect(history).toEqual({
      changes: [{ field: "Balance.Points", from: "100", to: "66.6667" }],
      note: "Paid with points.",
    });
    const [audit] = await sql`
      select actor, detail from audit_entry where record_id = ${one.id} and operation = 'member:pay'`;
    expect(audit).toMatchObject({
      actor: "clerk",
      detail: { payment: expect.stringMatching(/^PAY-/), value: "0.3333" },
    });
  });

  test("with a Reference that was used before gets the first answer, whatever has become of the member, and posts nothing", async () => {
    const one = await payer();
    const first = await paying(one, "T-1", 10);
    await act(sql, "AddBalance", "member", one.id, addPoints(1));
    await act(sql, "Block", "member", one.id, {});
    const version = await versionOf(one);
    const stale = { id: one.id, content: { Reference: " T-1\r", Points: 10 }, expected: new Set([first.version ?? 0]) };
    for (const call of [{ id: one.id, content: { Reference: "T-1", Points: 10 } }, stale])
      expect(await runAsClerk(sql, pay, call)).toEqual({ ...first, isReplayed: true });
    expect(await refused(paying(one, "T-1", 10.0001))).toEqual(["Error_Reference_Reused", ".Points"]);
    expect(await refused(paying(one, "T-2", 10))).toEqual([
      "Error_Status_Illegal",
      "The status Open-Blocked does not allow PayWithPoints.",
    ]);
    expect(await versionOf(one)).toBe(version);
    expect(await entriesOf(one)).toEqual(["Adjustment 100 100", "Payment -10 90", "Adjustment 1 91"]);
    // Another member has the same Reference.
    expect(await paying(await payer(), "T-1", 20)).toMatchObject({ isReplayed: false });
  });

  test("an idempotency key of a repeated Reference is kept with the first answer", async () => {
    const one = await payer();
    const first = await paying(one, "T-1", 10);
    const content = { Reference: "T-1", Points: 10 };
    const claim = newClaim(freshKey("key"), content, { method: "PATCH", path: actionPath(pay, one.id) });
    for (const _ of times(2, () => 0))
      expect(await runAction(sql, pay, { id: one.id, content, user: "clerk", claim })).toEqual({
        ...first,
        isReplayed: true,
      });
  });

  test("is refused if the programme takes no points, or they are too few, too many or worth nothing", async () => {
    await applyProgramme("OFF", undefined);
    expect(await refused(paying(await payer(100, "OFF"), "T", 10))).toEqual(["Error_Payment_Unavailable"]);
    const one = await payer();
    expect(await refused(paying(one, "T", 4.9999))).toEqual([
      ...["Error_Payment_TooSmall", ".Points", "A payment takes at least 5 points."],
    ]);
    expect(await refused(paying(one, "T", 100.0001))).toEqual([
      ...["Error_Balance_Insufficient", ".Points", "The member can spend 100 Points."],
    ]);
    await applyProgramme("CHEAP", { points: "1000000", value: "0.0001" });
    expect(await refused(paying(await payer(100, "CHEAP"), "T", 99))).toEqual([
      ...["Error_Payment_TooSmall", ".Points", "The points are worth nothing."],
    ]);
    await applyProgramme("DEAR", { points: "0.0001", value: "99999999999" });
    expect(await refused(paying(await payer(100, "DEAR"), "T", 99))).toEqual([
      ...["Error_Payment_TooLarge", ".Points", "The points are worth more than an amount can be."],
    ]);
    expect(await paymentsOf(one)).toEqual([]);
  });

  test("takes no points that are pending, and says how many are until when", async () => {
    const [businessId, shop] = [freshKey("WINDOW"), await openShop(sql, 0)];
    await applyProgramme(businessId, { points: "1", value: "1" }, { returns: { windowDays: 7 } });
    const one = await payer(12, businessId);
    const sold = (await openShop(sql, 1)).newSale(0, 30);
    const items = [{ ProductCode: shop.product, Quantity: 1, TotalAmount: 30 }];
    const more = { MemberExternalID: one.key, StoreCode: shop.store, SaleItems: items };
    await settleSales(sql, await insertSales(sql, [{ ...sold, content: { ...sold.content, ...more } }]));
    const [code, identifier, text] = await refused(paying(one, "T", 12.5));
    expect([code, identifier]).toEqual(["Error_Balance_Insufficient", ".Points"]);
    expect(text).toMatch(/^The member can spend 12 Points; 30 points are pending until 20\S+Z at the latest\.$/);
    expect(await paying(one, "T", 12)).toMatchObject({ isReplayed: false });
  });

  test("by callers who race: one Reference is paid once, and no more is paid than the member has", async () => {
    const one = await payer();
    const calls = await Promise.allSettled(times(12, (n) => paying(one, n < 6 ? "same" : `other-${n}`, 30)));
    const done = calls.flatMap((call) => (call.status === "fulfilled" ? [call.value] : []));
    expect(done.filter(({ isReplayed }) => !isReplayed)).toHaveLength(3);
    expect((await entriesOf(one)).at(-1)).toBe("Payment -30 10");
    expect((await paymentsOf(one)).filter(({ reference }) => reference === "same").length).toBeLessThanOrEqual(1);
  });

  test("in a batch: a refused call leaves its neighbours alone, and one whose balance another session holds is left", async () => {
    const [rich, poor, held] = [await payer(), await payer(1), await payer()];
    const calls = [rich, poor, held].map(({ id }) => ({ id, content: { Reference: "T", Points: 10 }, user: "clerk" }));
    await holding(
      sql,
      (tx) => tx`select from balance where member = ${held.id} for update`,
      async () => {
        const { answers } = await runActions(sql, pay, calls);
        expect(answers.map((one) => (one instanceof AppError ? one.code : one?.status))).toEqual([
          ...["Open-Active", "Error_Balance_Insufficient", undefined],
        ]);
        return "rollback";
      },
    );
    expect(await entriesOf(poor)).toEqual(["Adjustment 1 1"]);
  });
});

test("an erased member neither pays nor gets points back; the Reference stays, and repeats get the first answer", async () => {
  const one = await payer();
  const first = await paying(one, "T-1", 10);
  await erasePerson(sql, one.key, author);
  expect(await refused(paying(one, "T-2", 10))).toEqual(["Error_Member_Erased"]);
  expect(await refused(givingBack(one, "T-1"))).toEqual(["Error_Member_Erased"]);
  expect(await paying(one, "T-1", 10)).toEqual({ ...first, isReplayed: true });
  expect((await paymentsOf(one)).map(({ reference }) => reference)).toEqual(["T-1"]);
});

describe("CancelPayment", () => {
  test("gives back at most what was paid, whole or in parts, to a blocked member too, and is no award", async () => {
    const one = await payer();
    await paying(one, "T-1", 60);
    await act(sql, "Block", "member", one.id, {});
    expect(await givingBack(one, "T-1", 20)).toMatchObject({ status: "Open-Blocked", version: 5 });
    const left = ["Error_Payment_Exceeded", ".Points", "40 points are left of the payment."];
    expect(await refused(givingBack(one, "T-1", 40.0001))).toEqual(left);
    expect(await refused(givingBack(one, "T-2", 1))).toEqual(["Error_Payment_Unknown", ".Reference"]);
    await givingBack(one, "T-1");
    expect(await refused(givingBack(one, "T-1"))).toEqual([...left.slice(0, 2), "0 points are left of the payment."]);
    expect(await entriesOf(one)).toEqual([
      ...["Adjustment 100 100", "Payment -60 40", "Cancellation 20 60", "Cancellation 40 100"],
    ]);
    const [balance] = await sql`select awarded::float8, balance::float8 from balance where member = ${one.id}`;
    expect(balance).toEqual({ awarded: 100, balance: 100 });
    const [history] = await sql`select changes, note from history where record_id = ${one.id} and version = 5`;
    expect(history).toEqual({
      changes: [{ field: "Balance.Points", from: "40", to: "60" }],
      note: "Points given back.",
    });
  });

  test("with a Reference that both members of a merge had used gives back each of the payments", async () => {
    const [stays, ends] = [await payer(), await payer()];
    await paying(ends, "T-1", 60);
    await paying(stays, "T-1", 10);
    await act(sql, "Merge", "member", stays.id, { FromMemberExternalID: ends.key });
    for (const _ of [1, 2]) await givingBack(stays, "T-1");
    expect((await entriesOf(stays)).slice(2)).toEqual([
      "TransferIn 40 130",
      "Cancellation 10 140",
      "TransferIn 60 200",
    ]);
    expect(await refused(givingBack(stays, "T-1"))).toContain("Error_Payment_Exceeded");
  });

  test("of a member that was merged gives the points to the one that stays", async () => {
    const [stays, ends] = [await payer(), await payer()];
    await paying(ends, "T-1", 60);
    await paying(stays, "T-2", 10);
    await act(sql, "Merge", "member", stays.id, { FromMemberExternalID: ends.key });
    expect(await paying(stays, "T-1", 60)).toMatchObject({ isReplayed: true });
    await givingBack(stays, "T-1", 25);
    expect((await entriesOf(ends)).slice(2)).toEqual([
      ...["TransferOut -40 0", "Cancellation 25 25", "TransferOut -25 0"],
    ]);
    expect((await entriesOf(stays)).slice(2)).toEqual(["TransferIn 40 130", "TransferIn 25 155"]);
    const [history] = await sql`
      select changes from history where record_id = ${stays.id} and action = 'CancelPayment'`;
    expect(history?.["changes"]).toEqual([{ field: "Balance.Points", from: "130", to: "155" }]);
    expect(await refused(givingBack(ends, "T-1"))).toEqual([
      ...["Error_Status_Illegal", "The status Resolved-Merged does not allow CancelPayment."],
    ]);
  });

  test("by callers who race gives back no more than was paid", async () => {
    const one = await payer();
    await paying(one, "T-1", 50);
    const calls = await Promise.allSettled(times(10, () => givingBack(one, "T-1", 20)));
    expect(calls.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    expect((await entriesOf(one)).at(-1)).toBe("Cancellation 20 90");
  });

  test.each([[{ months: 12 }], [{ inactiveMonths: 12 }]])(
    "gives points back while nothing can have expired, by an expiry of %j that came later",
    async (expiry) => {
      const businessId = freshKey("LATER");
      const terms = { points: "1", value: "1" };
      await applyProgramme(businessId, terms);
      const one = await payer(30, businessId);
      await applyProgramme(businessId, terms, { currencies: [{ name: "Points", expiry }] });
      await paying(one, "T-1", 20);
      await givingBack(one, "T-1");
      expect((await entriesOf(one)).at(-1)).toBe("Cancellation 20 30");
    },
  );

  test("of points that have expired meanwhile ends them at once", async () => {
    const clock = await openClock(database);
    const [businessId, startMs] = [freshKey("EXPIRY"), Date.parse("2026-01-10T12:00:00Z")];
    await clock.set(startMs);
    const currencies = [{ name: "Points", expiry: { months: 1 } }];
    const programme = { businessId, name: businessId, currencies, payment: { points: "1", value: "1" } };
    await applyProgrammes(clock.sql, programmeFile.parse({ programmes: [programme] }), author);
    const record = newMember(undefined, { ProgramBusinessID: businessId });
    const [id = ""] = await insertAll(clock.sql, member, [record]);
    const run = (action: ActionDefinition | "AddBalance", content: object) =>
      act(clock.sql, action === "AddBalance" ? action : action.name, "member", id, content);
    await run("AddBalance", addPoints(30));
    await run(pay, { Reference: "T-1", Points: 20 });
    await clock.set(startMs + 60 * 86_400_000);
    await run("AddBalance", addPoints(5));
    await run(cancel, { Reference: "T-1", Points: 12 });
    expect(await entriesOf({ id, key: "" })).toEqual([
      ...["Adjustment 30 30", "Payment -20 10", "Adjustment 5 15", "Cancellation 12 27", "Expiry -22 5"],
    ]);
  });
});
