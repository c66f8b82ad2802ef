import { isHashOf, readClients } from "@rewards/access";
import { parseClientKey } from "@rewards/domain";
import { expect, it } from "vitest";
import { logIn, openTestConsole } from "../testing/console.ts";

const test = await openTestConsole();
const { sql, url } = test;
await test.addUser("ann", "operator:clients operator:list sale:* view:*");
const { browser } = await logIn(url, "ann");

const keyIn = (text: string) => /rwk_[\w-]+/.exec(text)?.[0] ?? "";
const audit = () => sql`
  select operation, actor, detail->>'client' as client from audit_entry where operation like 'client.%' order by id`;

it("a client is made with chosen rights, its key is shown once, and a second click makes no second one", async () => {
  const form = await browser.open("/clients/create");
  expect(form.text).toMatch(/value="sale:\*"[\s\S]*value="sale:create"/);
  // Only what the user has can be given away.
  expect(form.text).not.toMatch(/value="(member:|operator:\*|operator:replay)/);
  const fields = [
    ["name", "Till 7"],
    ["rights", "sale:create"],
    ["rights", "view:*"],
    ["largestAdjustment", "500"],
    ["adjustmentsADay", "2000"],
  ] as const;
  const [one, two] = await Promise.all([
    browser.send("/clients/create", fields),
    browser.send("/clients/create", fields),
  ]);
  expect([one.status, two.status].sort()).toEqual([200, 409]);
  const page = one.status === 200 ? one : two;
  expect(page.headers.get("cache-control")).toBe("no-store");
  const key = parseClientKey(keyIn(page.text));
  const [client, ...others] = await readClients(sql);
  expect(others).toEqual([]);
  expect(client).toMatchObject({
    id: key?.id,
    rights: "sale:create view:*",
    scope: { largestAdjustment: "500", adjustmentsADay: "2000" },
  });
  expect(isHashOf(key?.secret ?? "", client?.secretHash as Buffer)).toBe(true);
  const list = await browser.open("/clients");
  expect(list.text).toMatch(/Till 7[\s\S]*adjustments to 500, adjustments a day to 2000/);
  expect(list.text).not.toContain(key?.secret);
  expect(await audit()).toEqual([{ operation: "client.create", actor: "ann", client: key?.id }]);
});

it("a draft that is wrong is shown again with the reason, and keeps what was typed", async () => {
  await browser.open("/clients/create");
  const wrong = [
    [{ name: "", rights: "sale:create" }, "The field name must be"],
    [{ name: "x" }, "The field rights is empty"],
    [{ name: "x", rights: "sale:sell" }, "names no right of this service"],
    [{ name: "x", rights: "sale:create", expires: "2020-01-01" }, "The field expires must be in the future"],
    [{ name: "x", rights: "sale:create", programmes: "NONE" }, "There is no programme NONE"],
  ] as const;
  for (const [fields, text] of wrong) {
    const page = await browser.send("/clients/create", fields as Record<string, string>);
    expect([page.status, page.text]).toEqual([422, expect.stringContaining(text)]);
    if ("rights" in fields && fields.rights === "sale:create")
      expect(page.text).toContain('value="sale:create" checked');
  }
});

it("nobody makes, rotates or revokes a client that has more rights than they have", async () => {
  await browser.open("/clients/create");
  const made = await browser.send("/clients/create", { name: "Master", rights: "*" });
  expect([made.status, made.text]).toEqual([403, expect.stringContaining("ann lacks the right")]);
  await test.addUser("root", "*");
  const root = (await logIn(url, "root")).browser;
  await root.open("/clients/create");
  const { id = "" } =
    parseClientKey(keyIn((await root.send("/clients/create", { name: "All", rights: "*" })).text)) ?? {};
  await browser.open(`/clients/rotate?client=${id}`);
  const rotated = await browser.send("/clients/rotate", { client: id, keepHours: "1" });
  expect(rotated.status).toBe(403);
  expect(rotated.text).not.toContain("rwk_");
  await browser.open(`/clients/revoke?client=${id}`);
  const revoked = await browser.send("/clients/revoke", { client: id });
  expect([revoked.status, revoked.text]).toEqual([403, expect.stringContaining("ann lacks the right")]);
  expect((await readClients(sql)).map((client) => client.id)).toContain(id);
});

it("a client gets a new secret, and the one before stays valid for the hours; then it ends for good", async () => {
  const [client] = await readClients(sql);
  const { id = "" } = client ?? {};
  const question = await browser.open(`/clients/rotate?client=${id}`);
  expect(question.text).toContain("Rotate the secret of");
  const bad = await browser.send("/clients/rotate", { client: id, keepHours: "9999" });
  expect([bad.status, bad.text]).toEqual([422, expect.stringContaining("Hours must be")]);
  const { text } = await browser.send("/clients/rotate", { client: id, keepHours: "2" });
  const [after] = (await readClients(sql)).filter((one) => one.id === id);
  expect(isHashOf(parseClientKey(keyIn(text))?.secret ?? "", after?.secretHash as Buffer)).toBe(true);
  expect(after?.earlierHash).toEqual(client?.secretHash);

  await browser.open(`/clients/revoke?client=${id}`);
  const done = await browser.send("/clients/revoke", { client: id });
  expect((await browser.open(done.headers.get("location") ?? "")).text).toContain(`Revoked: Till 7 (${id}).`);
  expect((await readClients(sql)).map((one) => one.id)).not.toContain(id);
  expect((await browser.open(`/clients/revoke?client=${id}`)).status).toBe(409);
  expect((await browser.open("/clients/revoke?client=none")).status).toBe(404);
  expect((await audit()).map(({ operation }) => operation).slice(-2)).toEqual(["client.rotate", "client.revoke"]);
});
