import { auditRefusal } from "@rewards/db";
import { expect, it } from "vitest";
import { logIn, openTestConsole } from "../testing/console.ts";

const test = await openTestConsole();
const { sql, url } = test;
await test.addUser("ann", "operator:audit");
const { browser } = await logIn(url, "ann");

const actors = (text: string) => [...text.matchAll(/<\/time><\/th><td[^>]*>([^<]*)<\/td>/g)].map(([, actor]) => actor);

it("shows the newest entries first, page by page, and filters them by actor and operation; each look is an entry", async () => {
  for (let n = 0; n < 60; n += 1) await auditRefusal(sql, "right.refuse", { actor: `bob${n % 2}` }, { n });
  const page = await browser.open("/audit?operation=right.refuse");
  expect(actors(page.text)).toHaveLength(50);
  expect(page.text.indexOf("&quot;n&quot;:59")).toBeLessThan(page.text.indexOf("&quot;n&quot;:58"));
  const next = /href="(\/audit\?[^"]*before=\d+)"/.exec(page.text)?.[1]?.replaceAll("&amp;", "&") ?? "";
  const rest = await browser.open(next);
  expect(actors(rest.text)).toHaveLength(10);
  const ofBob = await browser.open("/audit?actor=bob1");
  expect(new Set(actors(ofBob.text))).toEqual(new Set(["bob1"]));
  expect(actors(ofBob.text)).toHaveLength(30);
  const [{ looks = 0 } = {}] = await sql<{ looks: number }[]>`
    select count(*)::int as looks from audit_entry where operation = 'audit.list' and actor = 'ann'`;
  expect(looks).toBe(3);
});

it("looks at a bounded number of entries for a page, and says that it has not looked further", async () => {
  await sql`insert into audit_entry (actor, operation) select 'crowd', 'client.refuse' from generate_series(1, 20010)`;
  const page = await browser.open("/audit?actor=bob1");
  expect(page.text).toContain("There is no such entry among the latest of this page.");
  const next = /href="(\/audit\?[^"]*before=\d+)"/.exec(page.text)?.[1]?.replaceAll("&amp;", "&") ?? "";
  expect(actors((await browser.open(next)).text)).toHaveLength(30);
});

it("refuses parameters that are malformed with 400", async () => {
  for (const query of ["before=x", "before=0", "operation=%00", "actor=%C3%A4", `actor=${"x".repeat(65)}`])
    expect((await browser.open(`/audit?${query}`)).status).toBe(400);
});
