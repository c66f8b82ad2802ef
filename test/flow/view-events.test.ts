import { createClient as issueClient } from "@rewards/access";
import { createRewardsClient, eventsSince, type Fetch } from "@rewards/client";
import { pruneEvents } from "@rewards/db";
import { eventKindNames, formatClientKey, type Scope } from "@rewards/domain";
import { beforeAll, describe, expect, test } from "vitest";
import { type Client, createClient, root } from "./support/client.ts";
import { expectError } from "./support/errors.ts";
import { awaitStatus, freshKey, memberContent, registerBasics, saleContent } from "./support/fixtures.ts";
import { useStack } from "./support/stack.ts";

const stack = useStack({ env: { AUTH: "required" } });
let admin: Client;
let basics: Awaited<ReturnType<typeof registerBasics>>;

async function issueKey(rights: string, scope?: Scope) {
  const given = { name: "test", rights, expiresAt: null, ...(scope && { scope }) };
  const { clientID, clientSecret } = await issueClient(stack.database.sql, given, { actor: "test" });
  return { url: stack.client.url, key: formatClientKey(clientID, clientSecret) };
}

async function issue(rights: string, scope?: Scope): Promise<Client> {
  const { url, key } = await issueKey(rights, scope);
  return createClient(url, key);
}

interface Told {
  readonly ID: string;
  readonly Type: string;
}

const ofSales = ["sale.accepted", "sale.completed", "balance.changed"];
const since = (parameters: object, client = admin, paging?: object) =>
  client.send("POST", `${root}/data_views/EventsSince`, {
    dataViewParameters: { Kinds: ofSales, ...parameters },
    ...(paging && { paging }),
  });
const endOf = async (client = admin) => (await since({ From: "end" }, client)).body.NextPosition as string;

/** The events after a position, once there are so many. */
async function awaitEvents(After: string, count: number, client = admin, Kinds: readonly string[] = ofSales) {
  const read = async () => (await since({ After, Kinds }, client)).body;
  await expect.poll(async () => (await read()).data.length, { timeout: 60_000 }).toBe(count);
  return read();
}

beforeAll(async () => {
  admin = await issue("*");
  basics = await registerBasics(admin);
});

test("a sale is told as it is accepted, posted and settled; what is read is in order, and goes on at the position", async () => {
  const start = await endOf();
  const content = saleContent(basics);
  const id = await admin.created("Sale", content);
  await awaitStatus(admin, id, "Resolved-Completed");
  const answer = await awaitEvents(start, 3);
  expect(answer).toMatchObject({ resultCount: 3, WrittenSince: expect.stringMatching(/Z$/) });
  const { ExternalID, StoreCode, MemberExternalID } = content;
  const sale = { ID: id, ExternalID, StoreCode, MemberExternalID };
  const byType = new Map(answer.data.map((event: Told) => [event.Type, event] as const));
  expect(answer.data[0]).toEqual({
    ...{ "@class": "Event", "@version": 1, ID: expect.stringMatching(/^EVT-[0-9a-f]{32}$/), Type: "sale.accepted" },
    ...{ Timestamp: expect.stringMatching(/Z$/), Sequence: expect.any(Number), Position: expect.any(String) },
    Data: {
      ...{ ...sale, Status: "Pending-Ready To Process", sequence: answer.data[0].Sequence },
      SaleDateTime: expect.stringMatching(/Z$/),
    },
  });
  expect(byType.get("sale.completed")).toMatchObject({ Data: { ...sale, Status: "Resolved-Completed" } });
  expect(byType.get("balance.changed")).toMatchObject({
    Data: {
      ...{ ID: expect.stringMatching(/^LED-/), Type: "Sale", Source: id, SourceExternalID: ExternalID },
      ...{ MemberExternalID, CurrencyAwarded: 100, MemberBalance: 100, Sequence: 1, Currency: "Points" },
    },
  });
  const [first, second] = answer.data;
  expect((await since({ After: first.Position })).body.data.map(({ ID }: Told) => ID)).toEqual(
    answer.data.slice(1).map(({ ID }: Told) => ID),
  );
  expect((await since({ After: second.Position })).body).toMatchObject({ NextPosition: answer.NextPosition });
  expect((await since({ After: answer.NextPosition })).body).toMatchObject({ data: [], resultCount: 0 });
  const page = (await since({ After: start }, admin, { maxResultsToFetch: 2 })).body;
  expect(page).toMatchObject({ resultCount: 2, hasMoreResults: true, NextPosition: second.Position });
});

test("events of other kinds are passed over, and a call for one of them goes on from the same position", async () => {
  const start = await endOf();
  await admin.created("Member", memberContent(freshKey("member")));
  const { body } = await since({ After: start, Kinds: ["member.created"] });
  await admin.created("Member", memberContent(freshKey("member")));
  const told = await awaitEvents(start, 1, admin, ["member.created"]);
  expect(body.data).toEqual([]);
  expect((await since({ After: told.NextPosition })).body).toMatchObject({ data: [], resultCount: 0 });
});

