import { allowCalls, createUser } from "@rewards/access";
import { consentedReason, consentKey, programmeFile } from "@rewards/domain";
import { applyProgrammes } from "@rewards/operations";
import { beforeAll, expect, test } from "vitest";
import { type Browser, openBrowser } from "../../apps/console/src/testing/browser.ts";
import { freshKey } from "./support/fixtures.ts";
import { expectBooksInOrder, type Running, useStack } from "./support/stack.ts";

const stack = useStack();
const password = "correct horse battery";
const users: Record<string, Browser> = {};
let api: Running;

const programme = {
  ...{ businessId: "REWARDS", name: "Rewards", currencies: [{ name: "Points" }] },
  ...{ consentAbove: "500", adjustmentReasons: ["Goodwill", "Correction"] },
};

beforeAll(async () => {
  const file = programmeFile.parse({ programmes: [programme] });
  await applyProgrammes(stack.database.sql, file, { actor: "test" });
  api = await stack.startApi({ AUTH: "required" });
  const { url } = await stack.startConsole({ AUTH: "required", REWARDS_URL: api.url });
  for (const name of ["ann", "ben", "cat"]) {
    const rights = "member:read member:adjust view:*";
    await createUser(stack.database.sql, { name, rights, by: { password } }, { actor: "test" });
    const browser = openBrowser(url);
    await browser.open("/login");
    await browser.send("/login", { name, password });
    users[name] = browser;
  }
  somebody = newMember();
});

const by = (name: string) => users[name] as Browser;

interface Member {
  readonly id: string;
  readonly key: string;
}

async function newMember(): Promise<Member> {
  const key = freshKey("M");
  return {
    key,
    id: await stack.client.created("Member", { ExternalID: key, FullName: "Ada", ProgramBusinessID: "REWARDS" }),
  };
}

let somebody: Promise<Member>;

const balanceOf = async ({ key }: Member) =>
  (await stack.client.records("MemberBalances", { MemberExternalID: key }))[0]?.["Balance"] ?? 0;

const formOf = ({ id: ID }: Member, amount: number, words = "late delivery") => ({
  ...{ ID, "AdjustBalances.Amount": String(amount), "AdjustBalances.Name": "Points" },
  ...{ "AdjustBalances.Reason.code": "Goodwill", "AdjustBalances.Reason": words },
});

/** Sends the form for an adjustment. */
async function adjust(name: string, member: Member, amount: number, words?: string) {
  await by(name).open(`/members/add-balance?ID=${member.id}`);
  return by(name).send("/members/add-balance", formOf(member, amount, words));
}

interface Request {
  readonly id: string;
  readonly asked_by: string;
  readonly decided_by: string | null;
  readonly refusal: string | null;
}

const requestsOf = ({ id }: Member) =>
  stack.database.sql<Request[]>`
    select id, asked_by, decided_by, refusal from adjustment_request
    where member = ${id.replace("MEM-", "")} order by asked_at`;

/** A user asks for an adjustment. @returns the ID of the request. */
async function ask(name: string, member: Member, amount: number): Promise<string> {
  const before = await balanceOf(member);
  const sent = await adjust(name, member, amount);
  expect([sent.status, sent.headers.get("location")]).toEqual([
    303,
    expect.stringMatching(`^/members/${member.id}\\?notice=`),
  ]);
  expect(await balanceOf(member)).toBe(before);
  return (await requestsOf(member)).at(-1)?.id ?? "";
}

/** Sends the form for a decision, also if the page of the request shows none any more. */
async function decide(name: string, verb: "agree" | "refuse", request: string, more = {}) {
  await by(name).open(`/members/add-balance?ID=${(await somebody).id}`);
  await by(name).open(`/adjustments/${verb}?request=${request}`);
  return by(name).send(`/adjustments/${verb}`, { request, ...more });
}

test("up to the amount, the API posts at once, with the reason and its words", async () => {
  const member = await newMember();
  expect((await adjust("ann", member, 500)).status).toBe(303);
  expect((await adjust("ann", member, -500, "")).status).toBe(303);
  expect(await balanceOf(member)).toBe(0);
  expect(await requestsOf(member)).toEqual([]);
  const posted = await stack.database.sql<{ reason: string }[]>`
    select reason from adjustment where member = ${member.id.replace("MEM-", "")} order by create_date_time`;
  expect(posted.map(({ reason }) => reason)).toEqual(["Goodwill: late delivery", "Goodwill"]);
});

