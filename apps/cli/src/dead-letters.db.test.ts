import { recordFailing } from "@rewards/db";
import { formatId, type ObjectDefinition, redemption, sale, segment } from "@rewards/domain";
import { verifyBooks } from "@rewards/operations";
import { describe, expect, it } from "vitest";
import { newRedemption, newSegment, type TestRecord, times } from "../../../test/src/records.ts";
import { insertAll, openShop, openTestService } from "../../../test/src/service.ts";
import { runCommand, runHere } from "./testing/command.ts";

const { database, url } = await openTestService(4);
const { sql } = database;
const shop = await openShop(database, 1);
const nobody = `SALE-${"0".repeat(32)}`;
const error = "a check\u001b[31m was violated";

/** Records that are dead letters, by their public IDs. */
async function plant(
  definition: ObjectDefinition,
  records: readonly TestRecord[],
  reason: "Error_Record_Refused" | "Error_Processing_Failed" = "Error_Record_Refused",
): Promise<string[]> {
  const ids = await insertAll(database, definition, records);
  await recordFailing(sql, definition.class, ids, { reason, error, job: "17", trace: "cafe" }, 1);
  return ids.map((id) => formatId(definition.idPrefix, id));
}

const plantSales = (count: number) => plant(sale, times(count, shop.newSale));

/** What `rewards dead-letters` prints; the code of its exit must be this. */
async function run(code: number, ...args: string[]): Promise<string> {
  const command = await runHere(["dead-letters", ...args], { DATABASE_URL: url });
  expect([command.code, command.output]).toEqual([code, expect.any(String)]);
  return command.output;
}

async function auditOf(actor: string) {
  const rows = await sql<{ operation: string; reason: string }[]>`
    select operation, reason from audit_entry where actor = ${actor} order by id`;
  return rows.map(({ operation, reason }) => `${operation} ${reason}`.trim());
}

const statusOf = async (noun: string, id: string) =>
  (
    await sql`select status, confirmation_note from ${sql(noun)} where replace(id::text, '-', '') = ${id.split("-")[1] ?? ""}`
  )[0];

