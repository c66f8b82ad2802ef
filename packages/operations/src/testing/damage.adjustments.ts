import { type Damage, type FilledBooks, planted, rechain, set, unknownId } from "./damage.ts";

/** Damaged adjustments that only the history of their member reveals. */
export const adjustmentDamages = (books: FilledBooks): Damage[] => [...entryDamages(books), ...fieldDamages(books)];

/** Those that change the entry too. */
function entryDamages({ other, idle, currency, adjusted }: FilledBooks): Damage[] {
  const whole = rechain(other, currency);
  const named = { member: other, field: "Balance.Points" };
  return [
    [
      "adjustment.history",
      "an adjustment and its entry deleted together",
      [
        `delete from ledger_entry where source_id = '${adjusted}'`,
        `delete from adjustment where id = '${adjusted}'`,
        whole,
      ],
      named,
    ],
    [
      "adjustment.history",
      "an adjustment and its entry raised together",
      [
        `update ledger_entry set currency_awarded = currency_awarded + 10 where source_id = '${adjusted}'`,
        set("adjustment", adjusted, "amount = amount + 10"),
        whole,
      ],
      named,
    ],
    [
      "adjustment.history",
      "an adjustment and an entry that nobody made",
      [
        `insert into adjustment (id, member, currency, amount, create_user_id) values ('${unknownId}', '${idle}', '${currency}', 9, 'api')`,
        planted(idle, currency, "Adjustment", 9, unknownId),
        rechain(idle, currency),
      ],
      { member: idle, from: "0", to: "9" },
    ],
    [
      "adjustment.history",
      "an adjustment given to another member together with its entry",
      [
        `update ledger_entry set member = '${idle}' where source_id = '${adjusted}'`,
        set("adjustment", adjusted, `member = '${idle}'`),
        whole,
        rechain(idle, currency),
      ],
      { field: "Balance.Points" },
    ],
  ];
}

/** Those of a single field, or of the history itself. */
function fieldDamages({ other, currency, adjusted }: FilledBooks): Damage[] {
  const named = { member: other, field: "Balance.Points" };
  const mine = (field: string) => `update history set changes = jsonb_set(changes, '{0,${field}}', '"1000"')
    where record_id = '${other}' and action = 'AddBalance'`;
  return [
    [
      "adjustment.history",
      "an adjustment given to another user",
      set("adjustment", adjusted, "create_user_id = 'ann'"),
      named,
    ],
    [
      "adjustment.history",
      "an adjustment moved to another day",
      set("adjustment", adjusted, "create_date_time = create_date_time - interval '1 day'"),
      named,
    ],
    ["adjustment.entry", "another reason", set("adjustment", adjusted, "reason = 'Prize'"), {}],
    ["adjustment.history", "the balance before an adjustment, altered in history", mine("from"), named],
    ["adjustment.history", "the balance after an adjustment, altered in history", mine("to"), named],
    [
      "adjustment.history",
      "the changes of an adjustment, emptied in history",
      `update history set changes = '{}' where record_id = '${other}'`,
      named,
    ],
    ["adjustment.history", "a currency that was renamed", set("currency", currency, "name = 'Coins'"), {}],
  ];
}
