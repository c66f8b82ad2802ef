import { textLiteral } from "../literal.ts";
import type { Change } from "./partition.change.ts";
import { PartitionError, type Tx } from "./partition.session.ts";

const listed = (names: readonly string[]) => `array[${names.map(textLiteral).join(", ")}]::text[]`;

/** Each query lists things that somebody added to the table and that the exchange would lose or could not keep. */
const obstaclesOf = ({ table, uniques, triggers, copier }: Change): readonly (readonly [string, string])[] => [
  [
    "a unique index",
    `select indexrelid::regclass::text from pg_index join pg_class c on c.oid = indexrelid
     where indrelid = '${table}'::regclass and indisunique and not indisprimary and c.relname <> all(${listed(uniques)})`,
  ],
  [
    "an index that is not valid",
    `select indexrelid::regclass::text from pg_index where indrelid = '${table}'::regclass and not (indisvalid and indisready)`,
  ],
  [
    "a trigger",
    `select tgname::text from pg_trigger
     where tgrelid = '${table}'::regclass and not tgisinternal and tgname <> all(${listed([copier, ...triggers])})`,
  ],
  [
    "a foreign key",
    `select conname::text from pg_constraint where contype = 'f' and '${table}'::regclass in (conrelid, confrelid)`,
  ],
  ["a rule", `select rulename::text from pg_rewrite where ev_class = '${table}'::regclass`],
  ["a policy", `select polname::text from pg_policy where polrelid = '${table}'::regclass`],
  [
    "a publication",
    `select p.pubname::text from pg_publication p where p.puballtables
       or exists (select from pg_publication_rel r where r.prpubid = p.oid and r.prrelid = '${table}'::regclass)
       or exists (select from pg_publication_namespace n join pg_class c on c.relnamespace = n.pnnspid
         where n.pnpubid = p.oid and c.oid = '${table}'::regclass)`,
  ],
  ["a child", `select inhrelid::regclass::text from pg_inherits where inhparent = '${table}'::regclass`],
  [
    "a materialized view",
    `select distinct c.oid::regclass::text from pg_depend d join pg_rewrite r on r.oid = d.objid and d.classid = 'pg_rewrite'::regclass
     join pg_class c on c.oid = r.ev_class where d.refobjid = '${table}'::regclass and d.refclassid = 'pg_class'::regclass and c.relkind = 'm'`,
  ],
  [
    "a view of another owner",
    `select v.oid::regclass::text from pg_depend d join pg_rewrite r on r.oid = d.objid and d.classid = 'pg_rewrite'::regclass
     join pg_class v on v.oid = r.ev_class where d.refobjid = '${table}'::regclass and d.refclassid = 'pg_class'::regclass
       and v.relkind = 'v' and not pg_has_role(v.relowner, 'usage')`,
  ],
  [
    "a function with a body in SQL's standard form",
    `select distinct d.objid::regprocedure::text from pg_depend d
     where d.refobjid = '${table}'::regclass and d.refclassid = 'pg_class'::regclass and d.classid = 'pg_proc'::regclass`,
  ],
];

/**
 * Also under the lock of the exchange, since it reads the catalog only.
 * @throws PartitionError that names what is in the way.
 */
export async function refuseObstacles(tx: Tx, change: Change): Promise<void> {
  for (const [what, query] of obstaclesOf(change)) {
    const [first] = await tx.unsafe<{ name: string }[]>(`select name from (${query}) o(name) order by 1 limit 1`);
    if (first)
      throw new PartitionError(
        `The table ${change.table} has ${what} that partitions cannot keep: ${first.name}. Drop it, or leave the table as it is (docs/operations.md#${change.section}).`,
      );
  }
}
