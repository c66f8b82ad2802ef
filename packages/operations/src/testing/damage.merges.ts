import { type Damage, type FilledBooks, rechain, set } from "./damage.ts";

/** Damaged merges of members, and transfers. */
export function mergeDamages({ stays, ends, merge, currency, idle }: FilledBooks): Damage[] {
  const leg = (type: string) => `source_id = '${merge}' and type = '${type}'`;
  const named = { source: merge };
  return [
    [
      "transfer.pair",
      "a transfer that nobody got",
      [`delete from ledger_entry where ${leg("TransferIn")}`, rechain(stays, currency)],
      named,
    ],
    [
      "transfer.pair",
      "a transfer from nobody",
      [`delete from ledger_entry where ${leg("TransferOut")}`, rechain(ends, currency)],
      named,
    ],
    [
      "transfer.pair",
      "a transfer that gives more than it takes",
      [`update ledger_entry set currency_awarded = 31 where ${leg("TransferIn")}`, rechain(stays, currency)],
      named,
    ],
    [
      "transfer.pair",
      "a transfer that went to another member",
      [
        `update ledger_entry set member = '${idle}' where ${leg("TransferIn")}`,
        rechain(stays, currency),
        rechain(idle, currency),
      ],
      named,
    ],
    [
      "merge.ended",
      "a merged member that is active again",
      set("member", ends, "status = 'Open-Active'"),
      { member: ends },
    ],
    ["merge.ended", "a merge that is gone", `delete from member_merge where id = '${merge}'`, { member: ends }],
    [
      "merge.empty",
      "a merged member that kept its points",
      [
        `delete from ledger_entry where ${leg("TransferOut")}`,
        `delete from ledger_entry where ${leg("TransferIn")}`,
        rechain(ends, currency),
        rechain(stays, currency),
      ],
      { member: ends },
    ],
  ];
}
