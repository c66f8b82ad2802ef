import { roleSettings, type Sql } from "@rewards/db";

/** A setting as pg_settings shows it: times in ms. */
interface Setting {
  readonly name: string;
  readonly setting: string;
}

/**
 * Asks for every setting that the service relies on.
 * @returns why its sessions do not have them, with the remedy: a pooler passes no settings on, and then those of the role
 * are in force, which `migrate` writes.
 */
export async function describeSession(sql: Sql): Promise<string | undefined> {
  const rows = await sql<Setting[]>`
    select name, setting from pg_settings where name = any(${Object.keys(roleSettings)}::text[])`;
  return describeDropped(rows, sql.options.connection);
}

export function describeDropped(
  rows: readonly Setting[],
  wanted: Readonly<Record<string, unknown>>,
): string | undefined {
  const dropped = rows.filter(({ name, setting }) => name in wanted && !isInForce(name, setting, wanted[name]));
  if (dropped.length === 0) return undefined;
  const found = dropped.map(({ name, setting }) => `${name} (${setting})`).join(", ");
  return `Sessions lack settings of the service: ${found}. A pooler drops them, so the role needs them: run \`npm run migrate\` as a role that may alter the service's (docs/run.md#poolers).`;
}

/** A time limit may be as long as that of the role, but must exist. */
function isInForce(name: string, setting: string, wanted: unknown): boolean {
  if (setting === String(wanted)) return true;
  const ofRole = (roleSettings as Readonly<Record<string, string | number>>)[name];
  return typeof ofRole === "number" ? Number(setting) > 0 && Number(setting) <= ofRole : setting === ofRole;
}
