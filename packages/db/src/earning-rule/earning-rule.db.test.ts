import { earningRule, programmeFile } from "@rewards/domain";
import { describe, expect, test } from "vitest";
import { applyProgrammes } from "../../../../packages/operations/src/programme.apply.ts";
import { freshKey, newRecord } from "../../../../test/src/records.ts";
import { insertGroup } from "../insert/insert.group.ts";
import { insertAll, openTestDatabase } from "../testing/database.ts";
import { refusal, requireAction, runAsClerk } from "../testing/targets.ts";

const { sql } = await openTestDatabase(12);
const gives = { bonus: "5" };
const [edit, end] = ["Edit", "End"].map((name) => requireAction(earningRule, name)) as [never, never];

/** A programme whose rules are those of the file. */
async function apply(businessId: string, rules: readonly object[], inForceFrom?: string, more: object = {}) {
  const programme = { businessId, name: "Club", currencies: [{ name: "Points" }], earning: { rules, ...more } };
  return applyProgrammes(sql, programmeFile.parse({ programmes: [programme] }), { actor: "ann" }, inForceFrom);
}

async function openClub(rules: readonly object[] = []) {
  const businessId = freshKey("CLUB");
  await apply(businessId, rules);
  return businessId;
}

const newRule = (ProgramBusinessID: string, RuleID: string, more: object = {}) =>
  newRecord(earningRule, { ProgramBusinessID, RuleID, Rule: { gives }, ...more });
const create = async (club: string, id: string, more?: object) =>
  (await insertAll(sql, earningRule, [newRule(club, id, more)]))[0] as string;

interface VersionRow {
  readonly version: number;
  readonly rules: { readonly id: string; readonly to?: string; readonly gives: object }[];
  readonly from: Date | null;
}

/** All versions of a programme, the first one first. */
const versionsOf = (club: string) => sql<VersionRow[]>`
  select v.version, v.rules::json as rules, v.in_force_from as from
  from earning_version v join programme p on p.id = v.program where p.business_id = ${club} order by v.version`;
const idsOf = async (club: string) => (await versionsOf(club)).map(({ rules }) => rules.map(({ id }) => id).join());
const catalogue = async () => Number((await sql`select version from catalogue`)[0]?.["version"]);

describe("a version of the programme is written", () => {
  test("by the create, the edit and the end of a rule, in the same transaction as the catalogue's bump", async () => {
    const club = await openClub();
    const before = await catalogue();
    const id = await create(club, "A", { Name: "Five more" });
    await runAsClerk(sql, edit, { id, content: { Rule: { gives: { bonus: 7 } } } });
    await runAsClerk(sql, edit, { id, content: { Description: "For all" } });
    await runAsClerk(sql, end, { id, content: undefined });
    const versions = await versionsOf(club);
    expect(versions.map(({ rules }) => rules)).toEqual([
      [],
      [{ id: "A", name: "Five more", gives }],
      [{ id: "A", name: "Five more", gives: { bonus: "7" } }],
      [{ id: "A", name: "Five more", to: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d/), gives: { bonus: "7" } }],
    ]);
    expect(await catalogue()).toBe(before + 4);
    const [row] = await sql`select status, rule::json as rule from earning_rule where id = ${id}`;
    expect(row).toEqual({ status: "Resolved-Ended", rule: { to: versions[3]?.rules[0]?.to, gives: { bonus: "7" } } });
    const audit = await sql`select operation from audit_entry where record_id = ${id} order by at`;
    expect(audit.map(({ operation }) => operation)).toEqual([
      "earning_rule:edit",
      "earning_rule:edit",
      "earning_rule:end",
    ]);
  });

  test("for the rules of a batch that are in force from one time, and for an earlier time as often as it is asked for", async () => {
    const club = await openClub();
    const InForceFrom = "2026-01-01T00:00:00.000Z";
    const { answers } = await insertGroup(sql, earningRule, [
      newRule(club, "A", { InForceFrom }),
      newRule(club, "B"),
      newRule(club, "A"),
      newRule(club, "C"),
    ]);
    expect(answers.map((answer) => ("id" in answer ? "created" : answer.code))).toEqual([
      "created",
      "created",
      "Error_Key_Taken",
      "created",
    ]);
    expect(await idsOf(club)).toEqual(["", "A", "A,B,C"]);
    const [, a, b] = await versionsOf(club);
    expect([a?.from?.toISOString(), b?.from && b.from > new Date("2026-02-01")]).toEqual([InForceFrom, true]);
    const [{ id } = { id: "" }] = await sql<{ id: string }[]>`
      select id from earning_rule where program_business_id = ${club} and rule_id = 'A'`;
    for (const bonus of [6, 7])
      await runAsClerk(sql, edit, { id, content: { Rule: { gives: { bonus } }, InForceFrom } });
    expect((await versionsOf(club)).slice(3).map(({ from }) => from?.toISOString())).toEqual([
      InForceFrom,
      InForceFrom,
    ]);
  });

  test("once for each of two callers, in one chain that has what both wrote", async () => {
    const club = await openClub([{ id: "FILE1", gives }]);
    const ids = await Promise.all(["A", "B"].map((id) => create(club, id)));
    const bonus = (more: number) => ({ Rule: { gives: { bonus: more } } });
    await Promise.all([
      ...ids.flatMap((id) => [1, 2, 3].map((more) => runAsClerk(sql, edit, { id, content: bonus(more) }))),
      ...["C", "D"].map((id) => create(club, id)),
      ...[1, 2].map((more) =>
        apply(club, [
          { id: "FILE1", gives: { bonus: String(more) } },
          { id: "FILE2", gives },
        ]),
      ),
    ]);
    const versions = await versionsOf(club);
    expect(versions.map(({ version }) => version)).toEqual(versions.map((_, index) => index + 1));
    const stored = await sql`
      select rule_id as id, rule::json -> 'gives' as gives from earning_rule where program_business_id = ${club} order by rule_id`;
    expect(versions.at(-1)?.rules).toEqual([...stored]);
    expect(stored.map(({ id }) => id)).toEqual(["A", "B", "C", "D", "FILE1", "FILE2"]);
  });
});

