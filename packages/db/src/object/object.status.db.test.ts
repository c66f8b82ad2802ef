import {
  type DataViewDefinition,
  dataViewNamed,
  objectHistory,
  parseParameters,
  parseQuery,
  redemptionItem,
} from "@rewards/domain";
import { describe, expect, test } from "vitest";
import { expireItems } from "../redemption-item/redemption-item.expire.ts";
import { openTestDatabase } from "../testing/database.ts";
import { expireByHand, mintItems } from "../testing/items.ts";
import { requireAction, runAsClerk } from "../testing/targets.ts";
import { collectAnswer, createViewRunner, findObject } from "../view/view.compile.ts";

const { sql, readDb } = await openTestDatabase();
const runner = createViewRunner(readDb);

const available = "Open-Available With Expiry";
const expired = "Resolved-Expired";

const act = (name: string, id: string) => runAsClerk(sql, requireAction(redemptionItem, name), { id, content: {} });

/** Two vouchers have expired and are still open in their rows; the status of four is that of their rows. */
const [open = "", locked = "", pastOpen = "", pastLocked = "", pastUsed = ""] = await mintItems(sql, 5);
const [unlimited = ""] = await mintItems(sql, 1, "");
for (const id of [locked, pastLocked]) await act("Lock", id);
await act("Use", pastUsed);
await expireByHand(sql, [pastOpen, pastLocked, pastUsed]);

const shownAs = new Map([
  [open, available],
  [unlimited, available],
  [locked, "Open-Active"],
  [pastUsed, "Resolved-Completed"],
  [pastOpen, expired],
  [pastLocked, expired],
]);
const idOf = (id: string) => `ITEM-${id.replaceAll("-", "")}`;
const idsOf = (...statuses: string[]) =>
  [...shownAs].flatMap(([id, status]) => (statuses.includes(status) ? [idOf(id)] : [])).toSorted();

const list = dataViewNamed("RedemptionItemList");
const callOf = (query: unknown, paging?: object, view: DataViewDefinition = list, parameters = {}) => ({
  view,
  parameters: parseParameters(view, parameters),
  user: "api",
  query: parseQuery(view, { query, ...(paging && { paging }) }),
});
const ask = (...given: Parameters<typeof callOf>) => collectAnswer(runner, callOf(...given));
const where = (field: string, comparator: string, value: unknown, ignoreCase = false) => ({
  filter: { filterConditions: { F1: { lhs: { field }, comparator, rhs: { value }, ignoreCase } } },
});

