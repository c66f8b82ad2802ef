import { getTableConfig } from "drizzle-orm/pg-core";
import { textLiteral } from "../literal.ts";
import { tables } from "../tables.ts";
import type { Pass } from "./books.check.ts";

/** The triggers that refuse every change of what was written once. */
const triggers = ["ledger_entry", "ledger_head", "adjustment", "audit_entry", "history"].map((table) => [
  "trigger",
  table,
  `${table}_immutable`,
]);

const uniqueIndexes = Object.values(tables).flatMap((table) => {
  const { name, indexes } = getTableConfig(table);
  return indexes.flatMap(({ config }) => (config.unique && config.name ? [["unique index", name, config.name]] : []));
});

const expected = [...triggers, ...uniqueIndexes].map((guard) => `(${guard.map(textLiteral).join(", ")})`).join(", ");

/** What keeps the books as they are while nobody looks: gone, and damage may follow unseen. */
const guards: Pass = {
  of: "guards of the database",
  rows: `
    select g.*, coalesce(t.tgenabled in ('O', 'A'), i.indisunique and i.indisvalid and i.indisready) as stands
    from (values ${expected}) g(kind, relation, name)
    left join pg_trigger t on g.kind = 'trigger' and t.tgrelid = to_regclass(quote_ident(g.relation)) and t.tgname = g.name
    left join pg_index i on g.kind = 'unique index' and i.indrelid = to_regclass(quote_ident(g.relation)) and i.indexrelid = to_regclass(quote_ident(g.name))`,
  names: { kind: "kind", table: "relation", name: "name" },
  checks: {
    "guard.stands": {
      invariant: "I1–I8",
      says: "The triggers that refuse changes are on, and the unique indexes are there.",
      holds: "stands",
    },
  },
};

export const guardPasses: readonly Pass[] = [guards];
