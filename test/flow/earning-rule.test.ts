import { expect, test } from "vitest";
import { expectError } from "./support/errors.ts";
import { freshKey } from "./support/fixtures.ts";
import { useStack } from "./support/stack.ts";

// Its rules and rates would be in force for the sales of other files.
const stack = useStack({ workers: 0 });
const gives = { bonus: "5" };
const contentOf = (Rule: unknown, more: object = {}) => ({
  ...{ ProgramBusinessID: "REWARDS", RuleID: freshKey("RULE"), Rule },
  ...more,
});
/** The code, the place and the text of each detail of a refusal with 422. */
async function refused(content: object) {
  const answer = await stack.client.create("EarningRule", content);
  expect(answer.status).toBe(422);
  return answer.body.errorDetails.map((detail: Record<string, string>) => [
    detail["message"],
    `${detail["erroneousInputOutputFieldInPage"]}${detail["erroneousInputOutputIdentifier"]}`,
    detail["localizedValue"],
  ]);
}

test("a rule is created, edited, ended and read, and shown as an object", async () => {
  const { client } = stack;
  const RuleID = freshKey("RULE");
  const content = contentOf({ gives: { bonus: 5 }, every: { visits: "10", per: "campaign" } }, { RuleID });
  const { status, body } = await client.create("EarningRule", content);
  expect([status, body]).toEqual([
    201,
    { data: { objectInfo: { status: "Open-Active" } }, ID: body.ID, confirmationNote: "Rule in force." },
  ]);
  expect(body.ID).toMatch(/^RUL-/);
  const Rule = { gives, every: { visits: "8", per: "campaign" } };
  expect((await client.act(body.ID, "Edit", { content: { Rule } })).body).toEqual({
    data: { objectInfo: { status: "Open-Active" } },
    confirmationNote: "Rule changed.",
  });
  const shown = { ID: body.ID, RuleID, Rule, Origin: "API", Status: "Open-Active" };
  const [listed] = (await client.records("EarningRulesByProgramme", { ProgramBusinessID: "REWARDS" })).slice(-1);
  expect(listed).toMatchObject({
    ...shown,
    ConfirmationNote: `Rule changed. ${RuleID}: collected stamps start anew (every 10 → 8).`,
  });
  expect((await client.read(body.ID)).body.data.objectInfo.content).toMatchObject(shown);
  expect((await client.act(body.ID, "End")).body.data.objectInfo.status).toBe("Resolved-Ended");
  expectError(await client.act(body.ID, "End"), 409, "Error_Status_Illegal");
  expectError(await client.create("EarningRule", content), 409, "Error_Key_Taken");
});

test("each fault of a rule is named by its place", async () => {
  const rule = {
    ...{ colour: "red", gives: { multiplier: "0.5" } },
    where: { day: ["Mon", "Sunday"], time: ["08:00", "08:00"], category: [] },
  };
  expect(await refused(contentOf(rule))).toEqual([
    ["Error_Field_Type", ".Rule.where.day(2)", "day(2) must be Mon, Tue, Wed, Thu, Fri, Sat, Sun."],
    ["Error_Field_Range", ".Rule.where.time", "time: two different times."],
    ["Error_Field_Required", ".Rule.where.category", "category must be 1 to 1000 entries."],
    ["Error_Field_Range", ".Rule.gives.multiplier", "multiplier: 1 or more: a return could add points otherwise."],
    ["Error_Field_Range", ".Rule", 'Rule: Unrecognized key: "colour".'],
  ]);
  const never = { from: "2026-05-01T00:00", to: "2026-05-01T00:00", gives: { bonus: "5" } };
  expect(await refused(contentOf(never))).toEqual([["Error_Field_Range", ".Rule.to", "to: after from."]]);
  expect(await refused(contentOf({ gives: {} }))).toEqual([
    ["Error_Field_Range", ".Rule.gives", expect.stringMatching(/^gives: exactly one of [a-z, A-Z]+\.$/)],
  ]);
  expect(await refused({ RuleID: "coffee", Origin: "FILE" })).toEqual([
    ["Error_Field_Range", ".Origin", "Origin: FILE is for the rules of a programme file."],
    ["Error_Field_Required", ".ProgramBusinessID", "ProgramBusinessID is required."],
    ["Error_Field_Format", ".RuleID", expect.stringContaining("RuleID: An ID of 1 to 40 of A to Z")],
    ["Error_Field_Required", ".Rule", "Rule is required."],
  ]);
});

test("what the programme does not allow is refused: another programme, a later time, the cap of a group", async () => {
  const capped = (points: string) => ({ gives, group: "CAPPED", cap: { points, per: "day" } });
  await stack.client.created("EarningRule", contentOf(capped("5")));
  expect(await refused(contentOf(capped("9")))).toEqual([
    ["Error_Field_Range", ".Rule.cap", "cap: rules of a group have one cap."],
  ]);
  expect(await refused(contentOf({ gives }, { ProgramBusinessID: "nowhere" }))).toEqual([
    ["Error_Programme_Unknown", ".ProgramBusinessID", "There is no programme with this BusinessID."],
  ]);
  expect(await refused(contentOf({ gives }, { InForceFrom: "2999-01-01T00:00:00Z" }))).toEqual([
    ["Error_Field_Range", ".InForceFrom", expect.stringContaining("a time in the past")],
  ]);
});

test("rules that have changed too often are refused with 429, and with when to try again", async () => {
  const content = contentOf({ gives });
  const id = await stack.client.created("EarningRule", content);
  await stack.database.sql`do $$ begin for n in 1..30 loop
    update programme set earning_rate = 1 + n where business_id = 'REWARDS'; end loop; end $$`;
  const Rule = { gives: { bonus: "6" } };
  const answers = [
    await stack.client.act(id, "Edit", { content: { Rule } }),
    await stack.client.create("EarningRule", contentOf({ gives })),
  ];
  for (const answer of answers) {
    expectError(answer, 429, "Error_Rule_TooOften");
    expect(answer.headers.get("retry-after")).toBe("10");
  }
  expect((await stack.client.read(id)).body.data.objectInfo.content).toMatchObject({ Rule: content.Rule });
});
