import type { Check, Pass } from "./books.check.ts";

interface VersionedRules {
  readonly of: Pass["of"];
  readonly table: string;
  readonly versions: string;
  /** The column of `versions` with the ID of the row. */
  readonly owner: string;
  /** The row in findings. */
  readonly name: string;
  /** The columns of the rules: those of a version, by those of the table. */
  readonly rules: Readonly<Record<string, string>>;
  readonly check: string;
  readonly says: string;
  readonly invariant: Check["invariant"];
}

/** A trigger writes a version at each change of the rules in a row: the last version is what the row says now. */
export function versionsPass({
  of,
  table,
  versions,
  owner,
  name,
  rules,
  check,
  says,
  invariant,
}: VersionedRules): Pass {
  const now = Object.keys(rules).map((column) => `o.${column}`);
  const last = Object.values(rules).map((column) => `v.${column}`);
  return {
    of,
    rows: `
      select o.id, (${now.join(", ")}) is not distinct from (${last.join(", ")})
        and v.version = (select count(*) from ${versions} where ${owner} = o.id) as is_last
      from ${table} o left join lateral (
        select * from ${versions} where ${owner} = o.id order by version desc limit 1) v on true`,
    names: { [name]: "id" },
    checks: { [check]: { invariant, says, holds: "is_last" } },
  };
}
