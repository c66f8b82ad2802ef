import { type Damage, type FilledBooks, planted, rechain, set } from "./damage.ts";

const check = "source.points";

/** Raises the awards of a sale. */
const raised = (sale: string, by: number) =>
  `update ledger_entry set currency_awarded = currency_awarded + ${by} where source_id = '${sale}' and currency_awarded > 0`;

/** Entries that contradict the lines of their sale. */
function pointDamages(books: FilledBooks): Damage[] {
  const { buyer, currency, completed, middle, unearned, closedSale, partly, mixed } = books;
  const whole = rechain(buyer, currency);
  const plant = (type: string, amount: number, source: string) => [
    planted(buyer, currency, type, amount, source),
    whole,
  ];
  const first = { member: buyer, currency };
  return [
    [check, "an entry for a sale whose product earns nothing", plant("Sale", 50, unearned), first],
    [check, "an entry for a sale of a store that does not participate", plant("Sale", 20, closedSale), first],
    [check, "a return of a sale without return lines", plant("Return", -20, completed), first],
    [
      check,
      "a sale's entry raised, with its chain recomputed",
      [raised(completed, 1), whole],
      { ...first, entry: middle },
    ],
    [
      check,
      "a sale's entry lowered, with its chain recomputed",
      [raised(completed, -1), whole],
      { ...first, entry: middle },
    ],
    [check, "an entry raised for a sale that earns in part", [raised(partly, 5), whole], first],
    [
      check,
      "a return raised, with its chain recomputed",
      [`update ledger_entry set currency_awarded = -1 where source_id = '${mixed}' and type = 'Return'`, whole],
      first,
    ],
  ];
}

/** Sales whose lines or note contradict their entries. */
function lineDamages({ buyer, currency, completed }: FilledBooks): Damage[] {
  const lines = (sale: string, text: string) => set("sale", sale, `sale_items = ${text}`);
  const first = { member: buyer, currency };
  return [
    [
      check,
      "a line's amount that was changed",
      lines(completed, "jsonb_set(sale_items, '{0,TotalAmount}', '7')"),
      first,
    ],
    [
      check,
      "a line's amount that is not a number",
      lines(completed, `jsonb_set(sale_items, '{0,TotalAmount}', '"7"')`),
      first,
    ],
    [check, "missing lines", lines(completed, "'[]'"), first],
    [check, "lines that are not a list", lines(completed, "'{}'"), first],
    [
      check,
      "a note that wrongly says that a product earned nothing",
      set(
        "sale",
        completed,
        "confirmation_note = 'Nothing earned for unknown product ' || (sale_items #>> '{0,ProductCode}') || '.'",
      ),
      first,
    ],
  ];
}

/** Entries that contradict the rate or the currency of their programme. */
function programmeDamages({ currency, clubMember, stars, before, after }: FilledBooks): Damage[] {
  return [
    [check, "a rate of the past changed by hand", "update earning_version set rate = 2 where rate = 1", { currency }],
    [
      "programme.rules",
      "a rate changed by hand",
      "update programme set earning_rate = 3 where business_id = 'CLUB'",
      {},
    ],
    [
      "entry.version",
      "rules that hold for earlier sales, by hand",
      "update earning_version set in_force_from = '2026-01-01', applied_at = applied_at - interval '2 hours' where version = 2",
      { member: clubMember },
    ],
    ["programme.rules", "a version that was deleted", "delete from earning_version where version = 1", {}],
    [
      "entry.why",
      "an entry whose why was taken away",
      `update ledger_entry set why = '{}' where source_id = '${before}'`,
      { member: clubMember },
    ],
    [
      "entry.why",
      "a why that gives another amount",
      `update ledger_entry set why = replace(why, '"rules":[]', '"rules":[{"id":"X","lines":[0],"points":1}]') where source_id = '${before}'`,
      { member: clubMember },
    ],
    [
      "entry.why",
      "a why that is not JSON",
      `update ledger_entry set why = 'because' where source_id = '${before}'`,
      { member: clubMember },
    ],
    [
      "entry.hash",
      "rules of another version",
      `update ledger_entry set rules = rules + 1 where source_id = '${before}'`,
      { member: clubMember },
    ],
    [
      check,
      "an entry by another version's rate",
      [`update ledger_entry set rules = 2 where source_id = '${before}'`, rechain(clubMember, stars)],
      { member: clubMember },
    ],
    [
      check,
      "a return of a sale without return lines, from before the rate changed",
      [planted(clubMember, stars, "Return", -1, before), rechain(clubMember, stars)],
      { member: clubMember },
    ],
    [
      check,
      "an entry raised that was posted long after the rate changed",
      [
        "update programme set update_date_time = update_date_time - interval '2 days' where business_id = 'CLUB'",
        `delete from ledger_entry where source_id = '${before}'`,
        raised(after, 1),
      ],
      { member: clubMember },
    ],
    [
      "source.currency",
      "an entry of a sale in another currency",
      `update ledger_entry set sequence = 99, currency = (select id from currency where name = 'Miles') where source_id = '${before}'`,
      { member: clubMember },
    ],
  ];
}

/** Sales whose entries, member, store or awaited keys do not agree with their rows. */
function saleDamages({ buyer, currency, completed, pending, unearned, mixed }: FilledBooks): Damage[] {
  const whole = rechain(buyer, currency);
  const finished = "status = 'Resolved-Completed', version = 2, confirmation_note = '', update_user_id = 'system'";
  return [
    [
      "sale.entry",
      "a sale's entry deleted, with its chain recomputed",
      [`delete from ledger_entry where source_id = '${completed}'`, whole],
      { sale: completed },
    ],
    [
      "sale.entry",
      "the return of a sale with purchases deleted, with its chain recomputed",
      [`delete from ledger_entry where source_id = '${mixed}' and type = 'Return'`, whole],
      { sale: mixed },
    ],
    [
      "sale.entry",
      "a sale completed by hand without an entry",
      [set("sale", pending, finished), `delete from failing`, `delete from pending where id = '${pending}'`],
      { sale: pending },
    ],
    ["sale.entry", "an emptied note", set("sale", unearned, "confirmation_note = ''"), { sale: unearned }],
    [
      "sale.member",
      "a completed sale of an unknown member",
      set("sale", unearned, "member_external_id = 'x'"),
      { sale: unearned },
    ],
    [
      "source.holder",
      "sales for an erased person that were posted to who registered the ExternalID later",
      set("member", buyer, "key_since = now() + interval '1 hour'"),
      { member: buyer },
    ],
    ["sale.store", "a completed sale of an unknown store", set("sale", completed, "store_code = 'x'"), { store: "x" }],
    [
      "balance.currency",
      "a balance in another programme's currency",
      `update balance set currency = (select id from currency where name = 'Miles') where member = '${buyer}'`,
      { member: buyer },
    ],
    ["awaiting.sale", "a sale that awaits another member than its own", "update awaiting set member = 'somebody'", {}],
    ["awaiting.sale", "a sale that awaits another store than its own", "update awaiting set store = 'elsewhere'", {}],
  ];
}

export const ledgerDamages = (books: FilledBooks): Damage[] => [
  ...pointDamages(books),
  ...lineDamages(books),
  ...programmeDamages(books),
  ...saleDamages(books),
];
