import { dataViewNamed, type RuleBody, sayRule } from "@rewards/domain";
import { type Column, link, type RecordList, status, text } from "../list/list.tsx";

/** A column of what the rule itself says. */
const ofRule = (head: string, show: (rule: RuleBody) => string): Column => ({
  head,
  fields: ["Rule"],
  show: ({ Rule }) => show(Rule as RuleBody),
});

/** What a rule gives, in words, and when. */
export const said: readonly Column[] = [
  ofRule("Gives", sayRule),
  ofRule("From", ({ from = "–" }) => from),
  ofRule("To", ({ to = "–" }) => to),
];

/** The earning rules of a programme in words, those that have not ended first. @param key its BusinessID. */
export const rulesOf = (key: string): RecordList => ({
  name: "rules",
  title: "Earning rules",
  question: {
    view: dataViewNamed("EarningRulesByProgramme"),
    parameters: { ProgramBusinessID: key },
    isOpenFirst: true,
    latestBy: ["CreateDateTime"],
  },
  columns: [link("Rule", "RuleID"), text("Name", "Name"), ...said, status, text("Made by", "Origin")],
});
