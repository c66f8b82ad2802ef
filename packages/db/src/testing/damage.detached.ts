import { type Damage, type FilledBooks, planted, rechain, unknownId } from "./damage.ts";

/** All IDs, as if every sale were in a detached month. */
const archived = `
  insert into sale_archive (name, from_id, to_id, detached_at)
  values ('sale_2024_06', '00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff', now())`;

/** Damages in a detached month that do not concern its sales: their rows are in the tables. */
export const detachedDamages = ({ buyer, currency }: FilledBooks): Damage[] => [
  [
    "source.completed",
    "an entry in a detached month of a redemption that does not exist",
    [archived, planted(buyer, currency, "Redemption", -1, unknownId), rechain(buyer, currency)],
    { member: buyer },
  ],
];
