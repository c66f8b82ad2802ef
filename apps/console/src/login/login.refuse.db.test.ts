import { once } from "node:events";
import { connect } from "node:net";
import { expect, it } from "vitest";
import { openBrowser } from "../testing/browser.ts";
import { logIn, openTestConsole, password } from "../testing/console.ts";

const test = await openTestConsole();
const { sql, url } = test;
await test.addUser("ann");

const sessions = async () => (await sql`select from console_session`).length;

it("a form without its token, with another browser's, or without a cookie is refused with 403 and does nothing", async () => {
  const browser = openBrowser(url);
  const fields = { name: "ann", password };
  expect((await browser.send("/login", fields)).status).toBe(403);
  await browser.open("/login");
  for (const form_token of ["", "x".repeat(43)]) {
    const page = await browser.send("/login", { ...fields, form_token });
    expect(page.status).toBe(403);
    expect(page.text).toContain("This form is not valid any more.");
  }
  const other = openBrowser(url);
  await other.open("/login");
  other.cookie = browser.cookie;
  expect((await other.send("/login", fields)).status).toBe(403);
  expect(await sessions()).toBe(0);
});

it("a form that another site sends is refused with 403, also within a session", async () => {
  const { browser } = await logIn(url, "ann");
  await browser.open("/health");
  const foreign: Record<string, string>[] = [
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: url.replace(/\d+$/, "1") },
    { origin: url, "sec-fetch-site": "cross-site" },
    { origin: url, "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "none" },
  ];
  for (const headers of foreign) {
    const page = await browser.send("/logout", {}, headers);
    expect(page.status).toBe(403);
    expect(page.text).toContain("Another site sent this form.");
  }
  expect(await browser.open("/health")).toMatchObject({ status: 200 });
  expect((await browser.send("/logout", {}, {})).status).toBe(303);
});

it("log and audit name requests that no page of the console makes, with reason and user, once a minute each", async () => {
  const fresh = await test.startAnother({});
  await test.addUser("sam", "operator:list operator:pause");
  const entries = () => sql`
    select actor, origin, detail->>'reason' as reason from audit_entry where operation = 'request.refuse' order by id`;
  const { browser } = await logIn(fresh, "sam");
  await browser.open("/health");
  const [before, logged] = [(await entries()).length, test.log().length];
  const since = async () => (await entries()).slice(before);
  await browser.send("/queue/pause", { form_token: "x".repeat(43) });
  await browser.send("/logout", {}, { origin: "https://evil.example" });
  await expect.poll(async () => (await since()).length).toBe(2);
  await fetch(`${fresh}/login`, { method: "PUT" });
  const json = { "content-type": "application/json", cookie: browser.cookie ?? "" };
  await fetch(`${fresh}/login`, { method: "POST", body: "{}", headers: json });
  expect((await since()).toSorted((one, other) => one["reason"].localeCompare(other["reason"]))).toEqual([
    { actor: "sam", origin: "127.0.0.1", reason: "form" },
    { actor: "operator", origin: "127.0.0.1", reason: "site" },
  ]);
  const reasons = [
    ...test
      .log()
      .slice(logged)
      .matchAll(/"reason":"(\w+)".*"request refused"/g),
  ].map(([, one]) => one);
  expect(reasons).toEqual(["form", "site", "method", "body"]);
});

it("a body that is no form gets 415, one that is too large 413, another method 405, another path 404; each with a page", async () => {
  const browser = openBrowser(url);
  await browser.open("/login");
  const json = await fetch(`${url}/login`, {
    method: "POST",
    body: "{}",
    headers: { "content-type": "application/json", cookie: browser.cookie ?? "" },
  });
  expect([json.status, await json.text()]).toEqual([415, expect.stringContaining("The request is not a form.")]);
  const large = await browser.send("/login", { name: "x".repeat(33_000) });
  expect([large.status, large.text]).toEqual([413, expect.stringContaining("The form is too large.")]);
  const put = await fetch(url, { method: "PUT" });
  expect([put.status, put.headers.get("allow")]).toEqual([405, "GET, HEAD, POST"]);
  expect(await browser.open("/nowhere")).toMatchObject({ status: 404, text: expect.stringContaining("no such page") });
  for (const path of ["/login?x=%E0%A4%A", "/%", "/login/%00"])
    expect((await browser.open(path)).status).toBeLessThan(500);
  const odd = await browser.send("/login", { name: "a\u0000b", password: "\u0000" });
  expect(odd.status).toBe(401);
});

it("forms that are sent slowly keep nobody out, and log nothing when they are given up", async () => {
  const { hostname, port, host } = new URL(url);
  const browser = openBrowser(url);
  await browser.open("/login");
  const type = "Content-Type: application/x-www-form-urlencoded";
  const begun = [`POST /login HTTP/1.1`, `Host: ${host}`, `Cookie: ${browser.cookie}`, type];
  const slow = Array.from({ length: 100 }, () => {
    const socket = connect(Number(port), hostname);
    socket.write(`${[...begun, "Content-Length: 100", "Expect: 100-continue"].join("\r\n")}\r\n\r\nname=`);
    return socket;
  });
  // Each server answers "100 Continue" when it begins to handle the request.
  await Promise.all(slow.map((socket) => once(socket, "data")));
  const before = test.log();
  for (const path of ["/livez", "/readyz", "/login"]) expect((await browser.open(path)).status).toBe(200);
  for (const socket of slow) socket.destroy();
  expect((await logIn(url, "ann")).page.status).toBe(303);
  expect(test.log()).toBe(before);
});

it("after ten attempts a name gets 429, whether there is such a user or not; each is audited, and the user keeps the open session", async () => {
  const { browser } = await logIn(url, "ann");
  for (const name of ["ann", "nobody"]) {
    // Attempts on both names together would be too many of this network.
    const fresh = await test.startAnother({ nowMs: () => 0 });
    for (let tries = 0; tries < 10; tries += 1) expect((await logIn(fresh, name, "wrong")).page.status).toBe(401);
    const { page } = await logIn(fresh, name);
    expect([page.status, page.headers.get("retry-after")]).toEqual([429, "60"]);
    expect(page.text).toContain("There were too many attempts to log in.");
  }
  expect(await browser.open("/health")).toMatchObject({ status: 200 });
  const ofAnn = async () =>
    (await test.audit()).filter(({ actor, operation }) => actor === "ann" && operation === "console.refuse");
  await expect.poll(async () => (await ofAnn()).length).toBe(10);
  for (const entry of await ofAnn())
    expect(entry).toMatchObject({ origin: "127.0.0.1", detail: { reason: "password", refused: 1 } });
});

it("behind a proxy an attempt comes from the address that the proxy saw, whatever the caller wrote before it", async () => {
  const browser = openBrowser(await test.startAnother({ proxies: 1 }));
  await test.addUser("zoe");
  await browser.open("/login");
  const fields = { name: "zoe", password: "wrong" };
  const addresses = {
    "198.51.100.1, 203.0.113.7": "203.0.113.7",
    "203.0.113.8:50123": "203.0.113.8",
    "[2001:db8::1]:50123": "2001:db8::1",
    "2001:db8::2": "2001:db8::2",
    "198.51.100.1, unknown": "127.0.0.1",
  };
  for (const [forwarded, origin] of Object.entries(addresses)) {
    await browser.send("/login", fields, { "x-forwarded-for": forwarded });
    await expect.poll(async () => (await test.audit()).at(-1)).toMatchObject({ actor: "zoe", origin });
  }
});
