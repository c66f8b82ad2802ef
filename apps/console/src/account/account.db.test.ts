import { createUser, openProviderSession } from "@rewards/access";
import { expect, it } from "vitest";
import { makeToken } from "../session/session.cookie.ts";
import { openBrowser, type Page } from "../testing/browser.ts";
import { logIn, openTestConsole, password } from "../testing/console.ts";

const test = await openTestConsole();
const { sql, url } = test;
const next = "a stable full of hay";

const shown = ({ status, headers }: Page) => [status, headers.get("location")?.replace(/\?notice=.*/, "")];
const toLogin = [303, "/login"];
const done = [303, "/account"];
const refused = (status: number, text: string) => [status, expect.stringContaining(text)];
const told = ({ status, text }: Page) => [status, text];

/** The IDs of the sessions that the account page offers to end, the latest used first. */
const othersOf = ({ text }: Page) => [...text.matchAll(/end-session\?session=(\w+)/g)].map(([, id = ""]) => id);
const stored = async (name: string) =>
  (await sql<{ hash: string }[]>`select password_hash as hash from console_user where name = ${name}`)[0]?.hash;
const sessionsOf = async (name: string) => (await sql`select from console_session where user_name = ${name}`).length;
const auditOf = (name: string) => sql<{ operation: string; detail: Record<string, unknown> }[]>`
  select operation, detail from audit_entry where actor = ${name} and operation in ('user.password', 'console.end-sessions')
  order by id`;

async function changeTo(browser: ReturnType<typeof openBrowser>, fields: Readonly<Record<string, string>>) {
  await browser.open("/account/password");
  return browser.send("/account/password", { present: password, next, repeat: next, ...fields });
}

it("a user changes the own password with the one before: the session gets a new token, others end, and the audit has it", async () => {
  await test.addUser("ann", "sale:create");
  const [mine, other] = [(await logIn(url, "ann")).browser, (await logIn(url, "ann")).browser];
  const before = mine.cookie;
  const changed = await changeTo(mine, {});
  expect(shown(changed)).toEqual(done);
  const account = await mine.open(changed.headers.get("location") ?? "");
  expect(told(account)).toEqual(refused(200, "Your password is changed. Other sessions that ended: 1."));
  expect(mine.cookie).not.toBe(before);
  expect(shown(await other.open("/account"))).toEqual(toLogin);
  const stolen = openBrowser(url);
  stolen.cookie = before;
  expect(shown(await stolen.open("/account"))).toEqual(toLogin);
  expect((await logIn(url, "ann")).page.status).toBe(401);
  expect(shown((await logIn(url, "ann", next)).page)).toEqual([303, "/"]);
  expect(await auditOf("ann")).toEqual([{ operation: "user.password", detail: { user: "ann", own: true, ended: 1 } }]);
});

it.each([
  ["a wrong present one", { present: "wrong horse battery" }, "The present password is wrong."],
  ["none", { present: "" }, "The present password is wrong."],
  ["two new ones that differ", { repeat: "a stable full of oats" }, "The two new passwords differ."],
  ["a short new one", { next: "hay", repeat: "hay" }, "at least 12 characters"],
  ["a stolen new one", { next: "manchesterunited", repeat: "manchesterunited" }, "lists of stolen passwords"],
  ["a new one with the name", { next: "my name is bob", repeat: "my name is bob" }, "The password contains the user"],
])("with %s the form comes again with 422, repeats no password, and nothing changes", async (_, fields, problem) => {
  if ((await stored("bob")) === undefined) await test.addUser("bob");
  const { browser } = await logIn(url, "bob");
  const before = [await stored("bob"), await sessionsOf("bob"), browser.cookie];
  const page = await changeTo(browser, fields);
  expect(told(page)).toEqual(refused(422, problem));
  for (const typed of [password, next, ...Object.values(fields).filter((one) => one !== "")])
    expect(page.text).not.toContain(`value="${typed}"`);
  expect([await stored("bob"), await sessionsOf("bob"), browser.cookie]).toEqual(before);
  expect(await auditOf("bob")).toEqual([]);
});

it("wrong present passwords count like log-ins: after ten the form gets 429, each is audited, and the session stays", async () => {
  await test.addUser("cyd");
  const fresh = await test.startAnother({ nowMs: () => 0 });
  const { browser } = await logIn(fresh, "cyd");
  for (let tries = 0; tries < 10; tries += 1)
    expect((await changeTo(browser, { present: "wrong horse battery" })).status).toBe(422);
  const page = await changeTo(browser, {});
  expect([...told(page), page.headers.get("retry-after")]).toEqual([
    ...refused(429, "There were too many attempts to log in."),
    "60",
  ]);
  expect((await browser.open("/account")).status).toBe(200);
  const reasons = async () =>
    (await test.audit()).flatMap(({ actor, detail }) => (actor === "cyd" && detail["reason"]) || []);
  await expect.poll(reasons).toEqual(Array(10).fill("password"));
});

