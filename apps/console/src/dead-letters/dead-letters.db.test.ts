import { insertGroup, recordFailing } from "@rewards/db";
import { type DeadLetterReason, formatId, objectOfId, sale } from "@rewards/domain";
import { expect, it } from "vitest";
import { newSale, times } from "../../../../test/src/records.ts";
import { makeFormId } from "../action/action.route.tsx";
import { logIn, openTestConsole } from "../testing/console.ts";

const test = await openTestConsole();
const { sql, url } = test;
await test.addUser("ann", "operator:*");
const { browser } = await logIn(url, "ann");

/** Sales that failed for this reason, as dead letters; their IDs. */
async function bury(count: number, reason: DeadLetterReason = "Error_Record_Refused"): Promise<string[]> {
  const records = times(count, () => newSale({ member: "m", store: "s", product: "p" }));
  const { answers } = await insertGroup(sql, sale, records);
  const ids = answers.map((answer) => ("id" in answer ? answer.id : ""));
  await recordFailing(sql, sale.class, ids, { reason, error: "<i>broken</i>", job: "7", trace: "t" }, 1);
  return ids.map((id) => formatId(sale.idPrefix, id));
}

const uuidOf = (id: string) => objectOfId(id).uuid;
const isDead = async (id: string) => (await sql`select from dead_letter where id = ${uuidOf(id)}`).length === 1;
const idFields = (ids: readonly string[]) => ids.map((id) => ["ID", id] as const);
/** The audit of operators' deeds on a record, oldest first. */
const deedsOn = (id: string) => sql`
  select operation, actor, origin, reason, request_id <> '' as "hasRequest" from audit_entry
  where record_id = ${uuidOf(id)} and operation <> 'dead-letter.inspect' order by id`;

