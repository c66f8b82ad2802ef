import { hidesRecords, type Scope, type ScopePart } from "@rewards/domain";
import { arrayLiteral } from "../statement.ts";
import { type KeysOf, type RowRule, rowRules } from "./scope.rows.ts";

/** A statement as the driver sends it. */
export interface Statement {
  readonly text: string;
  readonly parameters: readonly unknown[];
}

const readPattern = /^\s*select\b/i;

/**
 * The same read over only those rows that exist for the caller. Each table that the statement names is replaced, under
 * its name, by a subquery over its rows (`with "member" as (select * from "member" where …)`). Postgres resolves a name
 * to that subquery wherever the statement uses it: in a join, behind a reference, in an aggregation. Nothing that the
 * statement says can reach the table itself.
 * @throws Error if the statement is not a select, or names a schema: then a name could mean the table.
 */
export function withinScope(statement: Statement, scope: Scope): Statement {
  if (!hidesRecords(scope)) return statement;
  if (!readPattern.test(statement.text) || schemaPattern.test(statement.text))
    throw new Error("a statement of a limited caller must be a select without schemas");
  const parameters = [...statement.parameters];
  const keysOf = placeKeys(parameters, scope);
  const subqueries: string[] = [];
  let left = statement.text;
  for (const { name, pattern, rule } of replaced) {
    const condition = pattern.test(left) ? rule(keysOf) : undefined;
    if (condition === undefined) continue;
    const subquery = `"${name}" as not materialized (select * from "${name}" where ${condition})`;
    subqueries.unshift(subquery);
    left += subquery;
  }
  if (subqueries.length === 0) return statement;
  return { text: `with ${subqueries.join(",\n")}\n${statement.text}`, parameters };
}

const schemaPattern = /\b(public|pg_temp|pg_catalog|information_schema)"?\s*\./i;

/** The last first, since rules name tables before theirs. */
const replaced: readonly { name: string; pattern: RegExp; rule: RowRule }[] = [...rowRules]
  .map(([name, rule]) => ({ name, pattern: new RegExp(`\\b${name}\\b`, "i"), rule }))
  .reverse();

/** Appends the keys of a part to the parameters when a rule first asks for them: Postgres refuses unused ones. */
function placeKeys(parameters: unknown[], scope: Scope): KeysOf {
  const places = new Map<ScopePart, string>();
  return (part) => {
    const keys = scope[part];
    if (!keys) return undefined;
    const place = places.get(part) ?? `$${parameters.push(arrayLiteral(keys))}::text[]`;
    places.set(part, place);
    return place;
  };
}