describe("rewards dead-letters", () => {
  it("list prints a table and the counts, or a page as JSON, and leaves an audit row", async () => {
    expect(await run(0, "list")).toBe("No dead letters.\n");
    const sales = await plantSales(3);
    const [other = ""] = await plant(segment, [newSegment()], "Error_Processing_Failed");
    const printed = await run(0, "list", "--actor", "lister");
    for (const id of [...sales, other]) expect(printed).toContain(id);
    expect(printed).toMatch(/Error_Record_Refused +1 +\S+Z +\S+Z +a check \[31m was violated/);
    expect(printed).toMatch(/SaleCase +Error_Record_Refused +3/);
    const page = JSON.parse(await run(0, "list", "--class", "SaleCase", "--limit", "2", "--json", "--actor", "lister"));
    expect(page).toMatchObject({ deadLetters: [{ ID: sales[0], error }, { ID: sales[1] }], cursor: sales[1] });
    const more = await run(0, "list", "--class", "SaleCase", "--cursor", page.cursor, "--actor", "lister");
    expect([more.includes(String(sales[2])), more.includes(String(sales[1]))]).toEqual([true, false]);
    expect(await auditOf("lister")).toEqual(times(3, () => "dead-letter.list"));
  });

  it("show prints a dead letter, its record and its trail, or all of it as JSON, and leaves an audit row", async () => {
    const [id = ""] = await plantSales(1);
    const printed = await run(0, "show", id, "--actor", "shower");
    expect(printed).toMatch(new RegExp(`^ID +${id}\nclass +SaleCase\nreason +Error_Record_Refused\n`));
    expect(printed).toMatch(/ {2}Status +Pending-Ready To Process\n/);
    expect(printed).toContain("No operator has dealt with it.");
    expect(await run(0, "show", id, "--actor", "shower")).toMatch(/Z +shower +dead-letter\.inspect/);
    expect(JSON.parse(await run(0, "show", id, "--json"))).toMatchObject({
      deadLetter: { ID: id, job: "17", trace: "cafe" },
      objectInfo: { ID: id, status: "Pending-Ready To Process" },
      audit: [{ actor: "shower" }, { actor: "shower" }],
    });
    expect(await auditOf("shower")).toEqual(["dead-letter.inspect", "dead-letter.inspect"]);
  });

  it("replay makes one pending again, and a second replay of it is refused", async () => {
    const [id = ""] = await plantSales(1);
    expect(await run(0, "replay", id, "--actor", "player")).toBe(`${id}: pending again\n`);
    expect(await run(1, "replay", id, "--actor", "player")).toBe(
      "The object is not a dead letter. (Error_DeadLetter_Gone)\n",
    );
    expect(await auditOf("player")).toEqual(["dead-letter.replay Error_Record_Refused"]);
  });

  it("replay --reason makes all of a reason pending again, and prints how many", async () => {
    await plant(
      redemption,
      times(3, () => newRedemption("nobody", [{ reward: "none" }])),
      "Error_Processing_Failed",
    );
    const args = ["replay", "--reason", "Error_Processing_Failed", "--class", "RedemptionCase", "--actor", "pacer"];
    expect(await run(0, ...args, "--per-second", "2")).toBe("3 pending again, 2 a second; 0 of this reason remain.\n");
    expect(JSON.parse(await run(0, ...args, "--json"))).toEqual({ replayed: 0, remaining: 0 });
    expect(await auditOf("pacer")).toEqual([
      ...times(3, () => "dead-letter.replay Error_Processing_Failed"),
      ...times(2, () => "dead-letter.replay-all Error_Processing_Failed"),
    ]);
  });

  it("discard ends a record with the reason, as who works at the terminal", async () => {
    const [id = ""] = await plantSales(1);
    const [other = ""] = await plant(segment, [newSegment()]);
    const before = Number((await sql`select max(id) as id from audit_entry`)[0]?.["id"] ?? 0);
    expect(await run(0, "discard", id, "--reason", "sent by a broken till")).toBe(`${id}: Resolved-Rejected\n`);
    expect(await statusOf("sale", id)).toEqual({
      status: "Resolved-Rejected",
      confirmation_note: "Error_Record_Discarded: sent by a broken till",
    });
    const [row] = await sql`select actor, operation, reason from audit_entry where id > ${before}`;
    expect(row).toEqual({
      actor: expect.stringMatching(/\S/),
      operation: "dead-letter.discard",
      reason: "sent by a broken till",
    });
    expect(JSON.parse(await run(0, "discard", other, "--reason", "x", "--json"))).toEqual({
      ID: other,
      status: "Resolved-Inactive",
    });
  });

  it.each([
    ["an ID of nothing", ["show", "x"], "There is no object with this ID. (Error_Object_Unknown)"],
    ["an unknown class", ["list", "--class", "Store"], "class: One of SaleCase, RedemptionCase, SegmentCase."],
    ["a limit out of range", ["list", "--limit", "501"], "limit: A whole number from 1 to 500."],
    ["a pace that is no number", ["replay", "--reason", "Error_Record_Refused", "--per-second", "x"], "perSecond"],
    ["neither an ID nor a reason", ["replay"], "Name an ID, or --reason <code>."],
    ["an ID and a reason", ["replay", "x", "--reason", "Error_Record_Refused"], "Name an ID, or --reason <code>."],
    ["a blank reason to discard", ["discard", nobody, "--reason", " "], "reason: A reason in words."],
    ["an actor that is not printable", ["list", "--actor", "a\tb"], "--actor must be a name"],
  ])("with %s exits with 1, says so, and writes nothing", async (_, args, message) => {
    const count = async () => (await sql`select count(*)::int from audit_entry`)[0]?.["count"];
    const before = await count();
    expect(await run(1, ...args)).toContain(message);
    expect(await count()).toBe(before);
  });

  it("with no reason to discard exits with 1 and says so", async () => {
    const command = runCommand(["dead-letters", "discard", "x"], { DATABASE_URL: url });
    expect([await command.exited, command.output()]).toEqual([
      1,
      expect.stringContaining("required option '--reason <text>' not specified"),
    ]);
  });

  it("leaves books that add up", async () => expect(await verifyBooks(sql)).toEqual([]));
});