it("are filtered by class and reason, and selected all at once without a script", async () => {
  const [refused = ""] = await bury(1);
  const [contended = ""] = await bury(1, "Error_Record_Contended");
  const page = await browser.open("/dead-letters?class=SaleCase&reason=Error_Record_Contended");
  expect(page.text).toContain(contended);
  expect(page.text).not.toContain(refused);
  expect(page.text).not.toMatch(/checkbox"[^>]* checked/);
  const all = await browser.open("/dead-letters?class=SaleCase&reason=Error_Record_Contended&selected=all");
  expect(all.text).toMatch(new RegExp(`value="${contended}" checked`));
  expect((await browser.open("/dead-letters?reason=Error_None")).status).toBe(400);
});

it("can be looked at: the error, the record, and what operators did", async () => {
  const [id = ""] = await bury(1);
  const first = await browser.open(`/dead-letters/${id}`);
  expect(first.text).toMatch(
    /&lt;i&gt;broken[\s\S]*Replay[\s\S]*Discard[\s\S]*StoreCode[\s\S]*No operator has dealt with it/,
  );
  const again = await browser.open(`/dead-letters/${id}`);
  expect(again.text).toMatch(/<td[^>]*>ann<\/td><td[^>]*>dead-letter.inspect<\/td>/);
  for (const unknown of ["SALE-0", "SALE-01900000000070008000000000000009", "%00", "NONE-1"])
    expect((await browser.open(`/dead-letters/${unknown}`)).status).toBe(404);
});

it("are replayed after a confirmation: the question changes nothing, the form works once, and the audit has the deed", async () => {
  const [first = "", second = "", gone = ""] = await bury(3);
  const question = await browser.open(`/dead-letters/replay?ID=${first}&ID=${second}&ID=${gone}`);
  expect(question.text).toMatch(/Replay 3 dead letters\?[\s\S]*<button type="submit">Replay<\/button>/);
  expect(await isDead(first)).toBe(true);
  await sql`delete from dead_letter where id = ${uuidOf(gone)}`;
  const fields = idFields([first, second, gone]);
  const [done, double] = await Promise.all([
    browser.send("/dead-letters/replay", fields),
    browser.send("/dead-letters/replay", fields),
  ]);
  expect([done.status, double.status].sort()).toEqual([303, 409]);
  const { headers } = done.status === 303 ? done : double;
  const page = await browser.open(headers.get("location") ?? "");
  expect(page.text).toContain("Pending again: 2 of 3; the others were no dead letters any more.");
  expect([await isDead(first), await isDead(second)]).toEqual([false, false]);
  expect(await deedsOn(first)).toEqual([
    {
      operation: "dead-letter.replay",
      actor: "ann",
      origin: "127.0.0.1",
      reason: "Error_Record_Refused",
      hasRequest: true,
    },
  ]);
  await browser.open(`/dead-letters/replay?ID=${first}`);
  const late = await browser.send("/dead-letters/replay", { ID: first });
  expect([late.status, late.text]).toEqual([409, expect.stringContaining("not a dead letter")]);
});

it("are discarded with a reason, which the record and the audit keep; without one the form says so", async () => {
  const [id = ""] = await bury(1);
  await browser.open(`/dead-letters/discard?ID=${id}`);
  for (const reason of ["", " "]) {
    const refused = await browser.send("/dead-letters/discard", { ID: id, reason });
    expect([refused.status, refused.text]).toEqual([422, expect.stringMatching(/role="alert"[\s\S]*reason/)]);
  }
  expect(await isDead(id)).toBe(true);
  const done = await browser.send("/dead-letters/discard", { ID: id, reason: "till was broken" });
  expect(done.status).toBe(303);
  const [record] = await sql`select status, confirmation_note as note from sale where id = ${uuidOf(id)}`;
  expect(record).toEqual({ status: "Resolved-Rejected", note: "Error_Record_Discarded: till was broken" });
  expect(await deedsOn(id)).toMatchObject([
    { operation: "dead-letter.discard", actor: "ann", reason: "till was broken" },
  ]);
});

it("of a reason are replayed all at once, at a pace; a wrong pace is refused", async () => {
  const ids = await bury(3, "Error_Statement_Refused");
  const question = await browser.open("/dead-letters/replay-all?reason=Error_Statement_Refused&class=SaleCase");
  expect(question.text).toMatch(
    /Replay 3 dead letters\?[\s\S]*class SaleCase and\s+of the reason Error_Statement_Refused[\s\S]*>Replay 3</,
  );
  const choice = await browser.open("/dead-letters/replay-all?class=SaleCase");
  expect(choice.text.replace(/<[^>]+>/g, " ")).toMatch(/Error_Statement_Refused\s+SaleCase\s+3 /);
  expect(choice.text).toContain('<option value="SaleCase" selected');
  expect((await browser.open("/dead-letters/replay-all?reason=Error_None")).status).toBe(400);
  const fields = { reason: "Error_Statement_Refused", class: "SaleCase" };
  for (const perSecond of ["501", "0", "x"])
    expect((await browser.send("/dead-letters/replay-all", { ...fields, perSecond })).status).toBe(422);
  expect(await isDead(ids[0] as string)).toBe(true);
  const done = await browser.send("/dead-letters/replay-all", { ...fields, perSecond: "2" });
  expect((await browser.open(done.headers.get("location") ?? "")).text).toContain("Pending again: 3, 2 a second.");
  expect(await isDead(ids[0] as string)).toBe(false);
});

it("of a class and reason are discarded all at once: those that were counted, with a reason, each with its audit entry", async () => {
  const code = "Error_Processing_Failed";
  const ids = await bury(3, code);
  const path = "/dead-letters/discard-all";
  const question = await browser.open(`${path}?class=SaleCase&code=${code}`);
  expect(question.text).toMatch(
    /Discard 3 dead letters\?[\s\S]*class SaleCase and of the reason Error_Processing_Failed/,
  );
  const [, until = ""] = /name="until" value="([^"]+)"/.exec(question.text) ?? [];
  await expect
    .poll(
      async () => (await sql`select where clock_timestamp() > ${until}::text::timestamptz + interval '2 ms'`).length,
    )
    .toBe(1);
  const [late = ""] = await bury(1, code);
  const fields = { class: "SaleCase", code, until, reason: "till was broken" };
  for (const wrong of [{ reason: " " }, { until: "yesterday" }, { class: "None" }, { code: "Error_None" }]) {
    const refused = await browser.send(path, { ...fields, ...wrong });
    expect([wrong, refused.status]).toEqual([wrong, "class" in wrong || "code" in wrong ? 400 : 422]);
  }
  expect(await isDead(ids[0] ?? "")).toBe(true);
  const done = await browser.send(path, fields);
  expect((await browser.open(done.headers.get("location") ?? "")).text).toContain("Discarded: 3.");
  for (const id of ids)
    expect(await deedsOn(id)).toMatchObject([
      { operation: "dead-letter.discard", actor: "ann", origin: "127.0.0.1", reason: "till was broken" },
    ]);
  expect(await isDead(late)).toBe(true);
  await test.addUser("eve", "operator:list operator:replay");
  const { browser: other } = await logIn(url, "eve");
  expect((await other.open(path)).status).toBe(403);
  expect((await other.send(path, fields)).status).toBe(403);
  const forged = await browser.send(path, { ...fields, form_token: "x" });
  expect([forged.status, await isDead(late)]).toEqual([403, true]);
});

it("a selection of none, of too many or of what is no ID is refused", async () => {
  await browser.open("/dead-letters/replay-all");
  const many = times(51, (n) => `SALE-019000000000700080000000000000${String(n).padStart(2, "0")}`);
  for (const action of ["replay", "discard"]) {
    const path = `/dead-letters/${action}`;
    const answers = [[], many, ["SALE-x"], ["SALE-01900000000070008000000000000009"]].map((ids) =>
      browser.send(path, [...idFields(ids), ["reason", "r"], ["form_id", makeFormId()]]),
    );
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([400, 400, 404, 404]);
  }
});
