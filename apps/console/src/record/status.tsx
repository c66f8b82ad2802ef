import { member, objectOfClass, objectOfId, refuseErased } from "@rewards/domain";

type Tone = "good" | "warn" | "problem" | "accent" | "";
type Words = Readonly<Record<string, readonly [word: string, tone: Tone]>>;

/** What people call the statuses of most classes. */
const common: Words = {
  "Open-Active": ["Active", "good"],
  "Open-Blocked": ["Blocked", "problem"],
  "Resolved-Completed": ["Done", "good"],
  "Resolved-Rejected": ["Rejected", "problem"],
  "Resolved-Cancelled": ["Cancelled", ""],
  "Resolved-Deleted": ["Deleted", ""],
  "Resolved-Inactive": ["Ended", ""],
  "Resolved-Ended": ["Ended", ""],
  "Resolved-Merged": ["Merged", ""],
  "New-Segment Case creation": ["Being made", "accent"],
  "Open-Ready To Process": ["Waits for a worker", "accent"],
  "Pending-Ready To Process": ["Waits for a worker", "accent"],
  "Pending-Awaiting Reference": ["Waits for a record", "warn"],
};

/** By noun, where a class uses a status in its own sense. */
const own: Readonly<Record<string, Words>> = {
  sale: { "Resolved-Completed": ["Posted", "good"] },
  earning_rule: { "Open-Active": ["In force", "good"] },
  redemption_item: {
    "Open-Available With Expiry": ["Available", "good"],
    "Open-Active": ["Locked at a till", "warn"],
    "Resolved-Completed": ["Used", ""],
    "Resolved-Expired": ["Expired", ""],
  },
};

/** A status as people call it. Its title has the interface's name. */
export const StatusPill = ({ noun, status }: { readonly noun: string; readonly status: string }) => {
  const [word, tone] = own[noun]?.[status] ?? common[status] ?? [status.replace(/^\w+-/, ""), ""];
  return (
    <span class={`pill ${tone}`.trim()} title={status}>
      {word}
    </span>
  );
};

/** That of a record of a view. An erased member has the status of its last day, which says nothing any more. */
export const RecordStatus = ({ record }: { readonly record: Readonly<Record<string, unknown>> }) => {
  const noun = nounOf(record);
  if (noun === member.noun && refuseErased(record["ExternalID"])) return <span class="pill">Erased</span>;
  return <StatusPill noun={noun} status={String(record["Status"] ?? "")} />;
};

function nounOf({ ID, "@class": className }: Readonly<Record<string, unknown>>): string {
  return objectOfClass(String(className))?.noun ?? objectOfId(String(ID)).definition.noun;
}
