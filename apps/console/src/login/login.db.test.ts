import { disableUser } from "@rewards/access";
import { createPersonalKeys } from "@rewards/db";
import { expect, it } from "vitest";
import { openBrowser } from "../testing/browser.ts";
import { codeOf, logIn, openTestConsole, password } from "../testing/console.ts";

const test = await openTestConsole();
const { sql, url } = test;
const ok = { status: 200 };
const toLogin = { status: 303, location: "/login" };

const shown = ({ status, headers }: { status: number; headers: Headers }) => ({
  status,
  location: headers.get("location"),
});

it("a user logs in with name and password and gets a new token in a closed cookie; log-out ends the session", async () => {
  await test.addUser("ann");
  const browser = openBrowser(url);
  expect(shown(await browser.open("/health"))).toEqual(toLogin);
  await browser.open("/login");
  const before = browser.cookie;
  const page = await browser.send("/login", { name: " Ann ", password });
  expect(shown(page)).toEqual({ status: 303, location: "/" });
  const [cookie = ""] = page.headers.getSetCookie();
  expect(cookie).toMatch(/^rewards-console=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
  expect(browser.cookie).not.toBe(before);
  const overview = await browser.open("/health");
  expect(overview).toMatchObject(ok);
  expect(overview.text).toContain('<a href="/account" aria-label="ann: your account">ann</a>');
  expect(shown(await browser.open("/login"))).toEqual({ status: 303, location: "/" });

  const old = browser.cookie;
  expect(shown(await browser.send("/logout", {}))).toEqual(toLogin);
  expect(browser.cookie).toBeUndefined();
  browser.cookie = old;
  expect(shown(await browser.open("/health"))).toEqual(toLogin);
  expect(await test.audit()).toEqual([
    { operation: "console.log-in", actor: "ann", origin: "127.0.0.1", detail: {} },
    { operation: "console.log-out", actor: "ann", origin: "127.0.0.1", detail: {} },
  ]);
});

it("a page learns that its session ended or belongs to another log-in; asking is no use of the session", async () => {
  await test.addUser("zoe");
  const { browser } = await logIn(url, "zoe");
  const { text } = await browser.open("/health");
  const mark = /<meta name="session" content="([^"]+)"/.exec(text)?.[1];
  const look = async (of = mark) => (await browser.open(`/session/${of}`)).status;
  await sql`update console_session set used_at = clock_timestamp() - interval '20 minutes' where user_name = 'zoe'`;
  expect([await look(), await look("another")]).toEqual([204, 401]);
  const [{ isOld } = {}] = await sql<{ isOld: boolean }[]>`
    select used_at < clock_timestamp() - interval '19 minutes' as "isOld" from console_session where user_name = 'zoe'`;
  expect(isOld).toBe(true);
  const { cookie } = browser;
  await browser.open("/health");
  await browser.send("/logout", {});
  expect(await look()).toBe(401);
  browser.cookie = cookie;
  expect(await look()).toBe(401);
  expect((await browser.open("/login")).text).not.toContain('<meta name="session"');
});

