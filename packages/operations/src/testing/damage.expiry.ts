import { type Damage, type FilledBooks, planted, rechain } from "./damage.ts";

/** Expiry entries that contradict their award or the rules, and expired points that the sweep left. */
export function expiryDamages({ buyer, other, currency, middle }: FilledBooks): Damage[] {
  const rule = (months: number) => [
    `update currency set expiry_months = ${months}, expiry_until = 'day' where id = '${currency}'`,
    `insert into expiry_version (currency, version, months, until, applied_at)
      values ('${currency}', 2, ${months}, 'day', now() - interval '1 year')`,
  ];
  const plant = (member: string, source: string) => [
    planted(member, currency, "Expiry", -5, source),
    rechain(member, currency),
  ];
  const first = { member: buyer, currency };
  return [
    ["expiry.source", "an entry in a currency whose points do not expire", plant(buyer, middle), first],
    ["expiry.source", "an entry before its award expired", [...rule(1), ...plant(buyer, middle)], first],
    [
      "expiry.source",
      "an entry whose award is another member's",
      [...rule(1), ...plant(other, middle)],
      { member: other, currency },
    ],
    ["expiry.amount", "an entry that takes what was not left of its award", plant(buyer, middle), first],
    [
      "expiry.swept",
      "points that the sweep left",
      `update currency set swept_to = now() + interval '1 day' where id = '${currency}'`,
      { currency },
    ],
    [
      "expiry.swept",
      "points of an idle balance that the sweep left",
      [
        `insert into expiry_version (currency, version, inactive_months) values ('${currency}', 2, 1)`,
        `update currency set swept_to = now() + interval '1 day' where id = '${currency}'`,
      ],
      { currency },
    ],
    ["currency.expiry", "an expiry changed by hand", rule(6)[0] as string, { currency }],
    ["currency.expiry", "a version that was deleted", "delete from expiry_version", {}],
  ];
}
