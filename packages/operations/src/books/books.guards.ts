import { tables, textLiteral } from "@rewards/db";
import { is, SQL } from "drizzle-orm";
import { getTableConfig, PgDialect, type PgTable } from "drizzle-orm/pg-core";
import { partitionedPrimaryKey, partitionedUniques } from "../partition/partition.read.ts";
import type { Pass } from "./books.check.ts";
import { refusalOn, refusals, triggers } from "./books.triggers.ts";

/** A guard that the database must have, defined in Postgres' own words. */
interface Guard {
  readonly kind: keyof typeof descriptions;
  readonly table: string;
  readonly name: string;
  readonly definition: string;
  /** Whether only a table with partitions has it, or only one without; by default both. */
  readonly isOfPartitions?: boolean;
}

/**
 * Queries for the guards that tables have, by kind. A definition is NULL if the guard exists but is not in force. Those
 * of checks lose their parentheses, which their sums do not need.
 */
const descriptions = {
  trigger: `
    select tgrelid as relation, tgname as name, case when tgenabled in ('O', 'A') then pg_get_triggerdef(oid, true) end as definition
    from pg_trigger where not tgisinternal`,
  "unique index": `
    select indrelid, relname, case when indisvalid and indisready and indimmediate then replace(pg_get_indexdef(indexrelid, 0, true), '"', '') end
    from pg_index join pg_class on pg_class.oid = indexrelid where indisunique and not indisprimary`,
  "primary key": `
    select conrelid, '', case when convalidated and indisvalid and not condeferrable then pg_get_constraintdef(c.oid, true) end
    from pg_constraint c join pg_index on indexrelid = conindid where contype = 'p'`,
  check: `
    select conrelid, conname, case when convalidated then regexp_replace(pg_get_constraintdef(oid, true), '[()]|::numeric', '', 'g') end
    from pg_constraint where contype = 'c'`,
  table: `
    select oid, '', case when relpersistence = 'p' and not exists (
      select from pg_inherits join pg_class part on part.oid = inhrelid where inhparent = pg_class.oid and part.relpersistence <> 'p') then 'logged' end
    from pg_class where relkind in ('r', 'p')`,
} as const;

const ledger = getTableConfig(tables.ledgerEntry).name;

const dialect = new PgDialect();
/** A condition of a table definition as Postgres prints it: without the table's name, with a type after each text. */
function conditionOf(condition: SQL, table: string): string {
  const written = dialect.sqlToQuery(condition).sql.replaceAll(`"${table}".`, "").replaceAll('"', "");
  return written.replace(/'[^']*'/g, "$&::text").replace(/ (and|is not null)\b/g, (words) => words.toUpperCase());
}

/** The unique keys of the ledger, as a table and with partitions. */
function ofBothForms(guard: Guard): Guard[] {
  const columns = guard.kind === "primary key" ? partitionedPrimaryKey : partitionedUniques.get(guard.name);
  if (guard.table !== ledger || columns === undefined) return [guard];
  const definition = guard.definition.replace(/\(.*\)/, `(${columns})`).replace(" ON ", " ON ONLY ");
  return [
    { ...guard, isOfPartitions: false },
    { ...guard, definition, isOfPartitions: true },
  ];
}

function guardsOf(table: PgTable): Guard[] {
  const { name: of, columns, indexes, primaryKeys, checks } = getTableConfig(table);
  const nameOf = (column: unknown) => (is(column, SQL) ? conditionOf(column, of) : (column as { name: string }).name);
  const guard = (kind: Guard["kind"], name: string, definition: string) =>
    ofBothForms({ kind, table: of, name, definition });
  const keys = [columns.filter(({ primary }) => primary), ...primaryKeys.map((key) => key.columns)];
  return [
    ...guard("table", "", "logged"),
    ...keys
      .filter((key) => key.length > 0)
      .flatMap((key) => guard("primary key", "", `PRIMARY KEY (${key.map(nameOf).join(", ")})`)),
    ...indexes.flatMap(({ config: { unique, name, columns: on, where } }) => {
      if (!unique || !name) return [];
      const condition = where ? ` WHERE ${conditionOf(where, of)}` : "";
      const form = `CREATE UNIQUE INDEX ${name} ON ${of} USING btree (${on.map(nameOf).join(", ")})${condition}`;
      return guard("unique index", name, form);
    }),
    ...checks.flatMap(({ name, value }) => guard("check", name, `CHECK ${conditionOf(value, of)}`)),
  ];
}

const guardList = [...triggers, ...Object.values(tables).flatMap((table) => guardsOf(table as PgTable))];

const rowOf = ({ kind, table, name, definition, isOfPartitions }: Guard) =>
  `(${[kind, table, name, definition].map(textLiteral).join(", ")}, ${isOfPartitions ?? "null::boolean"})`;
const described = Object.entries(descriptions)
  .map(([kind, query]) => `select ${textLiteral(kind)} as kind, d.* from (${query}) d(relation, name, definition)`)
  .join(" union all ");

/** The partitions of the ledger: their triggers, and that there are as many as their bounds say. */
const partsOfLedger = `
  select 'trigger', part.relname, part.relname || '_immutable', exists (
    select from pg_trigger t where t.tgrelid = part.oid and t.tgenabled in ('O', 'A')
      and pg_get_triggerdef(t.oid, true) = replace(${textLiteral(refusalOn("%").definition)}, '%', part.relname)) as is_intact
  from pg_inherits join pg_class part on part.oid = inhrelid where inhparent = to_regclass('${ledger}')
  union all
  select 'partitions', '${ledger}', '', (
    select count(*) = max(substring(pg_get_expr(part.relpartbound, part.oid) from '(?i)modulus (\\d+)')::int)
    from pg_inherits join pg_class part on part.oid = inhrelid where inhparent = partrelid and part.relkind = 'r')
  from pg_partitioned_table where partrelid = to_regclass('${ledger}')`;

/** The guards that protect the books between verifications. Without one of them, damage could happen unnoticed. */
const guards: Pass = {
  of: "guards of the database",
  invariant: "I1–I8",
  rows: `
    with described as materialized (${described}), wanted as materialized (
      select g.*, to_regclass(quote_ident(relation)) as oid
      from (values ${guardList.map(rowOf).join(", ")}) g(kind, relation, name, definition, is_of_partitions))
    select g.kind, g.relation, g.name, d.definition = g.definition as is_intact
    from wanted g left join described d on d.kind = g.kind and d.relation = g.oid and d.name = g.name
    where is_of_partitions is null or is_of_partitions = exists (select from pg_partitioned_table where partrelid = g.oid)
    union all
    ${partsOfLedger}
    union all
    select 'function', '', name, exists (
      select from pg_proc p join pg_language l on l.oid = p.prolang where p.oid = to_regprocedure(name)
        and p.prosrc = source and l.lanname = 'plpgsql' and p.proconfig is null)
    from (values ${Object.entries(refusals).map((one) => `(${one.map(textLiteral).join(", ")})`)}) f(name, source)
    union all
    select 'setting', '', 'session_replication_role', not exists (
      select from pg_db_role_setting where 'session_replication_role=replica' = any(setconfig))`,
  names: { kind: "kind", table: "relation", name: "name" },
  checks: {
    "guard.intact": {
      says: "Triggers with their function, keys, unique indexes and checks exist unchanged, and no setting disables triggers.",
      holds: "is_intact",
    },
  },
};

export const guardPasses: readonly Pass[] = [guards];
