import { AppError, dataViewNamed, parseParameters, parseQuery, redemptionItem } from "@rewards/domain";
import { expect, test } from "vitest";
import { times } from "../../../../test/src/records.ts";
import { verifyBooks } from "../../../operations/src/books/books.verify.ts";
import { openTestDatabase } from "../testing/database.ts";
import { endLockByHand, mintItems } from "../testing/items.ts";
import { refusal, requireAction, runAsClerk } from "../testing/targets.ts";
import { collectAnswer, createViewRunner, findObject } from "../view/view.compile.ts";

const { sql, readDb } = await openTestDatabase(20);
const runner = createViewRunner(readDb);

const run = (name: string, id: string, content: object = {}) =>
  runAsClerk(sql, requireAction(redemptionItem, name), { id, content });
const refused = (name: string, id: string, content: object = {}) => refusal(run(name, id, content));
const look = async (id: string) => {
  const found = await findObject(runner, redemptionItem, id);
  if (found instanceof AppError || !found) throw new Error("no such voucher");
  const { LockedBy, LockedUntilDateTime: until } = found.content;
  return { status: found.status, LockedBy, until, actions: found.availableActions.map(({ name }) => name) };
};

const available = {
  status: "Open-Available With Expiry",
  LockedBy: "",
  until: null,
  actions: ["Lock", "Use", "Cancel"],
};

test("a lock without an owner and an end is anybody's, and does not end", async () => {
  const [id = ""] = await mintItems(sql, 1);
  await run("Lock", id);
  expect(await look(id)).toEqual({
    status: "Open-Active",
    LockedBy: "",
    until: null,
    actions: ["Unlock", "Use", "Cancel"],
  });
  expect(await refused("Lock", id)).toBe("Error_Status_Illegal");
  await run("Use", id, { LockedBy: "TILL-7" });
});

test("only its owner unlocks or uses a voucher that was locked by name; a refusal changes nothing", async () => {
  const [id = ""] = await mintItems(sql, 1);
  await run("Lock", id, { LockedBy: "TILL-7", LockMinutes: 1_440 });
  const before = await look(id);
  expect(before).toMatchObject({ status: "Open-Active", LockedBy: "TILL-7" });
  for (const name of ["Unlock", "Use"])
    for (const content of [{}, { LockedBy: "TILL-8" }])
      expect(await refused(name, id, content)).toBe("Error_Voucher_LockedByOther");
  expect(await look(id)).toEqual(before);
  await run("Unlock", id, { LockedBy: "TILL-7" });
  expect(await look(id)).toEqual(available);
  expect(await refused("Unlock", id, { LockedBy: "TILL-7" })).toBe("Error_Status_Illegal");
  await run("Lock", id, { LockedBy: "TILL-8" });
  await run("Use", id, { LockedBy: "TILL-8" });
  expect(await look(id)).toMatchObject({ status: "Resolved-Completed", LockedBy: "", until: null });
});

test("a lock lasts so many minutes from Postgres' clock on, and ends by itself", async () => {
  const [id = ""] = await mintItems(sql, 1);
  await run("Lock", id, { LockedBy: "TILL-7", LockMinutes: 15 });
  const rows = await sql<{ lasts: string; until: Date }[]>`
    select locked_until_date_time - update_date_time as lasts, locked_until_date_time as until from redemption_item where id = ${id}`;
  const { until } = await look(id);
  expect(rows.map(({ lasts, until: at }) => [lasts, at.toISOString()])).toEqual([["00:15:00", until]]);
  await endLockByHand(sql, id);
  expect(await look(id)).toEqual(available);
  expect(await refused("Unlock", id, { LockedBy: "TILL-7" })).toBe("Error_Status_Illegal");
  await run("Lock", id, { LockedBy: "TILL-8", LockMinutes: 1 });
  expect(await look(id)).toMatchObject({ status: "Open-Active", LockedBy: "TILL-8" });
  expect(await refused("Use", id, { LockedBy: "TILL-7" })).toBe("Error_Voucher_LockedByOther");
  await endLockByHand(sql, id);
  await run("Use", id);
  expect(await verifyBooks(sql)).toEqual([]);
});

test("filters and sums see a voucher whose lock has ended as available, and its owner as nobody", async () => {
  const [id = "", other = ""] = await mintItems(sql, 2);
  for (const one of [id, other]) await run("Lock", one, { LockedBy: `TILL-${id}`, LockMinutes: 1 });
  await endLockByHand(sql, id);
  const view = dataViewNamed("RedemptionItemList");
  const equals = { lhs: { field: "LockedBy" }, comparator: "EQ", rhs: { value: `TILL-${id}` } };
  const query = { select: [{ field: "Status" }], filter: { filterConditions: { F1: equals } } };
  const call = { view, parameters: parseParameters(view, {}), user: "api", query: parseQuery(view, { query }) };
  expect((await collectAnswer(runner, call)).data).toMatchObject([
    { ID: `ITEM-${other.replaceAll("-", "")}`, Status: "Open-Active" },
  ]);
});

test("of 20 owners who lock a voucher at the end of a lock, one gets it", async () => {
  const [id = ""] = await mintItems(sql, 1);
  await run("Lock", id, { LockedBy: "TILL-0", LockMinutes: 1 });
  await endLockByHand(sql, id);
  const answers = await Promise.all(times(20, (n) => refused("Lock", id, { LockedBy: `TILL-${n + 1}` })));
  expect(answers.filter((answer) => answer === "none")).toHaveLength(1);
  expect(answers.filter((answer) => answer === "Error_Status_Illegal")).toHaveLength(19);
});
