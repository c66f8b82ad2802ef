import { textLiteral } from "@rewards/db";
import { segment } from "@rewards/domain";
import type { Pass } from "./books.check.ts";
import { planGrace } from "./books.versions.ts";

/** From when nobody is in the segment of this alias any more; null if it is active. Nothing changes an inactive one. */
const endOf = (alias: string) =>
  `case when ${alias}.status = ${textLiteral(segment.transitions.deactivate.to)} then ${alias}.update_date_time end`;

/**
 * Whether the member `buyer` was in a segment that the rule `j` names when the sale was made, at `sold_at`. A removal that
 * was not committed when the sale was planned, at most `planGrace` before `posted_at`, does not count.
 */
export const isInSegment = `(j #> '{where,segment}' is null or exists (
  select from segment_member m join segment g on g.id = m.segment
  where m.member = buyer and j #> '{where,segment}' ? g.name
    and m.since <= sold_at and coalesce(least(m.until, ${endOf("g")}), 'infinity') > least(sold_at, posted_at - ${planGrace})))`;

const times: Pass = {
  of: "members of segments",
  invariant: "I7",
  rows: `
    select m.*, max(coalesce(m.until, 'infinity')) over (
      partition by m.member, m.segment order by m.since rows between unbounded preceding and 1 preceding) as earlier
    from segment_member m`,
  names: { member: "member", segment: "segment", since: "since" },
  checks: {
    "segment.times": {
      says: "The times that a member was in a segment do not overlap, and none ends before it begins.",
      holds: "coalesce(until >= since, true) and coalesce(earlier <= since, true)",
    },
  },
};

export const segmentPasses: readonly Pass[] = [times];