it("a wrong password, an unknown name and a disabled user get the same page with 401; the audit names who exists, and no secret", async () => {
  await test.addUser("bob");
  await test.addUser("off");
  await disableUser(sql, "off", true, { actor: "setup" });
  const pages = [
    await logIn(url, "bob", "wrong horse battery"),
    await logIn(url, "off"),
    await logIn(url, "hunter2hunter2"),
  ];
  for (const { page, browser } of pages) {
    expect(page.status).toBe(401);
    expect(page.text).toContain("Name or password is wrong, or the user is disabled.");
    expect(shown(await browser.open("/health"))).toEqual(toLogin);
  }
  const [first, ...others] = pages.map(({ page }) => page.text.replace(/value="[^"]*"/g, ""));
  for (const other of others) expect(other).toBe(first);
  const refused = async () =>
    (await test.audit())
      .filter(({ operation }) => operation === "console.refuse")
      .map(({ actor, origin, detail }) => [actor, origin, detail]);
  await expect.poll(async () => (await refused()).length).toBe(3);
  expect(await refused()).toEqual(
    expect.arrayContaining([
      ["bob", "127.0.0.1", { reason: "password", refused: 1 }],
      ...Array(2).fill(["operator", "127.0.0.1", { reason: "name", refused: 1 }]),
    ]),
  );
  const [{ all = "" } = {}] = await sql<
    { all: string }[]
  >`select jsonb_agg(to_jsonb(a))::text as all from audit_entry a`;
  expect(all + test.log()).not.toMatch(/horse|hunter2|scrypt|rewards-console/);
});

it("a log-in ends the browser's earlier session, and the audit names whose session a log-out ended", async () => {
  await test.addUser("gus");
  await test.addUser("liz");
  const { browser } = await logIn(url, "gus");
  const earlier = openBrowser(url);
  earlier.cookie = browser.cookie;
  await browser.open("/health");
  await browser.send("/login", { name: "liz", password });
  expect(shown(await earlier.open("/health"))).toEqual(toLogin);
  await browser.open("/health");
  await sql`update console_session set used_at = used_at - interval '31 minutes' where user_name = 'liz'`;
  expect(shown(await browser.send("/logout", {}))).toEqual(toLogin);
  expect((await test.audit()).slice(-4).map(({ operation, actor }) => `${operation} ${actor}`)).toEqual([
    "console.log-in gus",
    "console.log-in liz",
    "console.log-out gus",
    "console.log-out liz",
  ]);
});

it("a user with one-time codes enters one; it opens one session only, and no page opens before it", async () => {
  await test.addUser("eve");
  const secret = await test.addCodes("eve");
  const { browser, page } = await logIn(url, "eve");
  expect(shown(page)).toEqual({ status: 303, location: "/login/code" });
  for (const path of ["/health", "/dead-letters", "/login"])
    expect(shown(await browser.open(path))).toEqual({ status: 303, location: "/login/code" });
  expect(await browser.open("/login/code")).toMatchObject(ok);
  const wrong = await browser.send("/login/code", { code: codeOf(secret, 20) });
  expect(wrong.status).toBe(401);
  expect(wrong.text).toContain("This code is wrong, or it was used already.");
  const due = browser.cookie;
  const code = codeOf(secret);
  expect(shown(await browser.send("/login/code", { code: `${code.slice(0, 3)} ${code.slice(3)}` }))).toEqual({
    status: 303,
    location: "/",
  });
  expect(browser.cookie).not.toBe(due);
  expect(await browser.open("/health")).toMatchObject(ok);

  const second = await logIn(url, "eve");
  await second.browser.open("/login/code");
  const earlier = codeOf(secret, -1);
  for (const used of [code, earlier])
    expect((await second.browser.send("/login/code", { code: used })).status).toBe(401);
  expect(shown(await second.browser.send("/login/code", { code: codeOf(secret, 1) }))).toEqual({
    status: 303,
    location: "/",
  });
  const mine = async () =>
    (await test.audit()).flatMap(({ actor, operation, detail }) => (actor === "eve" ? [[operation, detail]] : []));
  await expect.poll(async () => (await mine()).length).toBe(5);
  expect((await mine()).toSorted()).toEqual([
    ...Array(2).fill(["console.log-in", { code: true }]),
    ...Array(3).fill(["console.refuse", { reason: "code", refused: 1 }]),
  ]);
});

it("a code is checked with the keys that encrypt its secret; without them the log-in waits for them with 503", async () => {
  await test.addUser("ada");
  const setting = { sealing: "k", keys: [{ id: "k", bytes: Buffer.alloc(32, "k") }] };
  const secret = await test.addCodes("ada", createPersonalKeys(setting));
  const { browser } = await logIn(url, "ada");
  await browser.open("/login/code");
  const page = await browser.send("/login/code", { code: codeOf(secret) });
  expect([page.status, page.text]).toEqual([503, expect.stringContaining("a key that PERSONAL_DATA_KEYS lacks: k")]);
  const withKeys = await logIn(await test.startAnother({ personalKeys: setting }), "ada");
  await withKeys.browser.open("/login/code");
  expect(shown(await withKeys.browser.send("/login/code", { code: codeOf(secret) }))).toEqual({
    status: 303,
    location: "/",
  });
  await sql`delete from personal_key`;
});

it("where codes are required, a user without them sees no page and can log out; with them, every page opens", async () => {
  const strict = await test.startAnother({ areCodesRequired: true });
  await test.addUser("pat");
  const { browser } = await logIn(strict, "pat");
  for (const path of ["/health", "/find", "/live"]) expect((await browser.open(path)).status).toBe(403);
  const page = await browser.open("/dead-letters");
  expect(page.text).toContain("pat has no one-time codes, which CONSOLE_CODES requires.");
  expect(shown(await browser.send("/logout", {}))).toEqual(toLogin);
  const secret = await test.addCodes("pat");
  const again = await logIn(strict, "pat");
  await again.browser.open("/login/code");
  await again.browser.send("/login/code", { code: codeOf(secret) });
  expect(await again.browser.open("/dead-letters")).toMatchObject(ok);
});

it("a code for a session that ended, or that needs none, opens nothing", async () => {
  await test.addUser("ivy");
  const secret = await test.addCodes("ivy");
  const { browser } = await logIn(url, "ivy");
  await browser.open("/login/code");
  await sql`update console_session set ends_at = clock_timestamp() where user_name = 'ivy'`;
  expect(shown(await browser.send("/login/code", { code: codeOf(secret) }))).toEqual(toLogin);
  await test.addUser("joe");
  const open = (await logIn(url, "joe")).browser;
  await open.open("/health");
  expect(shown(await open.open("/login/code"))).toEqual({ status: 303, location: "/" });
  expect(shown(await open.send("/login/code", { code: "123456" }))).toEqual(toLogin);
});

it("a session ends when it was not used, at its end, with a new password, and when its user is disabled", async () => {
  const ends: Record<string, () => Promise<unknown>> = {
    idle: () => sql`update console_session set used_at = used_at - interval '31 minutes' where user_name = 'idle'`,
    late: () =>
      sql`update console_session set ends_at = ends_at - interval '12 hours 1 second' where user_name = 'late'`,
    changed: () => test.changePassword("changed", "another horse battery"),
    gone: () => disableUser(sql, "gone", true, { actor: "setup" }),
  };
  for (const [name, end] of Object.entries(ends)) {
    await test.addUser(name);
    const { browser } = await logIn(url, name);
    expect(await browser.open("/health")).toMatchObject(ok);
    await end();
    expect(shown(await browser.open("/health"))).toEqual(toLogin);
  }
  const rows = await sql`select from console_session where user_name = any('{changed,gone}')`;
  expect(rows).toHaveLength(0);
});

it("a session that is used lives on: the time of its use is written again after a minute", async () => {
  await test.addUser("kim");
  const { browser } = await logIn(url, "kim");
  await sql`update console_session set used_at = used_at - interval '29 minutes' where user_name = 'kim'`;
  await browser.open("/health");
  const [row] = await sql<{ isNow: boolean }[]>`
    select used_at > clock_timestamp() - interval '1 minute' as "isNow" from console_session where user_name = 'kim'`;
  expect(row?.isNow).toBe(true);
});

it("a user has ten sessions at most; who knows only the password cannot end those that had a code", async () => {
  await test.addUser("max");
  const secret = await test.addCodes("max");
  const { browser } = await logIn(url, "max");
  await browser.open("/login/code");
  await browser.send("/login/code", { code: codeOf(secret) });
  for (let tries = 0; tries < 11; tries += 1) await logIn(url, "max");
  expect(await browser.open("/health")).toMatchObject(ok);
  const rows = await sql<{ due: boolean; count: number }[]>`
    select is_code_due as due, count(*)::int from console_session where user_name = 'max' group by 1 order by 1`;
  expect(rows).toEqual([
    { due: false, count: 1 },
    { due: true, count: 10 },
  ]);
});
