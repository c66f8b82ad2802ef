import { expect } from "vitest";
import { type Answer, type Client, root } from "../support/client.ts";
import { expectError } from "../support/errors.ts";
import { allTime, awaitStatus, freshKey, memberContent, redemptionContent, saleContent } from "../support/fixtures.ts";
import type { Attacks, World } from "./world.ts";

/** In depth, for every view, action, ID and create: ../scopes.test.ts and packages/db/src/scope/scope.db.test.ts. */
export const objectAttacks: Attacks = {
  "records of another programme or store cannot be read or changed by their ID, and look like unknown ones": readById,
  "they cannot be named in what is created": nameInCreates,
  "they cannot be found by filter, order, count, sum or voucher code": find,
  "a till cannot take the sale numbers of another store": takeNumbers,
  "a till cannot return what another store sold without a right of its own, nor learn by it who bought what":
    returnElsewhere,
  "with that right it sees no balance of the buyer": watchBuyer,
  "a card for which sales of other stores or programmes wait cannot be registered, and looks taken": takeCard,
  "the page token of a client that sees them is of no use": stealPageToken,
  "the answer to another client cannot be had with its idempotency key": stealAnswer,
};

const withoutRequest = ({ status, body }: Answer) => ({ status, body: { ...body, requestId: "" } });
const unknownOf = (id: string) => id.replace(/[0-9a-f]{32}$/, "0".repeat(32));

async function readById({ as, foreign: { ids } }: World): Promise<void> {
  const hidden: [Client, string][] = [
    [as.ofProgramme, ids.member],
    [as.ofProgramme, ids.sale],
    [as.ofProgramme, ids.redemption],
    [as.ofProgramme, ids.item],
    [as.ofStore, ids.store],
    [as.ofStore, ids.sale],
  ];
  for (const [client, id] of hidden) {
    const answer = await client.read(id);
    expectError(answer, 404, "Error_Object_Unknown");
    expect(withoutRequest(answer)).toEqual(withoutRequest(await client.read(unknownOf(id))));
    expect(await client.records("ObjectHistory", { ObjectID: id })).toEqual([]);
  }
  const points = { content: { AdjustBalances: { Amount: -1, Name: "Points" } } };
  expectError(await as.ofProgramme.act(ids.member, "AddBalance", points), 404, "Error_Object_Unknown");
  expectError(await as.ofProgramme.act(ids.item, "Use"), 404, "Error_Object_Unknown");
  expectError(await as.ofStore.act(ids.store, "Edit", { content: { Name: "x" } }), 404, "Error_Object_Unknown");
}

async function nameInCreates({ as, own, foreign }: World): Promise<void> {
  const sale = saleContent({ member: foreign.member, store: own.store, product: "P-1" });
  expectError(await as.ofProgramme.create("Sale", sale), 422, "Error_Member_Unknown");
  const redemption = redemptionContent(foreign.member, "R-1");
  expectError(await as.ofProgramme.create("Redemption", redemption), 422, "Error_Member_Unknown");
  const member = { ...memberContent(freshKey("M")), ProgramBusinessID: "CLUB" };
  expectError(await as.ofProgramme.create("Member", member), 422, "Error_Programme_Unknown");
  const elsewhere = saleContent({ member: own.member, store: foreign.store, product: "P-1" });
  expectError(await as.ofStore.create("Sale", elsewhere), 422, "Error_Store_Unknown");
}

const view = async (client: Client, name: string, body: object): Promise<Answer["body"]> => {
  const answer = await client.send("POST", `${root}/data_views/${name}`, body);
  expect(answer.status).toBe(200);
  return answer.body;
};

