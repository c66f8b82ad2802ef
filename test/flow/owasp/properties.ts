import { expect } from "vitest";
import { type Answer, type Client, root } from "../support/client.ts";
import { document } from "../support/contract.ts";
import { expectError } from "../support/errors.ts";
import { awaitStatus, freshKey, memberContent, redemptionContent, saleContent } from "../support/fixtures.ts";
import type { Attacks, World } from "./world.ts";

/** In depth: ../create.test.ts, ../credentials.test.ts and packages/domain/src/body.test.ts. */
export const propertyAttacks: Attacks = {
  "fields of the service, written in a create, have no effect": writeInCreates,
  "fields of the service, written in an action, have no effect": writeInActions,
  "members next to the content, and those of prototypes, have no effect": writeAround,
  "hidden fields cannot be selected, filtered, sorted, grouped or summed": readHidden,
  "fields of records that the client may not read cannot be shown or asked for": readBehindReference,
};

/** What only the service sets. */
const owned = {
  ID: `MEM-${"0".repeat(32)}`,
  Status: "Resolved-Completed",
  CreateUserID: "root",
  UpdateUserID: "root",
  CreateDateTime: "2001-01-01T00:00:00.000Z",
  ConfirmationNote: "owned",
  HistoryCounter: 99,
  BusinessID: "owned",
  Balance: 1_000_000,
  CurrencyAvailable: 1_000_000,
  QuantityAvailable: 1_000_000,
  StoreStatus: "owned",
  "@class": "owned",
  "@version": 99,
};

function expectNotOwned({ status, body }: Answer): void {
  expect(status).toBe(200);
  expect(JSON.stringify(body)).not.toMatch(/owned|root|2001-01-01|1000000|"HistoryCounter":99/);
}

async function writeInCreates({ as: { admin }, own }: World): Promise<void> {
  const member = await admin.create("Member", { ...memberContent(freshKey("M")), ...owned });
  const sold = saleContent({ member: own.member, store: own.store, product: "P-1" });
  const sale = await admin.create("Sale", { ...sold, ...owned, Points: 1_000_000 });
  const priced = redemptionContent(own.member, "R-1", { ...owned, RewardCost: "0", ExpirationDateTime: null });
  const redemption = await admin.create("Redemption", { ...priced, ...owned });
  for (const { status } of [member, sale, redemption]) expect(status).toBe(201);
  const [saleId, redemptionId] = [sale.body.ID, redemption.body.ID];
  await awaitStatus(admin, saleId, "Resolved-Completed");
  const { ConfirmationNote: note } = await awaitStatus(admin, redemptionId, "Resolved-Completed");
  expect(note).toBe("Redeemed for 100 Points.");
  for (const id of [member.body.ID, saleId, redemptionId]) expectNotOwned(await admin.read(id));
}

async function writeInActions({ as: { admin }, own }: World): Promise<void> {
  const { ids } = own;
  const before = (await admin.read(ids.store)).body.data.objectInfo.content;
  const edited = await admin.act(ids.store, "Edit", { content: { Name: "Edited", ...owned } });
  expect(edited.status).toBe(200);
  const answer = await admin.read(ids.store);
  expectNotOwned(answer);
  const after = answer.body.data.objectInfo.content;
  expect([after.Name, after.CreateDateTime, after.CreateUserID]).toEqual([
    "Edited",
    before.CreateDateTime,
    before.CreateUserID,
  ]);
}

async function writeAround({ as: { admin, till } }: World): Promise<void> {
  const polluted = `{"ExternalID":"${freshKey("M")}","FullName":"Ann","ProgramBusinessID":"REWARDS",
    "__proto__":{"Status":"owned","Origin":"owned"},"constructor":{"prototype":{"rights":"*"}}}`;
  const around = `"ID":"${owned.ID}","status":"owned","caller":{"rights":"*"},"__proto__":{"isAdmin":true}`;
  const body = `{"objectTypeID":"Member","content":${polluted},${around}}`;
  const created = await admin.sendRaw("POST", `${root}/objects`, body);
  expect(created.status).toBe(201);
  expect(created.body.ID).not.toBe(owned.ID);
  expectNotOwned(await admin.read(created.body.ID));
  expectError(await till.send("GET", `${root}/objects/${created.body.ID}`), 403, "Error_Right_Missing");
}

async function readHidden({ as: { admin }, own }: World): Promise<void> {
  const ask = (query: object) =>
    admin.send("POST", `${root}/data_views/RedemptionItemsByMember`, {
      dataViewParameters: { MemberExternalID: own.member },
      query,
    });
  for (const field of ["VoucherKey", "MemberExternalID", "voucher_key", "constructor", "hasOwnProperty"]) {
    const condition = { lhs: { field }, comparator: "STARTS_WITH", rhs: { value: "A" } };
    for (const query of [
      { filter: { filterConditions: { F: condition } } },
      { sortBy: [{ field }] },
      { aggregations: { N: { field, summaryFunction: "MIN" } } },
    ])
      expectError(await ask(query), 400, "Error_Query_FieldUnknown");
    const [shown] = (await ask({ select: [{ field: "Status" }, { field }] })).body.data;
    expect(Object.keys(shown).sort()).toEqual(["@class", "@version", "ID", "Status"]);
  }
  const [record] = await admin.records("RedemptionItemsByMember", { MemberExternalID: own.member });
  const { properties } = document.components.schemas["RedemptionItemCaseRow"] as { properties: object };
  expect(Object.keys(record).filter((name) => !Object.hasOwn(properties, name))).toEqual([]);
}

async function readBehindReference({ as: { reader }, own }: World): Promise<void> {
  const ask = (by: Client, query: object) =>
    by.send("POST", `${root}/data_views/MemberBalances`, {
      dataViewParameters: { MemberExternalID: own.member },
      query,
    });
  const field = "Member.FullName";
  const shown = await ask(reader, { select: [{ field: "Balance" }, { field }] });
  expect([shown.status, shown.body.resultCount]).toEqual([200, 1]);
  expect(shown.text).not.toContain("Ann own");
  const filter = { filterConditions: { F: { lhs: { field }, comparator: "STARTS_WITH", rhs: { value: "Ann" } } } };
  expectError(await ask(reader, { filter }), 400, "Error_Query_FieldUnknown");
  expectError(await ask(reader, { sortBy: [{ field }] }), 400, "Error_Query_FieldUnknown");
}