it("two changes at once by two sessions: one is done and ends the other session, which is told so", async () => {
  await test.addUser("dot");
  const browsers = [(await logIn(url, "dot")).browser, (await logIn(url, "dot")).browser];
  for (const browser of browsers) await browser.open("/account/password");
  const pages = await Promise.all(
    browsers.map((browser, at) =>
      browser.send("/account/password", { present: password, next: `${next} ${at}`, repeat: `${next} ${at}` }),
    ),
  );
  const answers = pages.map(({ status }) => status).toSorted();
  expect(answers[0]).toBe(303);
  expect([303, 409, 422]).toContain(answers[1]);
  expect(await auditOf("dot")).toHaveLength(1);
  expect(await sessionsOf("dot")).toBe(1);
});

it("a user sees the own sessions and ends one, or all others, with the password; a session of another user is not theirs", async () => {
  await test.addUser("eve");
  await test.addUser("fay");
  const [mine, second, third, strange] = [
    (await logIn(url, "eve")).browser,
    (await logIn(url, "eve")).browser,
    (await logIn(url, "eve")).browser,
    (await logIn(url, "fay")).browser,
  ];
  await logIn(url, "fay");
  const ids = othersOf(await mine.open("/account"));
  expect(ids).toHaveLength(2);
  const [theirs = ""] = othersOf(await strange.open("/account"));
  const [own = ""] = othersOf(await second.open("/account")).filter((id) => !ids.includes(id));
  for (const session of [theirs, own, "0".repeat(16), "x'; --", ""]) {
    expect(told(await mine.open(`/account/end-session?session=${encodeURIComponent(session)}`))).toEqual(
      refused(404, "You have no other session of this ID."),
    );
    await mine.open("/account/password");
    expect((await mine.send("/account/end-session", { session, present: password })).status).toBe(404);
  }
  expect([await sessionsOf("eve"), await sessionsOf("fay")]).toEqual([3, 2]);

  const [id = ""] = ids;
  await mine.open(`/account/end-session?session=${id}`);
  const wrong = await mine.send("/account/end-session", { session: id, present: "wrong horse battery" });
  expect(told(wrong)).toEqual(refused(422, "The present password is wrong."));
  expect(await sessionsOf("eve")).toBe(3);
  const before = mine.cookie;
  expect(shown(await mine.send("/account/end-session", { session: id, present: password }))).toEqual(done);
  expect(mine.cookie).not.toBe(before);
  const left = [second, third].map((browser) => browser.open("/account"));
  expect((await Promise.all(left)).map(({ status }) => status).toSorted()).toEqual([200, 303]);
  await mine.open("/account/end-others");
  expect(shown(await mine.send("/account/end-others", { present: password }))).toEqual(done);
  expect([await sessionsOf("eve"), await sessionsOf("fay")]).toEqual([1, 2]);
  expect(await auditOf("eve")).toEqual(Array(2).fill({ operation: "console.end-sessions", detail: { ended: 1 } }));
});

it("forms of the account need the token of their own session: another user's, an older one's and none get 403", async () => {
  await test.addUser("gil");
  await test.addUser("hal");
  const [mine, strange] = [(await logIn(url, "gil")).browser, (await logIn(url, "hal")).browser];
  const before = await stored("gil");
  await strange.open("/account/password");
  const cookie = mine.cookie;
  strange.cookie = cookie;
  const fields = { present: password, next, repeat: next };
  expect(told(await strange.send("/account/password", fields))).toEqual(refused(403, "not valid any more"));
  for (const path of ["/account/password", "/account/end-session", "/account/end-others"]) {
    expect(shown(await openBrowser(url).open(path))).toEqual(toLogin);
    expect((await mine.send(path, { ...fields, form_token: "" })).status).toBe(403);
  }
  await mine.open("/account/end-others");
  await mine.send("/account/end-others", { present: password });
  strange.cookie = mine.cookie;
  await strange.send("/account/password", fields);
  expect(await stored("gil")).toBe(before);
});

it("a user of the identity provider has no password to change, and ends sessions within five minutes of a log-in", async () => {
  await createUser(sql, { name: "ivy", rights: "*", by: { login: "ivy@shop.example" } }, { actor: "setup" });
  const tokens = [makeToken(), makeToken()] as const;
  const identity = { issuer: "https://provider.example", subject: "1", login: "ivy@shop.example" };
  for (const token of tokens) await openProviderSession(sql, identity, token, {});
  const browser = openBrowser(url);
  browser.cookie = `rewards-console=${tokens[0]}`;
  expect((await browser.open("/account")).text).toContain("none: you log in through the identity provider");
  expect(told(await browser.open("/account/password"))).toEqual(refused(409, "You have no password here"));
  await sql`update console_session set created_at = created_at - interval '6 minutes' where user_name = 'ivy'`;
  await browser.open("/account/end-others");
  expect(told(await browser.send("/account/end-others", {}))).toEqual(refused(403, "Log out, log in again"));
  expect(await sessionsOf("ivy")).toBe(2);
  await sql`update console_session set created_at = clock_timestamp() where user_name = 'ivy'`;
  await browser.open("/account/end-others");
  expect(shown(await browser.send("/account/end-others", {}))).toEqual(done);
  expect(await sessionsOf("ivy")).toBe(1);
});

it("while nobody logs in, nobody has an account", async () => {
  const browser = openBrowser(await test.startAnother({ isAuthRequired: false }));
  for (const path of ["/account", "/account/password", "/account/end-others"])
    expect(told(await browser.open(path))).toEqual(refused(404, "Nobody has an account while nobody logs in."));
});