describe("a file and HTTP", () => {
  test("manage their own rules: a file ends and reopens those of files, and no other", async () => {
    const club = await openClub([{ id: "FILE1", gives }]);
    await create(club, "HTTP1");
    expect(await apply(club, [])).toEqual([{ businessId: club, change: "changed" }]);
    const statuses = () => sql`
      select rule_id as id, status from earning_rule where program_business_id = ${club} order by rule_id`;
    expect([...(await statuses())]).toEqual([
      { id: "FILE1", status: "Resolved-Ended" },
      { id: "HTTP1", status: "Open-Active" },
    ]);
    expect((await idsOf(club)).at(-1)).toBe("FILE1,HTTP1");
    expect(await apply(club, [])).toEqual([{ businessId: club, change: "unchanged" }]);
    await apply(club, [{ id: "FILE1", gives }]);
    expect((await statuses())[0]).toEqual({ id: "FILE1", status: "Open-Active" });
    expect((await versionsOf(club)).at(-1)?.rules).toEqual([
      { id: "FILE1", gives },
      { id: "HTTP1", gives },
    ]);
  });

  test("an ID of a rule made over HTTP is refused in a file, and changes nothing", async () => {
    const club = await openClub();
    await create(club, "A");
    const versions = await versionsOf(club);
    await expect(apply(club, [{ id: "A", gives }], undefined, { rate: "2" })).rejects.toThrow(
      `programme ${club}, rules: A was made over HTTP: edit or end it there.`,
    );
    expect(await versionsOf(club)).toEqual(versions);
  });
});

describe("refused are", () => {
  const code = async (record: ReturnType<typeof newRule>) => {
    const [answer] = (await insertGroup(sql, earningRule, [record])).answers;
    return answer && "id" in answer ? "none" : answer?.code;
  };

  test("the 501st rule that has not ended, and an edit that contradicts others", async () => {
    const rules = Array.from({ length: 500 }, (_, index) => ({ id: `R${index}`, gives }));
    const club = await openClub(rules);
    expect(await code(newRule(club, "A"))).toBe("Error_Rule_TooMany");
    await apply(club, rules.slice(1));
    expect(await code(newRule(club, "A", { Rule: { gives, group: "G", cap: { points: 5, per: "day" } } }))).toBe(
      "none",
    );
    const id = await create(await openClub([{ id: "B", gives, group: "G" }]), "C", { Rule: { gives, group: "G" } });
    const content = { Rule: { gives, group: "G", cap: { points: 5, per: "day" } } };
    expect(await refusal(runAsClerk(sql, edit, { id, content }))).toBe("Error_Field_Range");
  });

  test("a tier that the programme does not have, and a file without a tier that a rule names", async () => {
    const businessId = freshKey("CLUB");
    const applyTiers = (...names: string[]) => {
      const levels = names.map((name, index) => ({ name, from: index + 1 }));
      const club = { businessId, name: "Club", currencies: [{ name: "Points" }] };
      const tiers = { period: "year", counts: "base", levels };
      return applyProgrammes(sql, programmeFile.parse({ programmes: [{ ...club, tiers }] }), { actor: "ann" });
    };
    await applyTiers("Silver", "Gold");
    const Rule = { where: { tier: ["Gold"] }, gives };
    const id = await create(businessId, "A", { Rule });
    expect(await code(newRule(businessId, "B", { Rule: { ...Rule, where: { tier: ["Gold", "Tin"] } } }))).toBe(
      "Error_Field_Range",
    );
    const content = { Rule: { ...Rule, where: { tier: ["Tin"] } } };
    expect(await refusal(runAsClerk(sql, edit, { id, content }))).toBe("Error_Field_Range");
    await expect(applyTiers("Silver")).rejects.toThrow(
      `programme ${businessId}, rules: A was made over HTTP and names the tier Gold: keep it.`,
    );
    await runAsClerk(sql, end, { id, content: undefined });
    expect(await applyTiers("Silver")).toMatchObject([{ change: "changed" }]);
  });

  test("an ended rule's ID, an unknown programme, and a time in the future; an ended rule has no action", async () => {
    const club = await openClub();
    const id = await create(club, "A");
    await runAsClerk(sql, end, { id, content: undefined });
    expect(await code(newRule(club, "A"))).toBe("Error_Key_Taken");
    expect(await code(newRule(await openClub(), "A"))).toBe("none");
    expect(await code(newRule("nowhere", "A"))).toBe("Error_Programme_Unknown");
    expect(await code(newRule(club, "B", { InForceFrom: "2999-01-01T00:00:00Z" }))).toBe("Error_Field_Range");
    for (const action of [edit, end])
      expect(await refusal(runAsClerk(sql, action, { id, content: {} }))).toBe("Error_Status_Illegal");
  });
});
