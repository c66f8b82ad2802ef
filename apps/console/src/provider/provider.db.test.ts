import { createUser, disableUser, requireProvider } from "@rewards/access";
import { expect, it } from "vitest";
import { codeOf, logIn, openTestConsole, password } from "../testing/console.ts";
import { beginAt, openTestProvider, passProvider, passTo, pathOf } from "../testing/provider.ts";

const verified = (email: string) => ({ email, email_verified: true });
const people: Record<string, object> = {
  "id-of-ann": verified("Ann@shop.example"),
  "id-of-bob": verified("bob@shop.example"),
  "id-of-eve": verified("eve@shop.example"),
  "id-of-nobody": verified("nobody@shop.example"),
  unverified: { email: "bob@shop.example", email_verified: false },
};
const { settings, host } = await openTestProvider(people);
const test = await openTestConsole({ provider: settings });
const { sql, url } = test;
const setup = { actor: "setup" };
const add = (name: string, login = `${name}@shop.example`) =>
  createUser(sql, { name, rights: "operator:list", by: { login } }, setup);

const lastEntry = async () => {
  const { operation, actor, origin, detail } = (await test.audit()).at(-1) ?? {};
  return { operation, actor, origin, detail };
};
const refused = (reason: string, known: object = {}, actor = "operator") => ({
  operation: "console.refuse",
  actor,
  origin: "127.0.0.1",
  detail: { provider: host, reason, refused: expect.any(Number), ...known },
});

it("a user of the provider logs in without a password, is bound to its ID at the first time, and is audited", async () => {
  await add("ann");
  const { page: sent, goOn, browser: before } = await beginAt(url);
  expect(sent).toMatchObject({ status: 200, text: expect.stringContaining(`href="${goOn.replaceAll("&", "&amp;")}"`) });
  const asked = new URL(goOn).searchParams;
  expect(Object.fromEntries(asked)).toMatchObject({
    response_type: "code",
    code_challenge_method: "S256",
    redirect_uri: `${url}/login/provider/callback`,
    scope: "openid email profile",
  });
  for (const secret of ["state", "nonce", "code_challenge"]) expect(asked.get(secret)).toMatch(/^[\w-]{43}$/);
  expect((await before.open("/login")).text).toContain(`Log in with ${host}`);

  for (const time of ["first", "second"]) {
    const { browser, page } = await passTo(url, "id-of-ann");
    expect([time, page.status, page.headers.get("location")]).toEqual([time, 303, "/"]);
    expect((await browser.open("/health")).text).toContain(">ann</a>");
  }
  const [row] = await sql`select issuer, subject from console_identity where user_name = 'ann'`;
  expect(row).toEqual({ issuer: settings.issuer, subject: "id-of-ann" });
  const entries = await sql`select actor, operation, detail from audit_entry where actor = 'ann' order by id`;
  const loggedIn = { actor: "ann", operation: "console.log-in", detail: { provider: settings.issuer } };
  const bound = { user: "ann", issuer: settings.issuer, subject: "id-of-ann" };
  expect([...entries]).toEqual([{ actor: "ann", operation: "user.bind", detail: bound }, loggedIn, loggedIn]);
});

it("who has the same e-mail address later does not become the user; an operator can bind the user again", async () => {
  people["id-of-nobody"] = verified("ann@shop.example");
  const { page, browser } = await passTo(url, "id-of-nobody");
  expect(page).toMatchObject({ status: 403, text: expect.stringContaining("Another person at the identity provider") });
  expect((await browser.open("/health")).status).toBe(303);
  await expect.poll(lastEntry).toEqual(refused("subject", { login: "ann@shop.example" }, "ann"));
  people["id-of-ann"] = verified("ann.married@shop.example");
  expect((await passTo(url, "id-of-ann")).page.status).toBe(303);
  await requireProvider(sql, "ann", "ann@shop.example", setup);
  expect((await passTo(url, "id-of-nobody")).page.status).toBe(303);
  people["id-of-nobody"] = verified("nobody@shop.example");
  people["id-of-ann"] = verified("ann@shop.example");
  expect((await passTo(url, "id-of-ann")).page.status).toBe(403);
});

it("a person without a user, with an unverified address, or whose user is disabled stays out, with the remedy, and is audited", async () => {
  await add("bob");
  for (const [person, text, entry] of [
    ["stranger", "does not say who you are", refused("claim", { why: expect.stringContaining("email is missing") })],
    ["unverified", "does not say who you are", refused("claim", { why: expect.stringContaining("email_verified") })],
    ["id-of-eve", "This console has no user for you.", refused("user", { login: "eve@shop.example" })],
  ] as const) {
    const { page, browser } = await passTo(url, person);
    expect(page).toMatchObject({ status: 403, text: expect.stringContaining(text) });
    expect((await browser.open("/health")).status).toBe(303);
    await expect.poll(lastEntry).toEqual(entry);
  }
  await disableUser(sql, "bob", true, setup);
  expect((await passTo(url, "id-of-bob")).page).toMatchObject({
    status: 403,
    text: expect.stringContaining("disabled"),
  });
  await expect.poll(lastEntry).toEqual(refused("disabled", { login: "bob@shop.example" }, "bob"));
  const [row] = await sql`select subject from console_identity where user_name = 'bob'`;
  expect(row?.subject).toBeNull();
});

it("a user with one-time codes enters one after the provider; a log-in ends the browser's earlier session", async () => {
  await add("eve");
  await add("fay");
  people["id-of-fay"] = verified("fay@shop.example");
  const secret = await test.addCodes("eve");
  const { browser, page } = await passTo(url, "id-of-eve");
  expect([page.status, page.headers.get("location")]).toEqual([303, "/login/code"]);
  expect((await browser.open("/health")).headers.get("location")).toBe("/login/code");
  await browser.open("/login/code");
  expect((await browser.send("/login/code", { code: codeOf(secret) })).headers.get("location")).toBe("/");

  const earlier = browser.cookie;
  await browser.open("/health");
  const sent = await browser.send("/login/provider", {});
  const answer = await passProvider((sent.headers.get("refresh") ?? "").replace("0;url=", ""), "id-of-fay");
  expect((await browser.open(pathOf(answer))).headers.get("location")).toBe("/");
  browser.cookie = earlier;
  expect((await browser.open("/health")).headers.get("location")).toBe("/login");
});

it("a user of the provider has no password until an operator sets one, which ends the log-in through the provider", async () => {
  await add("zoe");
  people["id-of-zoe"] = verified("zoe@shop.example");
  expect((await logIn(url, "zoe")).page.status).toBe(401);
  await test.changePassword("zoe", password);
  expect((await logIn(url, "zoe")).page.status).toBe(303);
  expect((await passTo(url, "id-of-zoe")).page.status).toBe(403);
});