async function find({ as: { ofProgramme, admin }, own, foreign }: World): Promise<void> {
  const is = { lhs: { field: "ExternalID" }, comparator: "EQ", rhs: { value: foreign.member } };
  const filter = { filterConditions: { F: is }, logic: "F OR NOT F" };
  const sums = { N: { field: "ID", summaryFunction: "COUNT" }, First: { field: "FullName", summaryFunction: "MIN" } };
  const shown = [
    await view(ofProgramme, "MemberList", { query: { filter, sortBy: [{ field: "FullName", type: "ASC" }] } }),
    await view(ofProgramme, "MemberList", { query: { aggregations: sums } }),
    await view(ofProgramme, "SaleList", {
      query: { select: [{ field: "MemberExternalID" }], distinctResultsOnly: true },
    }),
    await view(ofProgramme, "RedemptionItemsByVoucherCode", {
      dataViewParameters: { "Voucher Code": foreign.voucherCode },
    }),
  ];
  for (const text of [foreign.member, "Ann foreign", foreign.voucherCode])
    expect(JSON.stringify(shown)).not.toContain(text);
  const count = (client: Client) => view(client, "MemberList/count", { query: { filter } });
  const [seen, all] = [await count(ofProgramme), await count(admin)];
  expect(seen.totalCount).toBeLessThan(all.totalCount);
  expect(JSON.stringify(shown)).toContain(own.member);
}

async function stealPageToken({ as: { ofProgramme, admin } }: World): Promise<void> {
  const { nextPageToken } = await view(admin, "SaleList", { paging: { pageSize: 1, pageNumber: 1 } });
  expect(nextPageToken).toBeDefined();
  const paging = { pageSize: 1, nextPageToken };
  const stolen = await ofProgramme.send("POST", `${root}/data_views/SaleList`, { paging });
  expectError(stolen, 400, "Error_PageToken_Invalid");
  expect((await view(admin, "SaleList", { paging })).data).toHaveLength(1);
}

async function stealAnswer({ as: { admin, opener } }: World): Promise<void> {
  const headers = { "idempotency-key": freshKey("key") };
  const content = { Name: freshKey("segment") };
  const [first, stolen] = [
    await admin.create("Segment", content, headers),
    await opener.create("Segment", content, headers),
  ];
  expect([first.status, stolen.status, stolen.headers.get("idempotent-replayed")]).toEqual([201, 201, null]);
  expect(stolen.body.ID).not.toBe(first.body.ID);
}

async function takeNumbers({ as: { ownTill, admin }, own, foreign }: World): Promise<void> {
  const content = saleContent({ member: own.member, store: own.store, product: "P-1" });
  const keys = { idempotency: { "idempotency-key": freshKey("key") } };
  for (const ExternalID of ["foreign-1", "OWN-1", "xown-1", " own", "\u200bforeign-2"]) {
    const answer = await ownTill.create("Sale", { ...content, ExternalID }, keys.idempotency);
    expectError(answer, 403, { code: "Error_Key_Forbidden", field: ".ExternalID" });
    expect(answer.body.errorDetails[0].localizedValue).toContain("begin with own- or o2-.");
  }
  for (const ExternalID of ["own-1", "o2-1"])
    expect((await ownTill.create("Sale", { ...content, ExternalID })).status).toBe(201);
  const real = saleContent(
    { member: foreign.member, store: foreign.store, product: "P-1" },
    { ExternalID: "foreign-1" },
  );
  expect((await admin.create("Sale", real, keys.idempotency)).status).toBe(201);
}

const returnOf = (member: string, store: string, sold: string, ExternalID: string) => ({
  ...saleContent({ member, store, product: "P-1" }),
  ExternalID,
  SaleItems: [{ ProductCode: "P-1", Quantity: -1, TotalAmount: 0, OriginalSaleExternalID: sold }],
});

