import type { Sql } from "@rewards/db";
import { type ContentField, countedRewardType, dataViewNamed } from "@rewards/domain";
import type { Viewer } from "../context.ts";
import type { ConsoleDeps } from "../deps.ts";
import { ruleControl } from "../earning-rule/rule.control.tsx";
import { otherMember } from "../member/member.other.tsx";
import { type Composite, type FormField, labelOf } from "./form.tsx";
import { reasonsOfAdjustments } from "./words.ts";

/** Fields that forms leave out: the console writes Origin itself. */
const left: ReadonlySet<string> = new Set(["Origin"]);

const labels: Readonly<Record<string, string>> = {
  "AdjustBalances.Amount": "Points",
  "AdjustBalances.Name": "Currency",
  ProgramBusinessID: "Programme",
  ExternalID: "Key (ExternalID)",
  MemberExternalIDs: "Keys of members",
  Incentivizable: "Earns points",
  IsParticipating: "Sales earn points",
  RewardCost: "Price in points",
  RewardExpiration: "Ends (UTC)",
  RewardQuantity: "Stock to add",
  DaysAvailable: "Vouchers are valid for, days",
  JoinDateTime: "Joined (UTC)",
  EmailAddress: "E-mail address",
};

const composites: Readonly<Record<string, Composite>> = {
  Rule: ruleControl,
  FromMemberExternalID: otherMember,
};

/** What a form offers where the service takes any text, but treats only these differently. */
const values: Readonly<Record<string, readonly string[]>> = { RewardType: [countedRewardType, "unlimited"] };

const isLong = (name: string) => /Description$/.test(name);

/**
 * The fields of a form, with what may be chosen.
 * @param record the UUID of the record that the form is about, if there is one already.
 */
export async function formFieldsOf(
  fields: readonly ContentField[],
  viewer: Viewer,
  deps: Pick<ConsoleDeps, "views" | "sql">,
  record?: string,
): Promise<FormField[]> {
  const shown = fields.filter(({ name }) => !left.has(name));
  return Promise.all(
    shown.map(async (field) => ({
      ...field,
      label: labels[field.name] ?? labelOf(field.name),
      isLong: isLong(field.name),
      composite: composites[field.name],
      suggestions: /(^|\.)Reason$/.test(field.name) ? reasonsOfAdjustments : undefined,
      choices: values[field.name] ?? (await choicesOf(field.name, viewer, deps)),
      codes: field.name === "AdjustBalances.Reason" ? await readReasons(deps.sql, record) : undefined,
    })),
  );
}

/** The fields whose values are those of few records, each with their view and field. */
const chosen: Readonly<Record<string, readonly [view: string, field: string]>> = {
  "AdjustBalances.Name": ["CurrencyList", "Name"],
  ProgramBusinessID: ["ProgramList", "BusinessID"],
};

async function choicesOf(name: string, viewer: Viewer, { views }: Pick<ConsoleDeps, "views">) {
  const [view, field] = chosen[name] ?? [];
  if (view === undefined || field === undefined) return undefined;
  const { data } = await views.ask(viewer, { view: dataViewNamed(view), select: [field], rowsMax: choicesMax });
  return [...new Set(data.map((record) => String(record[field])))];
}

/** The reasons of the member's programme; undefined if it has none. */
async function readReasons(sql: Sql, member: string | undefined): Promise<readonly string[] | undefined> {
  const [row] = await sql<{ reasons: string }[]>`
    select p.adjustment_reasons as reasons from member m join programme p on p.business_id = m.program_business_id
    where m.id = ${member ?? null}`;
  const reasons: string[] = JSON.parse(row?.reasons ?? "[]");
  return reasons.length > 0 ? reasons : undefined;
}

const choicesMax = 100;
