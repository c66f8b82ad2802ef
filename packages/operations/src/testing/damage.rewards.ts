import { type Damage, type FilledBooks, planted, rechain, set, unknownId } from "./damage.ts";

function stockDamages({ mugId, cupId }: FilledBooks): Damage[] {
  const both = (id: string, by: number) =>
    `update stock set added = added + ${by}, available = available + ${by} where reward_id = '${id}'`;
  const added = `record_id = '${cupId}' and action = 'AddRewardStock'`;
  const first = { reward: mugId };
  return [
    ["stock.history", "stock added and available raised together", both(mugId, 5), first],
    ["stock.history", "stock added and available lowered together", both(mugId, -1), first],
    [
      "stock.history",
      "the last addition of stock, altered in history",
      `update history set changes = jsonb_set(changes, '{0,to}', '"99"') where ${added} and version = 3`,
      { reward: cupId },
    ],
    [
      "history.chain",
      "the first addition of stock, altered in history",
      `update history set changes = jsonb_set(changes, '{0,to}', '"9"') where ${added} and version = 2`,
      { class: "Reward", id: cupId, version: "3" },
    ],
    [
      "history.chain",
      "a first addition of stock that does not start at 0",
      `update history set changes = jsonb_set(changes, '{0,from}', '"1"') where ${added} and version = 2`,
      { class: "Reward", id: cupId, version: "2" },
    ],
  ];
}

/** What was cancelled, and gave back too much, too little, or nothing. */
function cancelDamages({ back, kept, cancelled, mugId, payer, currency }: FilledBooks): Damage[] {
  const other = `(select id from redemption_item where redemption = '${kept}' and id <> '${cancelled}')`;
  const given = `source_id = '${cancelled}' and type = 'Cancellation'`;
  return [
    [
      "voucher.cancelled",
      "points given back twice",
      [
        "drop index ledger_entry_source_key",
        planted(payer, currency, "Cancellation", 20, cancelled),
        rechain(payer, currency),
      ],
      { item: cancelled },
    ],
    [
      "voucher.cancelled",
      "more points given back than were paid",
      [`update ledger_entry set currency_awarded = 21 where ${given}`, rechain(payer, currency)],
      { item: cancelled },
    ],
    [
      "voucher.cancelled",
      "points given back to another member",
      `update ledger_entry set member = (select id from member where id <> '${payer}' limit 1), sequence = 999999 where ${given}`,
      { item: cancelled },
    ],
    [
      "voucher.cancelled",
      "an item that was cancelled by hand and gave nothing back",
      `update redemption_item set status = 'Resolved-Cancelled' where id = ${other}`,
      {},
    ],
    [
      "voucher.cancelled",
      "a voucher that can be used though its points came back",
      set("redemption_item", cancelled, "status = 'Open-Active'"),
      { item: cancelled },
    ],
    [
      "voucher.cost",
      "an item whose cost was raised",
      set("redemption_item", cancelled, "cost = 40"),
      { item: cancelled },
    ],
    [
      "redemption.cancelled",
      "a voucher of a cancelled redemption that can be used",
      `update redemption_item set status = 'Open-Active' where redemption = '${back}'`,
      { redemption: back },
    ],
    [
      "redemption.cancelled",
      "a redemption that was cancelled by hand",
      set("redemption", kept, "status = 'Resolved-Cancelled'"),
      { redemption: kept },
    ],
    [
      "stock.items",
      "an item that was cancelled and did not give its stock back",
      `update stock set available = available - 1, issued = issued + 1 where reward_id = '${mugId}'`,
      { reward: mugId },
    ],
    [
      "expiry.source",
      "an Expiry after a Cancellation in a currency whose points never expired",
      [
        planted(payer, currency, "Expiry", -20, cancelled),
        `update ledger_entry x set source_class = 'LedgerEntryCase', source_id = c.id,
          why = '{"base":-20,"lines":[],"rules":[],"award":"LED-' || replace(a.id::text, '-', '') || '"}'
          from ledger_entry c, ledger_entry a
          where x.member = '${payer}' and x.type = 'Expiry' and c.source_id = '${cancelled}' and a.member = '${payer}' and a.sequence = 1`,
        rechain(payer, currency),
      ],
      { member: payer, currency },
    ],
  ];
}

