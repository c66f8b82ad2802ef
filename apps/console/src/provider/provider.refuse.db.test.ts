import { createUser } from "@rewards/access";
import { expect, it } from "vitest";
import { openBrowser } from "../testing/browser.ts";
import { logIn, openTestConsole } from "../testing/console.ts";
import { beginAt, comeBackTo, openTestProvider, passTo, pathOf } from "../testing/provider.ts";

const { settings, close } = await openTestProvider({
  "id-of-ann": { email: "ann@shop.example", email_verified: true },
});
const test = await openTestConsole({ provider: settings });
const { sql, url } = test;
await createUser(sql, { name: "ann", rights: "operator:list", by: { login: "ann@shop.example" } }, { actor: "setup" });

const sessions = async () => (await sql`select from console_session`).length;
const reasons = async () => (await test.audit()).map(({ detail }) => detail.reason);
const audited = (reason: string) => expect.poll(reasons).toContain(reason);
const ended = "This log-in has ended, took more than ten minutes, or began in another browser. Begin again.";
const foreign = "The answer of the identity provider does not belong to this log-in.";

it("an answer without the browser's cookie, in another browser, with another state, or twice opens nothing and gets 403", async () => {
  const { browser, answer } = await comeBackTo(url, "id-of-ann");
  const other = openBrowser(url);
  const bare = await other.open(pathOf(answer));
  await other.open("/login");
  const elsewhere = await other.open(pathOf(answer));
  const forged = new URL(answer);
  forged.searchParams.set("state", "x".repeat(43));
  const pages = [bare, elsewhere, await browser.open(pathOf(forged)), await browser.open("/login/provider/callback")];
  expect(await sessions()).toBe(0);
  const { cookie } = browser;
  expect((await browser.open(pathOf(answer))).status).toBe(303);
  browser.cookie = cookie;
  pages.push(await browser.open(pathOf(answer)));
  for (const page of pages) expect([page.status, page.text]).toEqual([403, expect.stringContaining(ended)]);
  await audited("flow");
});

it("a log-in that takes more than ten minutes, or whose code the provider does not know any more, gets 403", async () => {
  const late = await comeBackTo(url, "id-of-ann");
  await sql`update console_flow set ends_at = ends_at - interval '10 minutes'`;
  const spent = await comeBackTo(url, "id-of-ann");
  spent.answer.searchParams.set("code", "a-code-that-expired");
  for (const { browser, answer } of [late, spent]) {
    const page = await browser.open(pathOf(answer));
    expect([page.status, page.text]).toEqual([403, expect.stringContaining(ended)]);
    expect((await browser.open("/health")).headers.get("location")).toBe("/login");
  }
  expect(await sql`select from console_flow where ends_at < clock_timestamp()`).toHaveLength(0);
});

it("an answer of another issuer, without its issuer, or with a parameter twice gets 403 and is audited", async () => {
  const changes: ((parameters: URLSearchParams) => void)[] = [
    (parameters) => parameters.set("iss", "https://evil.example"),
    (parameters) => parameters.delete("iss"),
    (parameters) => parameters.append("code", "another"),
    (parameters) => parameters.delete("code"),
  ];
  for (const change of changes) {
    const { browser, answer } = await comeBackTo(url, "id-of-ann");
    change(answer.searchParams);
    const page = await browser.open(pathOf(answer));
    expect([page.status, page.text]).toEqual([403, expect.stringContaining(foreign)]);
    expect((await browser.open("/health")).headers.get("location")).toBe("/login");
  }
  await audited("answer");
});

it("a person who says no at the provider gets 403 and may begin again on the same page", async () => {
  const { browser, page } = await passTo(await test.startAnother({}));
  expect([page.status, page.text]).toEqual([403, expect.stringContaining("The identity provider did not let you in.")]);
  expect((await browser.send("/login/provider", {})).status).toBe(200);
  await audited("denied");
});

it("the way to the provider begins with a form of the console alone, and is only one where a provider is set", async () => {
  const browser = openBrowser(url);
  expect((await browser.send("/login/provider", {})).status).toBe(403);
  await browser.open("/login");
  expect((await browser.send("/login/provider", {}, { origin: "https://evil.example" })).status).toBe(403);
  expect((await browser.open("/login/provider")).status).toBe(404);
  const without = openBrowser(await test.startAnother({ provider: undefined }));
  expect((await without.open("/login")).text).not.toContain("/login/provider");
  expect((await without.send("/login/provider", {})).status).toBe(404);
  expect((await without.open("/login/provider/callback")).status).toBe(404);
});

it("a network has twenty log-ins that begin at once, then 429; those that succeed do not count", async () => {
  // Six seconds forget one of them: on a clock that moves, a pause would.
  const fresh = await test.startAnother({ nowMs: () => 0 });
  expect((await passTo(fresh, "id-of-ann")).page.status).toBe(303);
  for (let tries = 0; tries < 20; tries += 1) expect((await beginAt(fresh)).page.status).toBe(200);
  const { page } = await beginAt(fresh);
  expect([page.status, page.headers.get("retry-after")]).toEqual([429, "60"]);
  await audited("throttled");
});

it("more than ten thousand log-ins that have begun get 503, and ended ones make room", async () => {
  await sql`delete from console_flow`;
  await sql`
    insert into console_flow (state_hash, token_hash, nonce, verifier, ends_at)
    select sha256(n::text::bytea), '', '', '', clock_timestamp() + interval '1 minute' from generate_series(1, 10000) n`;
  const fresh = await test.startAnother({});
  expect((await beginAt(fresh)).page.status).toBe(503);
  await sql`update console_flow set ends_at = clock_timestamp() where state_hash = any(array(
    select state_hash from console_flow limit 10))`;
  expect((await beginAt(fresh)).page.status).toBe(503);
  expect((await beginAt(fresh)).page.status).toBe(200);
});

it("with a wrong secret, or without the provider, the page says so with 503, one line is logged, and passwords go on", async () => {
  await test.addUser("bob");
  const provider = { ...settings, clientSecret: "not the one that it has" };
  const wrong = await passTo(await test.startAnother({ provider }), "id-of-ann");
  await close();
  const away = await test.startAnother({});
  const pages = [wrong.page, (await beginAt(away)).page, (await beginAt(away)).page];
  for (const page of pages) {
    expect([page.status, page.text]).toEqual([
      503,
      expect.stringContaining("The identity provider does not answer as it should."),
    ]);
    expect(page.text).toContain('name="password"');
  }
  const lines = test
    .log()
    .split("\n")
    .filter((line) => line.includes("nobody can log in through the identity provider"));
  expect(lines).toEqual([expect.stringContaining("401"), expect.stringContaining("fetch failed")]);
  expect((await logIn(away, "bob")).page.status).toBe(303);
  expect(test.log()).not.toMatch(
    /of the console, at the provider|not the one that it has|code_verifier|"code":"[\w-]{43}/,
  );
});
