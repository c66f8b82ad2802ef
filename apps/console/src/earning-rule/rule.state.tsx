import type { RuleBody } from "@rewards/domain";
import { useContext } from "hono/jsx";
import type { Column, ListedRecord } from "../list/list.tsx";
import { Zone } from "../page/zone.ts";

/** A rule as a view shows it. */
export const bodyOf = ({ Rule }: ListedRecord) => Rule as RuleBody;

const tones = { Planned: "accent", "In force": "good", Ended: "" } as const;
type State = keyof typeof tones;

/** @param now what the programme's clock shows, such as `2026-05-01T00:00:00`. */
export function stateOf(record: ListedRecord, now: string): State {
  const { from = "", to } = bodyOf(record);
  if (record["Status"] === "Resolved-Ended" || (to !== undefined && to <= now)) return "Ended";
  return from > now ? "Planned" : "In force";
}

/** What clocks of a time zone show now: `2026-05-01T00:00:00`. */
export const localNow = (timeZone: string): string => new Date().toLocaleString("sv", { timeZone }).replace(" ", "T");

/** Whether a rule counts now. Its title has the interface's name. */
export const RuleState = ({ record }: { readonly record: ListedRecord }) => {
  const state = stateOf(record, localNow(useContext(Zone)));
  return (
    <span class={`pill ${tones[state]}`.trim()} title={String(record["Status"])}>
      {state}
    </span>
  );
};

export const ruleState: Column = {
  head: "State",
  fields: ["Status", "Rule"],
  show: (record) => <RuleState record={record} />,
};

const dayFormat = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });

/** `1 May 2026`, and the time unless it is midnight. */
function sayLocal(local: string): string {
  const [day = "", time = ""] = local.split("T");
  return dayFormat.format(Date.parse(day)) + (time === "00:00" ? "" : ` ${time}`);
}

/** `1 May 2026 to 15 May 2026`, `always` */
export function sayPeriod({ from, to }: Pick<RuleBody, "from" | "to">): string {
  if (from === undefined) return to === undefined ? "always" : `until ${sayLocal(to)}`;
  return to === undefined ? `from ${sayLocal(from)}` : `${sayLocal(from)} to ${sayLocal(to)}`;
}
