import { dataViewNamed, sayRule } from "@rewards/domain";
import { link, text } from "../list/list.columns.tsx";
import type { Column, RecordList } from "../list/list.tsx";
import { bodyOf, ruleState, sayPeriod } from "./rule.state.tsx";

/** What a rule gives, in words, and when. */
export const said: readonly Column[] = [
  ruleState,
  { head: "Gives", fields: ["Rule"], show: (record) => <span class="wide">{sayRule(bodyOf(record))}</span> },
  { head: "Period", fields: ["Rule"], show: (record) => sayPeriod(bodyOf(record)) },
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
  columns: [link("Rule", "RuleID"), text("Name", "Name"), ...said, text("Made by", "Origin")],
});
