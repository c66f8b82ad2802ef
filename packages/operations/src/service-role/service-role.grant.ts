import { roleSettings, type Sql, textLiteral } from "@rewards/db";
import type { ProcessRole } from "./service-role.rights.ts";

/**
 * Grants a role exactly its rights, on all tables in one statement. Does nothing if the role does not exist. The owner
 * runs it after the migrations, while the migration lock is held.
 * @returns whether the role exists.
 */
export async function grantRole(sql: Sql, role: ProcessRole): Promise<boolean> {
  if (!(await exists(sql, role))) return false;
  await sql.unsafe(`do $$ begin ${grants(role)} end $$`);
  return true;
}

/** Creates a role if it is missing, and sets its password. Needs the right to create roles. */
export async function ensureRole(sql: Sql, role: ProcessRole, password: string): Promise<void> {
  const { name } = role;
  if (!(await exists(sql, role))) await sql.unsafe(`create role ${name}`);
  await sql.unsafe(`alter role ${name} login password ${textLiteral(password)}`);
}

const exists = async (sql: Sql, { name }: ProcessRole) =>
  (await sql`select from pg_roles where rolname = ${name}`).length > 0;

function grants({ name: role, rights: ofTables, functions = [] }: ProcessRole): string {
  const lines = [...ofTables].map(([name, rights]) => {
    const revoke = `revoke all on "${name}" from ${role};`;
    return rights.length === 0 ? revoke : `${revoke} grant ${rights.join(", ")} on "${name}" to ${role};`;
  });
  return `
    if not has_schema_privilege('${role}', current_schema(), 'usage') then
      execute format('grant usage on schema %I to ${role}', current_schema());
    end if;
    -- Which migrations were applied is for its processes to see.
    grant usage on schema drizzle to ${role};
    grant select on drizzle.__drizzle_migrations to ${role};
    ${lines.join("\n    ")}
    ${functions.map((name) => `grant execute on function ${name} to ${role};`).join("\n    ")}
    ${settings(role)}`;
}

/** For sessions behind a pooler. An owner who may not alter the role leaves that to a superuser; /readyz says if it matters. */
function settings(role: string): string {
  const each = Object.entries(roleSettings).map(
    ([name, value]) => `
      execute format('alter role ${role} in database %I set ${name} = %L', current_database(), ${textLiteral(String(value))});`,
  );
  return `
    begin ${each.join("")}
      if current_setting('synchronous_commit') not in ('on', 'remote_apply') then
        execute format('alter role ${role} in database %I set synchronous_commit = on', current_database());
      end if;
    exception when insufficient_privilege then null;
    end;`;
}
