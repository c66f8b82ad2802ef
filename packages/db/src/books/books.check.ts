import type { Tx } from "../client.ts";
import { textLiteral } from "../literal.ts";

/** Something that holds of every row of a pass. */
export interface Check {
  /** The invariant that it belongs to: I1 to I8. */
  readonly invariant: string;
  /** For an operator: what holds. */
  readonly says: string;
  /** SQL over the pass' columns, true where it holds. A row of which it is false or NULL is broken. */
  readonly holds: string;
}

/** Checks that look at the same rows, and so take one reading of them. */
export interface Pass {
  /** What its rows are, in a word or two. */
  readonly of: string;
  /** A query. */
  readonly rows: string;
  /** SQL by name: what tells a row from all others. The first broken row is the first in their order, as text. */
  readonly names: Readonly<Record<string, string>>;
  /** By the name of the check. */
  readonly checks: Readonly<Record<string, Check>>;
}

export interface CheckResult {
  readonly check: string;
  readonly invariant: string;
  readonly says: string;
  /** Rows looked at. */
  readonly rows: number;
  readonly broken: number;
  /** The first broken row, by what tells it from all others; null where none is broken. */
  readonly first: Readonly<Record<string, string>> | null;
}

const sequenceDigits = 19;
/** As text that sorts as the numbers do. */
const sortable = (name: string, sql: string) =>
  name === "sequence" ? `lpad((${sql})::text, ${sequenceDigits}, '0')` : `(${sql})::text`;

/** Texts as a list of SQL, for `in`. */
export const textList = (values: readonly string[]) => `(${values.map(textLiteral).join(", ")})`;

/** The elements of a JSON array, as a source of rows; none of any other value, so that damage breaks a check and not the query. */
export const elementsOf = (json: string) =>
  `jsonb_array_elements(case jsonb_typeof(${json}) when 'array' then ${json} else '[]' end)`;

/** An amount as notes and history write it: `12.5`, `100`. */
export const shown = (amount: string) => `trim_scale(${amount})::text`;

/** Rows of one transaction get their times from one clock, one after the other; the transaction lasts less than this. */
export const togetherMax = "interval '5 minutes'";

const isBroken = ({ holds }: Check) => `filter (where (${holds}) is not true)`;

/** Reads the rows of a pass once, and where some are broken once more for the first of each check: the rest stay in the database. */
export async function runPass(tx: Tx, pass: Pass): Promise<CheckResult[]> {
  const checks = Object.entries(pass.checks);
  const counted = checks.map(([, check], index) => `count(*) ${isBroken(check)} as c${index}`);
  const [counts] = await tx.unsafe<Record<string, string>[]>(
    `select count(*) as rows, ${counted.join(", ")} from (${pass.rows}) r`,
  );
  const brokenOf = (index: number) => Number(counts?.[`c${index}`]);
  const firsts = await readFirsts(
    tx,
    pass,
    checks.filter((_, index) => brokenOf(index) > 0),
  );
  return checks.map(([check, { invariant, says }], index) => ({
    check,
    invariant,
    says,
    rows: Number(counts?.["rows"]),
    broken: brokenOf(index),
    first: firsts.get(check) ?? null,
  }));
}

/** The first broken row of each of these checks. */
async function readFirsts(
  tx: Tx,
  { rows, names }: Pass,
  checks: readonly (readonly [string, Check])[],
): Promise<Map<string, Record<string, string>>> {
  if (checks.length === 0) return new Map();
  const name = Object.entries(names).map(([of, sql]) => `${sortable(of, sql)} collate "C"`);
  const first = checks.map(([, check], index) => `min(array[${name.join(", ")}]) ${isBroken(check)} as f${index}`);
  const [found] = await tx.unsafe<Record<string, string[]>[]>(`select ${first.join(", ")} from (${rows}) r`);
  return new Map(checks.map(([check], index) => [check, nameRow(names, found?.[`f${index}`] ?? [])]));
}

function nameRow(names: Pass["names"], values: readonly (string | null)[]): Record<string, string> {
  return Object.fromEntries(
    Object.keys(names).map((name, index) => {
      const text = values[index] ?? "";
      return [name, name === "sequence" ? text.replace(/^0+(?=\d)/, "") : text];
    }),
  );
}
