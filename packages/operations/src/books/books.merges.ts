import { textLiteral } from "@rewards/db";
import { member } from "@rewards/domain";
import { finalOf, type Pass } from "./books.check.ts";

const ended = textLiteral(member.transitions.endByMerge.to);

/** Joins the two entries of each transfer; either may be missing. */
const transfers: Pass = {
  of: "transfers between members",
  invariant: "I2",
  rows: `
    select coalesce(o.source_id, i.source_id) as source, o.currency_awarded = -i.currency_awarded and o.member <> i.member
      and ${finalOf("o.member")} = ${finalOf("i.member")} and (o.source_class <> 'MemberMerge' or row(g.from_member, g.member) is not distinct from row(o.member, i.member)) as is_pair
    from (select * from ledger_entry where type = 'TransferOut') o
    full join (select * from ledger_entry where type = 'TransferIn') i on i.source_id = o.source_id and i.currency = o.currency
    left join member_merge g on g.id = o.source_id`,
  names: { source: "source" },
  checks: {
    "transfer.pair": {
      says: "What a transfer takes from a member, the one that it was merged into gets, by two entries of one source.",
      holds: "is_pair",
    },
  },
};

/** Each member that a merge ended or that has one, with its balances. */
const merges: Pass = {
  of: "merged members",
  invariant: "I2",
  rows: `
    select m.id, m.status = ${ended} and g.id is not null and o.status <> ${ended} as is_ended,
      not exists (select from balance b where b.member = m.id and (b.balance <> 0 or b.merged_into is distinct from m.merged_into)) as is_empty
    from member m left join member_merge g on g.from_member = m.id left join member o on o.id = m.merged_into
    where m.status = ${ended} or m.merged_into is not null or g.id is not null`,
  names: { member: "id" },
  checks: {
    "merge.ended": {
      says: "A merged member has its merge, and a member that has everything of it and is not merged itself.",
      holds: "is_ended",
    },
    "merge.empty": { says: "A merged member has no points.", holds: "is_empty" },
  },
};

export const mergePasses: readonly Pass[] = [transfers, merges];