/** Redemptions whose lines, items, cost and note no longer agree, though their entry and stock do. */
function redemptionDamages({ buyer, currency, many, single, mugId, cupId, mugItem }: FilledBooks): Damage[] {
  const line = (field: string, value: string) =>
    set("redemption", single, `redemption_items = jsonb_set(redemption_items, '{0,${field}}', '"${value}"')`);
  const more = [
    set("redemption_item", mugItem, "quantity = quantity + 1"),
    `update stock set available = available - 1, issued = issued + 1 where reward_id = '${mugId}'`,
    `update ledger_entry set currency_awarded = currency_awarded - 20 where source_id = '${single}'`,
    rechain(buyer, currency),
  ];
  const [first, check] = [{ redemption: single }, "redemption.lines"];
  const item = (text: string) =>
    `update redemption_item set ${text} where id = (select id from redemption_item where redemption = '${many}' and voucher_code = 'given-1')`;
  return [
    [check, "a quantity changed in a line", line("Quantity", "5"), first],
    [check, "a reward changed in a line", line("RewardExternalID", "other"), first],
    [check, "a code added to a line", line("VoucherCode", "never-given"), first],
    [check, "an item raised together with its stock and its entry", more, first],
    [
      check,
      "a voucher with another code than its line gives",
      item("voucher_code = 'given-3', voucher_key = 'G1VEN3'"),
      { redemption: many },
    ],
    [check, "a voucher of another reward", item(`reward = '${mugId}'`), { redemption: many }],
    [check, "lines that are not a list", set("redemption", many, "redemption_items = '{}'"), { redemption: many }],
    [
      "redemption.note",
      "an item raised together with its line, its stock and its entry",
      [...more, line("Quantity", "2")],
      first,
    ],
    [
      "redemption.note",
      "a reward's cost changed together with the entries",
      [
        set("reward", cupId, "reward_cost = '2.5'"),
        `update ledger_entry set currency_awarded = currency_awarded - 3 where source_id = '${many}'`,
        rechain(buyer, currency),
      ],
      { redemption: many },
    ],
    ["redemption.entry", "a reward's cost changed", set("reward", cupId, "reward_cost = '2.5'"), { redemption: many }],
    ["redemption.note", "a changed note", set("redemption", many, "confirmation_note = ''"), { redemption: many }],
  ];
}

function voucherDamages({ shop, mugItem, open, pictureId }: FilledBooks): Damage[] {
  const later = (text: string) => [
    set("redemption_item", open, `expiration_date_time = ${text}`),
    `update expiring x set at = i.expiration_date_time from redemption_item i where i.id = x.item_id and x.item_id = '${open}'`,
  ];
  const first = { item: open };
  return [
    [
      "voucher.member",
      "a voucher of another member than its redemption's",
      set("redemption_item", mugItem, `member_external_id = '${shop.members[1]}'`),
      { item: mugItem },
    ],
    [
      "voucher.reward",
      "a voucher with another name",
      set("redemption_item", mugItem, "name = 'Yacht'"),
      { item: mugItem },
    ],
    ["voucher.reward", "a voucher with a later expiry", later("expiration_date_time + interval '1 day'"), first],
    ["voucher.reward", "a voucher with an earlier expiry", later("expiration_date_time - interval '1 day'"), first],
    [
      "voucher.reward",
      "a voucher whose expiry was removed",
      [set("redemption_item", open, "expiration_date_time = null"), `delete from expiring where item_id = '${open}'`],
      first,
    ],
    [
      "voucher.reward",
      "a voucher with an expiry that its reward does not give",
      [
        set("redemption_item", mugItem, "expiration_date_time = '2199-01-01'"),
        `insert into expiring values ('${mugItem}', '2199-01-01')`,
      ],
      { item: mugItem },
    ],
    [
      "voucher.redemption",
      "a voucher of a missing reward",
      [
        `delete from reward where id = '${pictureId}'`,
        `update redemption_item set reward = '${unknownId}' where id = '${open}'`,
      ],
      first,
    ],
  ];
}

export const rewardDamages = (books: FilledBooks): Damage[] => [
  ...stockDamages(books),
  ...redemptionDamages(books),
  ...cancelDamages(books),
  ...voucherDamages(books),
];
