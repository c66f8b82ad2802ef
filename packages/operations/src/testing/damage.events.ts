import type { Damage, FilledBooks } from "./damage.ts";

/** A row of the log about a sale. */
const told = (sale: string, row: { kind?: string; size?: number; first?: number; at?: string } = {}) => `
  insert into event (kind, ids, size, first, at)
  values ('${row.kind ?? "sale.accepted"}', '{${sale}}', ${row.size ?? 1}, ${row.first ?? 1}, now() - interval '${row.at ?? "2 hours"}')`;
const head = (last: number) => `update event_head set last = ${last}`;
const writtenSince = (kind: string) =>
  `insert into event_kind (kind, since) values ('${kind}', now() - interval '1 day')`;

export const eventDamages = ({ completed }: FilledBooks): readonly Damage[] => [
  ["event.number", "a number that was left out", [told(completed), told(completed, { first: 3 }), head(3)], {}],
  ["event.number", "a last number that no event has", [told(completed), head(2)], {}],
  ["event.size", "a row with fewer events than it says", [told(completed, { size: 2 }), head(2)], {}],
  [
    "event.once",
    "a completed sale that was not told",
    [told(completed), head(1), writtenSince("sale.completed")],
    { kind: "sale.completed" },
  ],
  [
    "event.once",
    "an entry that was told twice",
    [
      ...[told(completed), head(1), writtenSince("balance.changed")],
      `insert into event (kind, ids, size) select 'balance.changed', array_agg(id), count(*) from ledger_entry`,
      `insert into event (kind, ids, size) select 'balance.changed', array_agg(id), count(*) from ledger_entry`,
    ],
    { kind: "balance.changed" },
  ],
];
