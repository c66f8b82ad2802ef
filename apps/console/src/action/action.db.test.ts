import { insertGroup, recordFailing } from "@rewards/db";
import { formatId, operatorFunctions, operatorRight, sale } from "@rewards/domain";
import { expect, it } from "vitest";
import { newSale, times } from "../../../../test/src/records.ts";
import { actions } from "../actions.ts";
import { openBrowser } from "../testing/browser.ts";
import { logIn, openTestConsole } from "../testing/console.ts";

const test = await openTestConsole();
const { sql, url } = test;

const tables = ["dead_letter", "pending", "failing", "api_client", "history"] as const;
const readAll = () => Promise.all(tables.map((table) => sql`select count(*)::int from ${sql(table)}`));

/** Fields with which each action succeeds, were it allowed. */
async function fieldsOf(): Promise<Record<string, string>> {
  const { answers } = await insertGroup(sql, sale, [newSale({ member: "m", store: "s", product: "p" })]);
  const [answer] = answers;
  const id = answer && "id" in answer ? answer.id : "";
  await recordFailing(sql, sale.class, [id], { reason: "Error_Record_Refused", error: "x", job: "1", trace: "t" }, 1);
  const common = { reason: "Error_Record_Refused", perSecond: "1", queue: "sale", keepHours: "1" };
  return { ID: formatId(sale.idPrefix, id), name: "Till", rights: "sale:create", client: "none", ...common };
}

/** Those of the own account need no right, and are tested there. */
const guarded = actions.flatMap(({ path, right }) => (right === null ? [] : [{ path, right }]));

it.each(guarded)(
  "$path is refused without its right, whose lack is audited, without its form's token, and without a log-in",
  async ({ path, right }) => {
    const fields = await fieldsOf();
    const before = await readAll();
    const stranger = openBrowser(url);
    for (const page of [await stranger.open(path), await stranger.send(path, fields)])
      expect([page.status, page.headers.get("location")]).toEqual([303, "/login"]);

    const name = `u${path.replaceAll("/", "-")}`;
    const others = operatorFunctions.map(operatorRight).filter((other) => other !== right);
    await test.addUser(name, others.join(" "));
    const { browser } = await logIn(url, name);
    await browser.open("/dead-letters");
    for (const page of [await browser.open(path), await browser.send(path, fields)])
      expect([page.status, page.text]).toEqual([403, expect.stringContaining(`lacks the right ${right}.`)]);
    const refused = () =>
      sql`select origin, detail->>'right' as right from audit_entry where operation = 'right.refuse' and actor = ${name}`;
    await expect.poll(refused).toEqual([{ origin: "127.0.0.1", right }]);

    await test.addUser(`${name}-2`, right);
    const allowed = (await logIn(url, `${name}-2`)).browser;
    const forged = await allowed.send(path, { ...fields, form_token: "x".repeat(43) });
    expect([forged.status, forged.text]).toEqual([403, expect.stringContaining("This form is not valid any more.")]);
    const elsewhere = await allowed.send(path, fields, { origin: "https://evil.example" });
    expect(elsewhere.status).toBe(403);
    expect(await readAll()).toEqual(before);
  },
);

it("the pages link only to the actions that their viewer may do", async () => {
  await fieldsOf();
  await test.addUser("looker", "operator:list operator:inspect");
  await test.addUser("doer", "operator:*");
  const [looker, doer] = [(await logIn(url, "looker")).browser, (await logIn(url, "doer")).browser];
  const letters = await looker.open("/dead-letters");
  expect(letters.text).not.toMatch(/checkbox|Replay all|Discard/);
  expect((await doer.open("/dead-letters")).text).toMatch(/checkbox[\s\S]*Replay selected[\s\S]*Discard selected/);
  expect((await looker.open("/health")).text).not.toMatch(/href="\/(clients|audit)"/);
  expect((await doer.open("/health")).text).toMatch(/href="\/clients"[\s\S]*href="\/audit"/);
});

it("while nobody logs in, actions need the token of a form too, and nobody makes clients", async () => {
  const { ID = "" } = await fieldsOf();
  const browser = openBrowser(await test.startAnother({ isAuthRequired: false }));
  await browser.open("/health");
  expect((await browser.send("/dead-letters/replay", { ID })).status).toBe(403);
  await browser.open(`/dead-letters/replay?ID=${ID}`);
  expect((await browser.send("/dead-letters/replay", { ID })).status).toBe(303);
  const [entry] = await sql`select actor from audit_entry where operation = 'dead-letter.replay' order by id desc`;
  expect(entry?.["actor"]).toBe("operator");
  expect((await browser.open("/clients/create")).status).toBe(403);
});

it("a notice that the console did not write itself is not shown", async () => {
  await test.addUser("kim");
  const { browser } = await logIn(url, "kim");
  const text = Buffer.from("Call 555").toString("base64url");
  for (const notice of [text, `${text}.`, `${text}.${"A".repeat(43)}`])
    expect((await browser.open(`/?notice=${notice}`)).text).not.toContain("Call 555");
});

it("an action that Postgres refuses can be sent again with the same form", async () => {
  await test.addUser("leo", "operator:*");
  const { browser } = await logIn(url, "leo");
  const [first = "", second = ""] = (await Promise.all(times(2, fieldsOf))).map(({ ID }) => ID as string);
  await browser.open(`/dead-letters/replay?ID=${first}&ID=${second}`);
  await sql`alter table audit_entry add constraint shut check (operation <> 'dead-letter.replay') not valid`;
  const failed = await browser.send("/dead-letters/replay", { ID: first });
  await sql`alter table audit_entry drop constraint shut`;
  expect(failed.status).toBe(500);
  expect((await browser.send("/dead-letters/replay", { ID: first })).status).toBe(303);
});
