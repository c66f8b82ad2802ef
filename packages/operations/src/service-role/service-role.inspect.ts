import { type Database, faultKind } from "@rewards/db";
import { giveNotice, type Logger, type Notice } from "@rewards/runtime";
import type { ProcessRole } from "./service-role.rights.ts";

interface RoleRow {
  readonly role: string;
  readonly isSuperuser: boolean;
  readonly setsReplication: boolean;
  readonly owned: readonly string[];
}

interface RightRow {
  readonly right: string;
  readonly names: readonly string[];
}

/** A right on a table, or on a column of it. */
interface Right {
  readonly name: string;
  readonly right: string;
  readonly column?: string;
}

const rightsOfTables = ["select", "insert", "update", "delete", "truncate"];

/** Each right that the role does not need, with its table. */
const needlessOf = ({ rights: ofTables }: ProcessRole): Right[] =>
  [...ofTables].flatMap(([name, rights]) =>
    rightsOfTables.filter((right) => !(rights as readonly string[]).includes(right)).map((right) => ({ name, right })),
  );

/** Each right that the role needs: `update (a, b)` is one for each column. */
const neededOf = ({ rights: ofTables }: ProcessRole): Right[] =>
  [...ofTables].flatMap(([name, rights]) =>
    rights.flatMap((given) => {
      const [right = "", columns] = given.split(/ \(|\)/);
      return columns === undefined ? [{ name, right }] : columns.split(", ").map((column) => ({ name, right, column }));
    }),
  );

/**
 * Describes the rights of the connections' role that the processes of `needed` do not need, with the remedy; undefined if
 * it has no such rights. A role with such rights can get around the protections of the database.
 * @throws Postgres' error.
 */
export async function describeExcessRights(
  { sql }: Pick<Database, "sql">,
  needed: ProcessRole,
): Promise<string | undefined> {
  const names = [...needed.rights.keys()];
  const [row] = await sql<RoleRow[]>`
    select current_user as role, r.rolsuper as "isSuperuser",
      has_parameter_privilege('session_replication_role', 'set') as "setsReplication",
      array(select relname::text from pg_class where pg_has_role(relowner, 'member') and oid = any(array(
        select to_regclass(quote_ident(name)) from unnest(${names}::text[]) as n(name))) order by 1) as owned
    from pg_roles r where r.rolname = current_user`;
  if (!row) return undefined;
  const parts = row.isSuperuser ? ["is a superuser"] : excessOf(row, await readRights(sql, needlessOf(needed), true));
  if (parts.length === 0) return undefined;
  return `The role ${row.role} ${parts.join("; ")}. Let ${needed.of} connect as ${needed.name}, which \`migrate\` gives the rights that it needs: docs/run.md#roles.`;
}

/** Those of the rights that the connections' role has, or that it lacks: by right, with the tables. */
function readRights(sql: Database["sql"], rights: readonly Right[], isHeld: boolean): Promise<RightRow[]> {
  return sql<RightRow[]>`
    select "right", array_agg(distinct name order by name) as names
    from unnest(${rights.map(({ name }) => name)}::text[], ${rights.map(({ right }) => right)}::text[],
      ${rights.map(({ column }) => column ?? null)}::text[]) as n(name, "right", "column")
    where coalesce(case when "column" is null then has_table_privilege(to_regclass(quote_ident(name)), "right")
      else has_column_privilege(to_regclass(quote_ident(name)), "column", "right") end, false) = ${isHeld}
    group by "right" order by "right"`;
}

function excessOf({ owned, setsReplication }: RoleRow, needlessRights: readonly RightRow[]): string[] {
  // An owner has every right, so the rights on its tables are not listed.
  const isOwned = new Set(owned);
  const granted = needlessRights
    .map(({ right, names: on }) => ({ right, on: on.filter((name) => !isOwned.has(name)) }))
    .filter(({ on }) => on.length > 0);
  return [
    ...(owned.length > 0
      ? [`owns ${owned.join(", ")}, and so may alter and drop them and disable their triggers`]
      : []),
    ...granted.map(({ right, on }) => `has the right to ${right} on ${on.join(", ")}`),
    ...(setsReplication ? ["may set session_replication_role, which turns triggers off"] : []),
  ];
}

/**
 * Describes the rights that the connections' role lacks for the work of `needed`, with the remedy; undefined if it lacks
 * none. The schema must be that of this release.
 * @throws Postgres' error.
 */
export async function describeMissingRights(
  { sql }: Pick<Database, "sql">,
  needed: ProcessRole,
): Promise<string | undefined> {
  const rows = await readRights(sql, neededOf(needed), false);
  if (rows.length === 0) return undefined;
  const [role] = await sql<[{ name: string }]>`select current_user as name`;
  const lacking = rows.map(({ right, names }) => `the right to ${right} on ${names.join(", ")}`);
  return `The role ${role.name} lacks ${lacking.join("; ")}: run \`npm run migrate\` as the owner of the tables, which grants ${needed.name} its rights (docs/run.md#roles).`;
}

/** Logs once, as soon as Postgres is reachable, which rights the connections' role has but processes of `needed` do not need. */
export function watchRights(
  database: Pick<Database, "sql">,
  needed: ProcessRole,
  logger: Pick<Logger, "warn">,
): Notice {
  return giveNotice({
    message: "the role of DATABASE_URL has more rights than this process needs",
    look: () => describeExcessRights(database, needed),
    isAway: (error) => faultKind(error) === "infrastructure",
    logger,
  });
}