test("above it, up or down, one user asks, another agrees: one entry, by the one who agreed, which names who asked", async () => {
  const member = await newMember();
  for (const [amount, balance] of [
    [500.0001, 500.0001],
    [-500.0001, 0],
  ] as const) {
    const request = await ask("ann", member, amount);
    expect((await by("ann").open("/home")).text).not.toContain("a second person's consent");
    expect((await by("ben").open("/home")).text).toContain("1 adjustment waits for a second person");
    expect((await by("ben").open(`/members/${member.id}`)).text).toContain("waits for a second person");
    const list = (await by("ben").open("/adjustments")).text;
    expect(list).toContain(`/adjustments/agree?request=${request}`);
    expect((await by("ann").open("/adjustments")).text).not.toContain("/adjustments/agree");
    expect((await decide("ben", "agree", request)).headers.get("location")).toMatch(/^\/adjustments\?notice=/);
    expect(await balanceOf(member)).toBe(balance);
    expect((await requestsOf(member)).at(-1)).toMatchObject({ asked_by: "ann", decided_by: "ben", refusal: null });
  }
  const history = await stack.client.records("ObjectHistory", { ObjectID: member.id });
  expect(history.at(-1)).toMatchObject({ Action: "AddBalance", CreateUserID: "ben" });
  const audit = await stack.database.sql`
    select actor, operation, reason, detail ->> 'askedBy' as asked from audit_entry
    where record_id = ${member.id.replace("MEM-", "")} order by id limit 2`;
  expect([...audit]).toEqual([
    { actor: "ann", operation: "adjustment.ask", reason: "Goodwill: late delivery", asked: null },
    { actor: "ben", operation: "member:adjust", reason: "Goodwill: late delivery (asked by ann)", asked: "ann" },
  ]);
  await expectBooksInOrder(stack);
});

test("nobody decides about their own request", async () => {
  const member = await newMember();
  const request = await ask("ann", member, 600);
  expect((await by("ann").open(`/adjustments/agree?request=${request}`)).status).toBe(403);
  const agreed = await decide("ann", "agree", request);
  expect([agreed.status, agreed.text]).toEqual([403, expect.stringContaining("Another user than the one who asked")]);
  expect((await decide("ann", "refuse", request, { why: "mine" })).status).toBe(409);
  expect(await requestsOf(member)).toMatchObject([{ decided_by: null }]);
  expect(await balanceOf(member)).toBe(0);
});

test("two users who agree at once, and one who refuses, settle a request once", async () => {
  for (let round = 0; round < 5; round++) {
    const member = await newMember();
    const request = await ask("ann", member, 700);
    for (const name of ["ben", "cat"]) await by(name).open(`/adjustments/agree?request=${request}`);
    const answers = await Promise.all([
      by("ben").send("/adjustments/agree", { request }),
      by("cat").send(round % 2 ? "/adjustments/refuse" : "/adjustments/agree", { request, why: "no" }),
    ]);
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 403 || status === 409)).toHaveLength(1);
    const [settled] = await requestsOf(member);
    expect(await balanceOf(member)).toBe(settled?.refusal === null ? 700 : 0);
  }
  await expectBooksInOrder(stack);
});

test("if the answer of an agreement is lost, agreeing again says so and posts nothing more; another user is refused", async () => {
  const member = await newMember();
  const request = await ask("ann", member, 800);
  const key = await callKeyOf("ben");
  expect((await agreeByApi(key, member, { request, amount: 800 })).status).toBe(200);
  expect((await decide("ben", "agree", request)).status).toBe(303);
  expect((await decide("cat", "agree", request)).status).toBe(403);
  expect(await balanceOf(member)).toBe(800);
});

test("a refusal has a reason, and a request that is refused or older than seven days posts nothing", async () => {
  const member = await newMember();
  const refused = await ask("ann", member, 900);
  expect((await decide("ben", "refuse", refused, { why: " " })).status).toBe(422);
  expect((await decide("ben", "refuse", refused, { why: "Too much" })).status).toBe(303);
  expect(await requestsOf(member)).toMatchObject([{ decided_by: "ben", refusal: "Too much" }]);
  const ended = await ask("ann", member, 901);
  await stack.database.sql`update adjustment_request set asked_at = now() - interval '8 days' where id = ${ended}`;
  for (const [request, amount] of [
    [refused, 900],
    [ended, 901],
  ] as const) {
    const page = await by("cat").open(`/adjustments/agree?request=${request}`);
    expect(page.status).toBe(409);
    const answer = await agreeByApi(await callKeyOf("cat"), member, { request, amount });
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining("decided, has ended")]);
  }
  expect((await by("cat").open("/adjustments")).text).toMatch(/refused[\s\S]+Too much/);
  expect(await balanceOf(member)).toBe(0);
});