describe("a voucher whose time has passed is shown as expired before a worker has moved it", () => {
  test("in a list, in a view by its member or its code, and by its ID, with the version of its row", async () => {
    const shown = (await ask({})).data;
    expect(new Map(shown.map(({ ID, Status }) => [ID, Status]))).toEqual(
      new Map([...shownAs].map(([id, status]) => [idOf(id), status])),
    );
    expect(shown.find(({ ID }) => ID === idOf(pastLocked))).toMatchObject({
      "@version": 2,
      HistoryCounter: 2,
      CurrentStageName: "Expired",
      CurrentStageID: "Expired",
      ConfirmationNote: "Voucher locked.",
      UpdateUserID: "clerk",
    });
    const [row] = await sql<{ of: string; code: string }[]>`
      select member_external_id as of, voucher_code as code from redemption_item where id = ${pastOpen}`;
    const byMember = await ask({}, undefined, dataViewNamed("RedemptionItemsByMember"), { MemberExternalID: row?.of });
    expect(byMember.data.map(({ Status }) => Status).filter((status) => status === expired)).toHaveLength(2);
    const byCode = dataViewNamed("RedemptionItemsByVoucherCode");
    expect((await ask({}, undefined, byCode, { "Voucher Code": row?.code })).data).toMatchObject([
      { ID: idOf(pastOpen), Status: expired },
    ]);
    expect(await findObject(runner, redemptionItem, pastOpen)).toMatchObject({
      status: expired,
      content: { Status: expired, "@version": 1 },
      availableActions: [],
    });
  });

  test.each([
    [available, ["Lock", "Use", "Cancel"], open],
    ["Open-Active", ["Unlock", "Use", "Cancel"], locked],
    ["Resolved-Completed", [], pastUsed],
  ])("and one that is %s allows %j as before", async (status, actions, id) => {
    const info = await findObject(runner, redemptionItem, id);
    expect([info.status, info.availableActions.map(({ ID }) => ID)]).toEqual([status, actions]);
  });

  test.each([
    ["Status", "EQ", expired, [expired]],
    ["Status", "EQ", "Open-Active", ["Open-Active"]],
    ["Status", "NEQ", expired, [available, "Open-Active", "Resolved-Completed"]],
    ["Status", "IN", [expired, "Resolved-Completed"], [expired, "Resolved-Completed"]],
    ["Status", "NOT_IN", [available, "Open-Active"], [expired, "Resolved-Completed"]],
    ["Status", "STARTS_WITH", "Open-", [available, "Open-Active"]],
    ["Status", "NOT_STARTS_WITH", "Open-", [expired, "Resolved-Completed"]],
    ["Status", "ENDS_WITH", "Expired", [expired]],
    ["Status", "CONTAINS", "Active", ["Open-Active"]],
    ["Status", "GT", "Resolved-Completed", [expired]],
    ["Status", "LTE", "Open-Active", ["Open-Active"]],
    ["Status", "IS_NULL", undefined, []],
    ["CurrentStageName", "EQ", "Expired", [expired]],
    ["CurrentStageName", "EQ", "Available With Expiry", [available]],
    ["CurrentStageID", "NEQ", "Expired", [available, "Open-Active", "Resolved-Completed"]],
  ])("by a filter %s %s %j, and by its count", async (field, comparator, value, statuses) => {
    const query = where(field, comparator, value);
    expect((await ask(query)).data.map(({ ID }) => ID).toSorted()).toEqual(idsOf(...statuses));
    expect(await runner.count(callOf(query))).toBe(idsOf(...statuses).length);
  });

  test("by a filter that ignores case, negated, or through NOT", async () => {
    const found = async (query: object) => (await ask(query)).data.map(({ ID }) => ID).toSorted();
    expect(await found(where("Status", "EQ", "RESOLVED-expired", true))).toEqual(idsOf(expired));
    const { filter } = where("Status", "EQ", expired);
    const others = idsOf(available, "Open-Active", "Resolved-Completed");
    expect(await found({ filter: { ...filter, logic: "NOT F1" } })).toEqual(others);
  });

  test("in groups, distinct values and aggregations", async () => {
    const count = { select: [{ field: "Status" }], aggregations: { Items: { field: "ID", summaryFunction: "COUNT" } } };
    expect((await ask(count)).data).toEqual([
      { Status: "Open-Active", Items: 1 },
      { Status: available, Items: 2 },
      { Status: "Resolved-Completed", Items: 1 },
      { Status: expired, Items: 2 },
    ]);
    const distinct = { select: [{ field: "CurrentStageName" }], distinctResultsOnly: true };
    expect((await ask(distinct)).data.map(({ CurrentStageName }) => CurrentStageName)).toEqual([
      "Active",
      "Available With Expiry",
      "Completed",
      "Expired",
    ]);
    const last = { aggregations: { Last: { field: "Status", summaryFunction: "MAX" } } };
    expect((await ask(last)).data).toEqual([{ Last: expired }]);
  });

  test.each(["ASC", "DESC"])("in an order by Status, %s, page after page", async (type) => {
    const query = { sortBy: [{ field: "Status", type }], select: [{ field: "Status" }] };
    const byToken: unknown[] = [];
    const byNumber: unknown[] = [];
    let nextPageToken: string | undefined;
    for (let pageNumber = 1; pageNumber <= shownAs.size; pageNumber += 1) {
      const answer = await ask(query, { pageSize: 1, ...(nextPageToken !== undefined && { nextPageToken }) });
      nextPageToken = answer.nextPageToken;
      byToken.push(...answer.data.map(({ Status }) => Status));
      byNumber.push(...(await ask(query, { pageSize: 1, pageNumber })).data.map(({ Status }) => Status));
    }
    const expected = [...shownAs.values()].toSorted();
    expect(byToken).toEqual(type === "ASC" ? expected : expected.toReversed());
    expect(byNumber).toEqual(byToken);
  });

  test("to a caller who is limited to programmes", async () => {
    const { data } = await collectAnswer(
      runner.within({ programmes: ["REWARDS"] }),
      callOf(where("Status", "EQ", expired)),
    );
    expect(data.map(({ ID }) => ID).toSorted()).toEqual(idsOf(expired));
  });
});

test("the worker then moves it once, and its version and history follow", async () => {
  const [id = ""] = await mintItems(sql, 1);
  const history = async () => (await ask({}, undefined, objectHistory, { ObjectID: idOf(id) })).data;
  await expireByHand(sql, [id]);
  expect((await findObject(runner, redemptionItem, id)).content).toMatchObject({ Status: expired, "@version": 1 });
  expect(await history()).toHaveLength(1);
  await expireItems(sql);
  await expireItems(sql);
  expect((await findObject(runner, redemptionItem, id)).content).toMatchObject({
    Status: expired,
    "@version": 2,
    ConfirmationNote: "Voucher expired.",
    UpdateUserID: "system",
  });
  expect(await history()).toMatchObject([{}, { ObjectVersion: 2, From: available, To: expired }]);
});
