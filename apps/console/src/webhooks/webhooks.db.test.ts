import { expect, it } from "vitest";
import { logIn, openTestConsole } from "../testing/console.ts";

const test = await openTestConsole();
const { sql, url } = test;
await test.addUser("ann", "operator:webhooks");
const { browser } = await logIn(url, "ann");

const receiver = "https://hooks.example/in";
const add = (fields: readonly [string, string][]) => browser.send("/webhooks/add", fields);
const find = async () => (await sql`select id, state, kinds, secret, reached::int from webhook`)[0];
const idIn = (text: string) => /WH-[0-9a-f]{32}/.exec(text)?.[0] ?? "";

/** Confirms an action on the subscription. @returns the page that it leads to */
async function confirm(verb: string, webhook: string, more: Readonly<Record<string, string>> = {}) {
  expect((await browser.open(`/webhooks/${verb}?webhook=${webhook}`)).status).toBe(200);
  const done = await browser.send(`/webhooks/${verb}`, { webhook, ...more });
  return done.status === 303 ? browser.open(done.headers.get("location") ?? "") : done;
}

it("a webhook is added, and its secret is shown once", async () => {
  expect((await browser.open("/webhooks")).text).toContain("Nobody has events posted to a URL.");
  await browser.open("/webhooks/add");
  for (const wrong of [
    [["url", receiver]],
    [
      ["url", "ftp://x"],
      ["kinds", "sale.completed"],
    ],
    [
      ["url", receiver],
      ["kinds", "x"],
    ],
  ])
    expect((await add(wrong as [string, string][])).status).toBe(422);
  const page = await add([
    ["url", receiver],
    ["kinds", "sale.completed"],
    ["kinds", "member.created"],
  ]);
  const { secret, kinds } = (await find()) ?? {};
  expect([page.status, page.text.includes(secret), page.headers.get("cache-control")]).toEqual([200, true, "no-store"]);
  expect(kinds.toSorted()).toEqual(["member.created", "sale.completed"]);
  const shown = await browser.open(`/webhooks/${idIn(page.text)}`);
  expect(shown.text).toContain("There was no attempt in the last three days.");
  expect(shown.text).not.toContain(secret);
});

it("its page shows what failed, and each action does what it says, audited", async () => {
  const id = idIn((await browser.open("/webhooks")).text);
  const { id: uuid, secret } = (await find()) ?? {};
  await sql`
    insert into webhook_attempt (webhook, status, error, numbers, ms) values
      (${uuid}, 200, '', '{1,2}', '{4,5}'), (${uuid}, null, 'ECONNREFUSED', '{3}', '{7}')`;
  await sql`
    insert into webhook_parked (webhook, n, lane, attempts, next_at, is_dead) values
      (${uuid}, 4, 'x', 9, clock_timestamp(), true)`;
  await sql`update webhook set failing_since = clock_timestamp(), last_error = 'ECONNREFUSED'`;
  const page = await browser.open(`/webhooks/${id}`);
  expect(page.text).toMatch(/failing since[\s\S]*ECONNREFUSED[\s\S]*200/);
  expect((await browser.open(`/webhooks/${id}?failed=true`)).text).not.toMatch(/<td[^>]*>200/);
  expect((await browser.open("/webhooks")).text).toMatch(/failing since/);
  expect((await confirm("pause", id)).text).toContain(`Paused: ${receiver}.`);
  expect(await find()).toMatchObject({ state: "paused" });
  expect((await confirm("resume", id)).text).toContain(`Resumed: ${receiver}.`);
  expect((await confirm("replay", id)).text).toContain("To be posted again: 1 events.");
  expect((await confirm("replay", id, { since: "yesterday" })).status).toBe(422);
  expect((await confirm("replay", id, { since: "2026-01-01T00:00:00Z" })).status).toBe(200);
  const rotated = await confirm("rotate", id);
  const { secret: later } = (await find()) ?? {};
  expect([rotated.text.includes(later), later === secret]).toEqual([true, false]);
  expect((await confirm("remove", id)).text).toContain(`Removed: ${receiver}.`);
  expect(await find()).toBeUndefined();
  const audit = await sql`select actor, operation from audit_entry where operation like 'webhook.%' order by id`;
  const done = ["add", "pause", "resume", "replay", "replay", "rotate", "remove"];
  expect(audit).toEqual(done.map((name) => ({ actor: "ann", operation: `webhook.${name}` })));
});

it("there is no page of what is no webhook, and none for who lacks the right", async () => {
  const unknown = `WH-${"0".repeat(32)}`;
  for (const id of [unknown, "STO-1", "x"]) {
    expect((await browser.open(`/webhooks/${id}`)).status).toBe(404);
    expect((await browser.open(`/webhooks/remove?webhook=${id}`)).status).toBe(404);
    for (const verb of ["pause", "resume", "replay", "rotate", "remove"]) {
      // A form is sent once, and the question has none here.
      await browser.open("/webhooks/add");
      expect((await browser.send(`/webhooks/${verb}`, { webhook: id })).status).toBe(404);
    }
  }
  await test.addUser("bob", "operator:clients");
  const bob = (await logIn(url, "bob")).browser;
  for (const path of ["/webhooks", `/webhooks/${unknown}`, "/webhooks/add"])
    expect((await bob.open(path)).status).toBe(403);
});
