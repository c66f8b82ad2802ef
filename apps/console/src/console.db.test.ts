import { get } from "node:http";
import { insertGroup, recordFailing } from "@rewards/db";
import { sale } from "@rewards/domain";
import { describe, expect, it } from "vitest";
import { newSale, times } from "../../../test/src/records.ts";
import { openBrowser } from "./testing/browser.ts";
import { logIn, openTestConsole } from "./testing/console.ts";

const test = await openTestConsole();
const { sql, url } = test;

describe("the console", () => {
  it("shows the state of the service and the dead letters to a user with operator:list; without the right 403 names it", async () => {
    const records = times(3, () => newSale({ member: "m", store: "s", product: "p" }));
    const { answers } = await insertGroup(sql, sale, records);
    const ids = answers.map((answer) => ("id" in answer ? answer.id : ""));
    const failure = { reason: "Error_Record_Refused", error: "<b>broken</b>", job: "1", trace: "t" } as const;
    await recordFailing(sql, sale.class, ids.slice(0, 2), failure, 1);
    await test.addUser("ann");
    await test.addUser("bob", "sale:*");

    const { browser } = await logIn(url, "ann");
    const overview = await browser.open("/health");
    expect(overview.text).toContain("No worker is connected");
    expect(overview.text).toContain("Dead letters wait for you");
    expect(overview.text).toMatch(/<th [^>]+>Error_Record_Refused<\/th><td [^>]+>SaleCase<\/td><td [^>]+>2</);
    const letters = await browser.open("/dead-letters");
    expect(letters.text).toMatch(/SALE-[\s\S]*SALE-[\s\S]*&lt;b&gt;broken&lt;\/b&gt;/);
    expect(letters.text).not.toContain("<b>broken");
    const [listed] = await sql`select actor, origin from audit_entry where operation = 'dead-letter.list'`;
    expect(listed).toEqual({ actor: "ann", origin: "127.0.0.1" });
    const wrong = await browser.open("/dead-letters?cursor=%00");
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining("cursor")]);

    const other = (await logIn(url, "bob")).browser;
    for (const path of ["/health", "/dead-letters"]) {
      const page = await other.open(path);
      expect([page.status, page.text]).toEqual([403, expect.stringContaining("bob lacks the right operator:list.")]);
    }
    const refused = () => sql`select actor, origin, detail from audit_entry where operation = 'right.refuse'`;
    await expect
      .poll(refused)
      .toEqual([{ actor: "bob", origin: "127.0.0.1", detail: { right: "operator:list", refused: 1 } }]);
  });

  it("without log-ins shows its pages to everybody, and has no page to log in", async () => {
    const open = openBrowser(await test.startAnother({ isAuthRequired: false }));
    const page = await open.open("/health");
    expect(page).toMatchObject({ status: 200, text: expect.not.stringContaining("Log out") });
    expect(page.headers.getSetCookie()).toEqual([]);
    expect((await open.open("/login")).status).toBe(404);
  });

  it("without log-ins refuses what a page of another site asks for, the live stream too; links to its pages work", async () => {
    const openUrl = await test.startAnother({ isAuthRequired: false });
    const open = openBrowser(openUrl);
    const foreign = [
      { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" },
      { "sec-fetch-site": "same-site", "sec-fetch-mode": "cors" },
      { origin: "http://evil.example" },
    ];
    for (const path of ["/health", "/live", "/assets/console.css"])
      for (const headers of foreign) {
        const page = await open.open(path, headers);
        expect([page.status, page.text]).toEqual([403, expect.stringContaining("Another site asked for this page.")]);
      }
    // Not fetch: it sets the mode itself.
    const follow = (site: string, mode: string) =>
      new Promise((resolve, reject) =>
        get(`${openUrl}/health`, { headers: { "sec-fetch-site": site, "sec-fetch-mode": mode } }, (answer) =>
          resolve(answer.resume().statusCode),
        ).on("error", reject),
      );
    expect([await follow("cross-site", "navigate"), await follow("none", "navigate")]).toEqual([200, 200]);
    expect(await follow("cross-site", "no-cors")).toBe(403);
  });

  it("sends a strict policy with every answer, pages and refusals, and loads nothing from elsewhere", async () => {
    const browser = openBrowser(url);
    for (const path of ["/login", "/", "/nowhere", "/assets/console.css"]) {
      const { headers, text } = await browser.open(path);
      expect(headers.get("content-security-policy")).toBe(
        "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
      );
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("referrer-policy")).toBe("same-origin");
      expect(headers.get("cache-control")).toBe(path.startsWith("/assets/") ? "no-cache" : "no-store");
      expect(headers.has("strict-transport-security")).toBe(false);
      if (headers.get("content-type")?.startsWith("text/html"))
        expect(text).toMatch(/^<!doctype html><html lang="en">/);
      expect(text).not.toMatch(/<script(?! src="\/assets\/session\.js")|<style| style=|https?:\/\//);
    }
    const open = openBrowser(await test.startAnother({ isAuthRequired: false }));
    const page = await open.open("/health");
    expect(page.text).not.toMatch(/<script>|<style| style=|https?:\/\//);
    const files = [...page.text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = ""]) => path);
    expect(files).toEqual(expect.arrayContaining(["/assets/uPlot.js", "/assets/uPlot.css", "/assets/overview.js"]));
    for (const path of files) expect([path, (await open.open(path)).status]).toEqual([path, 200]);
    const style = await browser.open("/assets/console.css");
    const again = await browser.open("/assets/console.css", { "if-none-match": style.headers.get("etag") ?? "" });
    expect([style.headers.get("content-type"), again.status]).toEqual(["text/css; charset=utf-8", 304]);
  });

  it("behind TLS has a __Host- cookie for TLS only, and takes forms of its public origin", async () => {
    const secure = await test.startAnother({ publicUrl: "https://console.example" });
    await test.addUser("tls");
    const browser = openBrowser(secure);
    const page = await browser.open("/login");
    expect(page.headers.getSetCookie()[0]).toMatch(
      /^__Host-rewards-console=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(page.headers.get("strict-transport-security")).toBe("max-age=31536000");
    const fields = { name: "tls", password: "correct horse battery" };
    // A page in clear at the name by which the request came.
    expect((await browser.send("/login", fields, { origin: secure })).status).toBe(403);
    await browser.open("/login");
    const sent = await browser.send("/login", fields, { origin: "https://console.example" });
    expect(sent.status).toBe(303);
  });

  it("refuses the name of another site with 421, so that no page can point its own name at it", async () => {
    const { hostname, port } = new URL(url);
    const { request } = await import("node:http");
    const ask = (host: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const sent = request({ hostname, port, headers: { host } }, (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        });
        sent.on("error", reject).end();
      });
    expect(await Promise.all(["evil.example", "a b", `localhost:${port}`].map(ask))).toEqual([421, 400, 303]);
  });

  it("answers health checks without a log-in", async () => {
    const browser = openBrowser(url);
    expect(await browser.open("/livez")).toMatchObject({ status: 200, text: '{"status":"ok"}' });
    expect(await browser.open("/readyz")).toMatchObject({ status: 200, text: '{"status":"ok"}' });
  });

  it("is not ready while its role lacks a right, and says which one and what to do", async () => {
    const browser = openBrowser(url);
    await test.sql`revoke insert on audit_entry from rewards_console`;
    const ready = await browser.open("/readyz");
    await test.sql`grant insert on audit_entry to rewards_console`;
    expect([ready.status, JSON.parse(ready.text)]).toEqual([
      503,
      {
        status: "unavailable",
        reason: expect.stringMatching(
          /^The role rewards_console lacks the right to insert on audit_entry: run `npm run migrate`/,
        ),
      },
    ]);
    expect(await browser.open("/readyz")).toMatchObject({ status: 200 });
  });

  it("is not ready while its role may not read the list of migrations", async () => {
    await test.sql`revoke usage on schema drizzle from rewards_console`;
    const ready = await openBrowser(url).open("/readyz");
    await test.sql`grant usage on schema drizzle to rewards_console`;
    expect([ready.status, ready.text]).toEqual([503, expect.stringContaining("grant it usage of that schema")]);
  });

  it("is ready on the schema of a later release, which may have taken rights that it no longer needs", async () => {
    await test.sql`revoke insert on audit_entry from rewards_console`;
    await test.sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9999999999999)`;
    const ready = await openBrowser(url).open("/readyz");
    await test.sql`delete from drizzle.__drizzle_migrations where hash = 'later'`;
    await test.sql`grant insert on audit_entry to rewards_console`;
    expect(ready).toMatchObject({ status: 200 });
  });

  it("says with 503 what is wrong with Postgres and what to do, for people, in /readyz and in one log line, without the URL's password", async () => {
    const away = await test.startAnother({
      databaseUrl: "postgres://me:hidden@127.0.0.1:1/none",
      isAuthRequired: false,
    });
    const browser = openBrowser(away);
    const beganMs = performance.now();
    for (const path of ["/health", "/dead-letters", "/dead-letters"]) {
      const page = await browser.open(path);
      expect([page.status, page.headers.get("retry-after")]).toEqual([503, "5"]);
      expect(page.text).toContain("Check that it runs, and that DATABASE_URL and the network lead to it.");
    }
    const ready = await browser.open("/readyz");
    expect([ready.status, ready.text]).toEqual([503, expect.stringContaining("Postgres fails (ECONNREFUSED)")]);
    const lines = test.log().match(/a page could not be shown/g)?.length;
    // One, and another one for each five seconds that the pages took.
    expect(lines).toBeGreaterThanOrEqual(1);
    expect(lines).toBeLessThanOrEqual(1 + Math.floor((performance.now() - beganMs) / 5_000));
    expect(test.log()).not.toContain("hidden");
  });
});