async function returnElsewhere({ as: { ownTill, admin }, own, foreign }: World): Promise<void> {
  const [sold, mine] = [freshKey("foreign-sale"), "own-sold"];
  const sell = (by: Client, store: string, ExternalID: string) =>
    by.created("Sale", saleContent({ member: own.member, store, product: "P-1" }, { ExternalID }));
  const ids = [await sell(admin, foreign.store, sold), await sell(ownTill, own.store, mine)];
  for (const id of ids) await awaitStatus(admin, id, "Resolved-Completed");
  const refused = [];
  for (const named of [sold, "nobody sold this"]) {
    const answer = await ownTill.create("Sale", returnOf(own.member, own.store, named, "own-return"));
    expectError(answer, 403, { code: "Error_Right_Missing", page: ".SaleItems(1)", field: ".OriginalSaleExternalID" });
    expect(answer.body.errorDetails[0].localizedValue).toContain("lacks the right sale:crossStoreReturn");
    refused.push(withoutRequest(answer));
    const preview = await ownTill.view("PreviewSale", returnOf(own.member, own.store, named, "own-return"));
    expectError(preview, 403, { code: "Error_Right_Missing", page: ".dataViewParameters.SaleItems(1)" });
  }
  expect(refused[0]).toEqual(refused[1]);
  const done = await ownTill.created("Sale", returnOf(own.member, own.store, mine, "own-return"));
  await awaitStatus(ownTill, done, "Resolved-Completed");
}

async function watchBuyer({ as: { ofStore, ownTill, admin }, own, foreign }: World): Promise<void> {
  const buyer = freshKey("M");
  await admin.created("Member", memberContent(buyer));
  const sold = saleContent({ member: buyer, store: foreign.store, product: "P-1" });
  await awaitStatus(admin, await admin.created("Sale", sold), "Resolved-Completed");
  const id = await ofStore.created("Sale", returnOf(own.member, own.store, sold.ExternalID, "own-elsewhere"));
  await awaitStatus(ofStore, id, "Resolved-Completed");
  const balances = (rows: { Field: string | null }[]) => rows.filter(({ Field }) => Field?.startsWith("Balance."));
  expect(balances(await admin.records("ObjectHistory", { ObjectID: id }))).toHaveLength(1);
  for (const client of [ofStore, ownTill]) {
    const history = await client.records("ObjectHistory", { ObjectID: id });
    expect(history.length).toBeGreaterThan(1);
    expect(balances(history)).toEqual([]);
    expect(await client.records("LedgerEntriesBetweenDates", { MemberExternalID: buyer, ...allTime })).toEqual([]);
  }
}

async function takeCard({ as: { club, ofStore, admin }, own, foreign }: World): Promise<void> {
  const [card, later] = [freshKey("CARD"), freshKey("CARD")];
  const sell = (member: string, store: string) => admin.created("Sale", saleContent({ member, store, product: "P-1" }));
  const waiting = await sell(card, foreign.store);
  await awaitStatus(admin, waiting, "Pending-Awaiting Reference");
  const register = (client: Client, ExternalID: string, ProgramBusinessID: string, headers = {}) =>
    client.create("Member", { ...memberContent(ExternalID), ProgramBusinessID }, headers);
  const taken = await register(club, own.member, "CLUB");
  expectError(taken, 409, { code: "Error_Key_Taken", field: ".ExternalID" });
  for (const client of [club, ofStore]) {
    const keyed = { "idempotency-key": freshKey("key") };
    expect(withoutRequest(await register(client, card, "CLUB", keyed))).toEqual(withoutRequest(taken));
  }
  expect(await admin.records("GetMemberByBusinessKeys", { ExternalID: card })).toEqual([]);
  await awaitStatus(admin, waiting, "Pending-Awaiting Reference");
  // Waiting sales of its own store do not prevent it, and a caller without limits registers the card.
  const mine = await sell(later, own.store);
  expect((await register(ofStore, later, "REWARDS")).status).toBe(201);
  expect((await register(admin, card, "REWARDS")).status).toBe(201);
  for (const id of [waiting, mine]) await awaitStatus(admin, id, "Resolved-Completed");
  expect((await register(club, freshKey("CARD"), "CLUB")).status).toBe(201);
}
