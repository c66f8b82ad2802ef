import { awaiting } from "./awaiting/awaiting.table.ts";
import { adjustment, balance, ledgerEntry } from "./ledger/ledger.table.ts";
import { objectTables } from "./object/object.table.ts";
import { failing, pending } from "./pending/pending.table.ts";
import { catalogue, currency, programme } from "./programme/programme.table.ts";
import { expiring } from "./redemption-item/redemption-item.table.ts";
import { stock } from "./reward/reward.table.ts";

/** The whole schema: a table for every object of the registry, and the service's own. Migrations are generated from it. */
export const tables = {
  ...objectTables,
  ledgerEntry,
  balance,
  adjustment,
  pending,
  failing,
  awaiting,
  expiring,
  stock,
  programme,
  currency,
  catalogue,
};
