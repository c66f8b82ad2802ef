import { roleSettings, type Sql } from "../client.ts";
import { textLiteral } from "../literal.ts";
import { serviceRights, serviceRole } from "./service-role.rights.ts";

/**
 * Grants the role of API and worker exactly its rights, on all tables in one statement. Does nothing if the role does
 * not exist. The owner runs it after the migrations, while the migration lock is held.
 * @returns whether the role exists.
 */
export async function grantService(sql: Sql): Promise<boolean> {
  const found = await sql`select from pg_roles where rolname = ${serviceRole}`;
  if (found.length === 0) return false;
  await sql.unsafe(`do $$ begin ${grants()} end $$`);
  return true;
}

/** Creates the role of API and worker if it is missing, and sets its password. Needs the right to create roles. */
export async function ensureServiceRole(sql: Sql, password: string): Promise<void> {
  const found = await sql`select from pg_roles where rolname = ${serviceRole}`;
  if (found.length === 0) await sql.unsafe(`create role ${serviceRole}`);
  await sql.unsafe(`alter role ${serviceRole} login password ${textLiteral(password)}`);
}

function grants(): string {
  const ofTables = [...serviceRights].map(
    ([name, rights]) => `
      revoke all on "${name}" from ${serviceRole};
      grant ${rights.join(", ")} on "${name}" to ${serviceRole};`,
  );
  return `
    if not has_schema_privilege('${serviceRole}', current_schema(), 'usage') then
      execute format('grant usage on schema %I to ${serviceRole}', current_schema());
    end if;
    -- Which migrations were applied is for its processes to see.
    grant usage on schema drizzle to ${serviceRole};
    grant select on drizzle.__drizzle_migrations to ${serviceRole};
    ${ofTables.join("")}
    ${settings()}`;
}

/** For sessions behind a pooler. An owner who may not alter the role leaves that to a superuser; /readyz says if it matters. */
function settings(): string {
  const each = Object.entries(roleSettings).map(
    ([name, value]) => `
      execute format('alter role ${serviceRole} in database %I set ${name} = %L', current_database(), ${textLiteral(String(value))});`,
  );
  return `
    begin ${each.join("")}
      if current_setting('synchronous_commit') not in ('on', 'remote_apply') then
        execute format('alter role ${serviceRole} in database %I set synchronous_commit = on', current_database());
      end if;
    exception when insufficient_privilege then null;
    end;`;
}
