import type { Database } from "../client.ts";
import { serviceRights, serviceRole } from "./service-role.rights.ts";

interface RoleRow {
  readonly role: string;
  readonly isSuperuser: boolean;
  readonly setsReplication: boolean;
  readonly owned: readonly string[];
}

interface ExcessRow {
  readonly right: string;
  readonly names: readonly string[];
}

const remedy = `Let API and worker connect as ${serviceRole}, which \`migrate\` gives the rights that they need: docs/operations.md#roles.`;

const names = [...serviceRights.keys()];
/** Each right that the role does not need, with its table. */
const needless = [...serviceRights].flatMap(([name, rights]) =>
  (["insert", "update", "delete", "truncate"] as const)
    .filter((right) => !(rights as readonly string[]).includes(right))
    .map((right) => ({ name, right })),
);

/**
 * Describes the rights of the connections' role that API and worker do not need, with the remedy; undefined if it has
 * no such rights. A role with such rights can get around the protections of the database.
 * @throws Postgres' error.
 */
export async function describeExcessRights({ sql }: Pick<Database, "sql">): Promise<string | undefined> {
  const [row] = await sql<RoleRow[]>`
    select current_user as role, r.rolsuper as "isSuperuser",
      has_parameter_privilege('session_replication_role', 'set') as "setsReplication",
      array(select relname::text from pg_class where pg_has_role(relowner, 'member') and oid = any(array(
        select to_regclass(quote_ident(name)) from unnest(${names}::text[]) as n(name))) order by 1) as owned
    from pg_roles r where r.rolname = current_user`;
  if (!row) return undefined;
  const parts = row.isSuperuser ? ["is a superuser"] : excessOf(row, await readNeedless(sql));
  return parts.length === 0 ? undefined : `The role ${row.role} ${parts.join("; ")}. ${remedy}`;
}

function readNeedless(sql: Database["sql"]): Promise<ExcessRow[]> {
  return sql<ExcessRow[]>`
    select "right", array_agg(name order by name) as names
    from unnest(${needless.map(({ name }) => name)}::text[], ${needless.map(({ right }) => right)}::text[]) as n(name, "right")
    where has_table_privilege(to_regclass(quote_ident(name)), "right")
    group by "right" order by "right"`;
}

function excessOf({ owned, setsReplication }: RoleRow, needlessRights: readonly ExcessRow[]): string[] {
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
