import { defineAction } from "../action.ts";
import { defineClass } from "../class.ts";
import { defineDataView, defineListView, textParameter } from "../data-view.ts";
import { requiredJson } from "../field.json.ts";
import {
  description,
  editSchema,
  optionalText,
  optionalTimestamp,
  origin,
  requiredKey,
  requiredText,
} from "../field.ts";
import { keySchema } from "../key.ts";
import { defineObject } from "../object.ts";
import { recordOf } from "../record.ts";
import { ruleBodySchema, ruleIdForm, ruleIdPattern } from "../rule/rule.schema.ts";
import { canonicalRule } from "../rule/rule.text.ts";
import { refused } from "../schema.ts";

/** The Origin of the rules of a programme file. */
export const fileOrigin = "FILE";

const idForm = `An ID of ${ruleIdForm}.`;
const given = origin();
const notOfFile = refused<string>(
  "Error_Field_Range",
  "FILE is for the rules of a programme file.",
  (origin) => origin !== fileOrigin,
);

const programme = { text: "The BusinessID of the rule's programme.", example: "REWARDS" };
const ruleId = { text: "The rule's ID, which its programme never has again.", example: "PASTRY2" };
/** The most bytes of a rule: it may list thousands of products. */
const bodyBytesMax = 1_048_576;

export const earningRule = defineObject({
  class: "EarningRule",
  path: "EarningRule",
  noun: "earning_rule",
  idPrefix: "RUL",
  fields: {
    Origin: { ...given, input: given.input.check(notOfFile) },
    ProgramBusinessID: requiredText(programme),
    RuleID: requiredKey(
      ruleId,
      keySchema()
        .check(refused<string>("Error_Field_Format", idForm, (id) => ruleIdPattern.test(id)))
        .meta({ description: idForm, maxLength: 40, pattern: ruleIdPattern.source }),
    ),
    Name: optionalText({ text: "The rule's name, for people.", example: "Double points on pastries" }),
    Description: description(),
    Rule: requiredJson(
      {
        text: "When the rule counts, which lines, and what it gives: as in a programme file, without id and name.",
        example: { from: "2026-05-01T00:00", where: { category: ["Pastries"] }, gives: { multiplier: "2" } },
      },
      ruleBodySchema.transform(canonicalRule),
    ),
    InForceFrom: optionalTimestamp({
      text: "If the last edit of the rule is in force from an earlier time: sales made since then and not yet posted earn by it.",
      example: null,
    }),
  },
  initial: "Open-Active",
  transitions: {
    edit: { from: ["Open-Active"], to: "Open-Active" },
    end: { from: ["Open-Active"], to: "Resolved-Ended", text: "Sales from before still count." },
    reopen: { from: ["Resolved-Ended"], to: "Open-Active", text: "A programme file lists the rule again." },
  },
  created: { shape: ["data.objectInfo.status", "ID", "confirmationNote"], note: "Rule in force." },
  refusals: ["Error_Programme_Unknown", "Error_Rule_TooMany", "Error_Rule_TooOften"],
  key: { field: "RuleID", repeats: "refuse", within: "ProgramBusinessID" },
  listedBy: ["ProgramBusinessID"],
  bodyBytesMax,
  catalogued: true,
});

const shape = ["data.objectInfo.status", "confirmationNote"] as const;

const editRule = defineAction({
  name: "Edit",
  target: earningRule,
  transition: "edit",
  right: "edit",
  isAudited: true,
  content: editSchema(earningRule.fields, ["Rule", "Name", "Description", "InForceFrom"]),
  bodyBytesMax,
  // Each edit says again from when it is in force.
  set: ({ InForceFrom = null, ...content }) => ({ ...content, InForceFrom }),
  effect: "edit-rule",
  refusals: ["Error_Rule_TooOften"],
  answer: { shape, note: "Rule changed." },
});

const endRule = defineAction({
  name: "End",
  target: earningRule,
  transition: "end",
  right: "end",
  isAudited: true,
  effect: "end-rule",
  answer: { shape, note: "Rule ended." },
});

const record = recordOf(earningRule);

export const earningRuleClass = defineClass({
  object: earningRule,
  actions: [editRule, endRule],
  views: [
    defineListView("EarningRuleList", record),
    defineDataView({
      name: "EarningRulesByProgramme",
      record,
      parameters: { ProgramBusinessID: textParameter(programme) },
      where: [{ field: "ProgramBusinessID", comparator: "EQ", parameter: "ProgramBusinessID" }],
    }),
  ],
});