test("a caller who is limited to a store sees its events alone, and needs the right to read each kind's records", async () => {
  const rights = "view:EventsSince sale:read";
  const [ofStore, ofOther] = [
    await issue(rights, { stores: [basics.store] }),
    await issue(rights, { stores: [freshKey("other")] }),
  ];
  const Kinds = ["sale.accepted"];
  const start = await endOf();
  const id = await admin.created("Sale", saleContent(basics));
  expect((await awaitEvents(start, 1, ofStore, Kinds)).data).toHaveLength(1);
  const { body } = await since({ After: start, Kinds }, ofOther);
  expect(body.data).toEqual([]);
  expect(body.NextPosition).not.toBe(start);
  expectError(await since({ After: start }, ofStore), 403, { code: "Error_Right_Missing" });
  // Its later events are not for the tests that follow. They get their numbers after the sale is completed.
  await awaitStatus(admin, id, "Resolved-Completed");
  await awaitEvents(start, 3);
});

test("no event has a voucher's code, nor a member's name, address or number", async () => {
  const start = await endOf();
  const person = {
    ...{ FullName: "Ada Canary", EmailAddress: "canary@example.com", MobileNumber: "4915112345678" },
    DateOfBirth: "1990-03-04",
  };
  await since({ After: start, Kinds: eventKindNames });
  await admin.created("Member", { ...memberContent(freshKey("member")), ...person });
  await awaitEvents(start, 1, admin, ["member.created"]);
  const answer = (await since({ After: start, Kinds: eventKindNames })).body;
  for (const value of Object.values(person)) expect(JSON.stringify(answer)).not.toContain(value);
});

test("the client's events go on after every break, with nothing left out and nothing twice", async () => {
  const start = await endOf();
  let calls = 0;
  const failing: Fetch = async (...given) => {
    calls += 1;
    if (calls % 2 === 1) throw new TypeError("broken off");
    return fetch(...given);
  };
  const { url, key } = await issueKey("*");
  const client = createRewardsClient({ baseUrl: url, token: key, fetch: failing, retry: { triesMax: 1 } });
  const ids: string[] = [];
  const read = async (after: string, count: number) => {
    const seen: string[] = [];
    for await (const { Data, Position } of eventsSince(client, ["sale.completed"], { after, pauseMs: 20 })) {
      seen.push(Data?.ID as string);
      if (seen.length === count) return { seen, Position };
    }
  };
  const sell = async () => ids.push(await admin.created("Sale", saleContent(basics)));
  await sell();
  const first = await read(start, 1);
  const second = read(first?.Position as string, 2);
  await sell();
  await sell();
  expect([...(first?.seen ?? []), ...((await second)?.seen ?? [])].toSorted()).toEqual(ids.toSorted());
  expect(calls).toBeGreaterThan(4);
});

describe("a position", () => {
  const of = (number: bigint, key = "00000001") => {
    const bytes = Buffer.alloc(12);
    bytes.writeBigUInt64BE(number);
    bytes.write(key, 8, "hex");
    return bytes.toString("base64url");
  };

  test("of another copy of the database, or beyond the log, is 409 Error_Position_Lost", async () => {
    const after = Buffer.from(await endOf(), "base64url").readBigUInt64BE();
    for (const position of [of(after), of(after + 5n)])
      expectError(await since({ After: position }), 409, { code: "Error_Position_Lost" });
  });

  test("before what is kept is 409 Error_Position_Expired, and names where the log goes on", async () => {
    const start = await endOf();
    await admin.created("Sale", saleContent(basics));
    const { data } = await awaitEvents(start, 3);
    await stack.database.sql`update event set at = at - interval '10 days' where first <= ${data[0].Sequence}`;
    await pruneEvents(stack.database.sql, 7);
    const refused = await since({ After: of(0n) });
    expectError(refused, 409, { code: "Error_Position_Expired" });
    const [, goesOn = ""] = /goes on at (\S+)\.$/.exec(refused.body.errorDetails[0].localizedValue) ?? [];
    expect((await since({ After: goesOn })).body.data).toHaveLength(2);
    expect((await since({})).body.data).toHaveLength(2);
  });

  test.each([
    [{ After: "nonsense" }, "Error_Parameter_Type"],
    [{ From: "start" }, "Error_Parameter_Type"],
    [{ After: of(1n), From: "end" }, "Error_Parameter_Type"],
    [{ Kinds: ["sale.sold"] }, "Error_Parameter_Type"],
    [{ Kinds: [] }, "Error_Parameter_Required"],
    [{ Kinds: null }, "Error_Parameter_Required"],
  ])("and parameters: %j is 400", async (given, code) => {
    expectError(await since(given), 400, { code });
  });

  test.each([
    [{ pageNumber: 2, pageSize: 10 }, "Error_Paging_Conflict"],
    [{ nextPageToken: "x" }, "Error_PageToken_Invalid"],
  ])("is the only paging: %j is 400", async (paging, code) => {
    expectError(await since({}, admin, paging), 400, { code });
  });
});