/** The key with which the console calls the API for a user, as somebody has it who took over the session. */
async function callKeyOf(name: string): Promise<string> {
  const token = decodeURIComponent((by(name).cookie ?? "").replace(/^.*?=/, ""));
  return allowCalls(stack.database.sql, token);
}

interface Agreed {
  readonly request: string;
  readonly amount: number;
  readonly reason?: string;
}

const agreeByApi = (
  credential: string,
  { id }: Member,
  { request, amount, reason = consentedReason("Goodwill: late delivery", "ann") }: Agreed,
) =>
  fetch(`${api.url}/dx/api/application/v2/objects/${id}/actions/AddBalance`, {
    method: "PATCH",
    headers: {
      ...{ "content-type": "application/json", authorization: `Bearer ${credential}` },
      "idempotency-key": request === "" ? freshKey("K") : consentKey(request),
    },
    body: JSON.stringify({ content: { AdjustBalances: { Amount: amount, Name: "Points", Reason: reason } } }),
  });

test("the key of a session calls the API with no more than the console does: without the consent of another it posts nothing", async () => {
  const [member, other] = [await newMember(), await newMember()];
  const [ofAnn, ofBen] = [await ask("ann", member, 600), await ask("ben", other, 600)];
  const key = await callKeyOf("ann");
  const attempts: readonly (readonly [Member, Agreed])[] = [
    [member, { request: "", amount: 600 }],
    [member, { request: ofAnn, amount: 600 }],
    [member, { request: ofBen, amount: 600 }],
    [other, { request: ofBen, amount: 601 }],
    [other, { request: ofBen, amount: -600 }],
    [other, { request: ofBen, amount: 600, reason: "mine" }],
    [other, { request: "01900000-0000-7000-8000-000000000001", amount: 600 }],
  ];
  for (const [of, agreed] of attempts) {
    const answer = await agreeByApi(key, of, agreed);
    const body = (await answer.json()) as { errorDetails: { message: string }[] };
    const expected = agreed.amount < 0 ? [422, "Error_Balance_Insufficient"] : [403, "Error_Consent_Missing"];
    expect([answer.status, body.errorDetails[0]?.message]).toEqual(expected);
  }
  expect([await balanceOf(member), await balanceOf(other)]).toEqual([0, 0]);
  expect([...(await requestsOf(member)), ...(await requestsOf(other))].map((one) => one.decided_by)).toEqual([
    null,
    null,
  ]);
  const granted = await agreeByApi(key, other, {
    request: ofBen,
    amount: 600,
    reason: consentedReason("Goodwill: late delivery", "ben"),
  });
  expect(granted.status).toBe(200);
});

test("a form wants a reason of the programme, and words that leave room for a name", async () => {
  const member = await newMember();
  const form = (await by("ann").open(`/members/add-balance?ID=${member.id}`)).text;
  expect(form).toMatch(/<option value="Goodwill">[\s\S]+In words/);
  for (const [fields, problem] of [
    [{ "AdjustBalances.Reason.code": "Mine" }, "choose one of the list"],
    [{ "AdjustBalances.Reason": "x".repeat(250) }, "255"],
    [{ "AdjustBalances.Reason": "x".repeat(240) }, "Write a shorter reason"],
  ] as const) {
    await by("ann").open(`/members/add-balance?ID=${member.id}`);
    const page = await by("ann").send("/members/add-balance", { ...formOf(member, 600), ...fields });
    expect([page.status, page.text]).toEqual([422, expect.stringContaining(problem)]);
  }
  expect(await requestsOf(member)).toEqual([]);
});

test("what is wrong with an adjustment itself is said before anybody asks", async () => {
  const member = await newMember();
  expect((await adjust("ann", member, -501)).text).toContain("below zero");
  expect(await requestsOf(member)).toEqual([]);
});

test("if the member is blocked meanwhile, the page says why nothing was posted, and the request waits on", async () => {
  const member = await newMember();
  const request = await ask("ann", member, 600);
  expect((await stack.client.act(member.id, "Block", { content: {} })).status).toBe(200);
  expect((await decide("ben", "agree", request)).status).toBe(409);
  expect(await requestsOf(member)).toMatchObject([{ decided_by: null }]);
  expect((await stack.client.act(member.id, "Unblock")).status).toBe(200);
  expect((await decide("ben", "agree", request)).status).toBe(303);
});

test("without users nobody can give a consent, so nothing needs it; clients have limits of their own", async () => {
  const member = await newMember();
  const content = { AdjustBalances: { Amount: 5_000, Name: "Points" } };
  expect((await stack.client.act(member.id, "AddBalance", { content })).status).toBe(200);
  expect(await balanceOf(member)).toBe(5_000);
});
