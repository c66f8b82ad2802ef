import { type Tx, textLiteral } from "@rewards/db";

/** A condition that every row of a pass must fulfil. */
interface Check {
  /** Its invariant, I1 to I8, if it is not that of the pass. */
  readonly invariant?: string;
  /** The condition in words, for an operator. */
  readonly says: string;
  /** The condition as SQL over the columns of the pass. A row for which it is false or NULL is broken. */
  readonly holds: string;
}

/** Checks of the same rows, which are read once. */
export interface Pass {
  /** A short name for its rows. */
  readonly of: string;
  /** The invariant of its checks. */
  readonly invariant: string;
  /** The query of its rows. */
  readonly rows: string;
  /** The columns that identify a row, as SQL by name. The first broken row is the first by these values, as text. */
  readonly names: Readonly<Record<string, string>>;
  /** By the name of the check. */
  readonly checks: Readonly<Record<string, Check>>;
}

/** A check as reports and documents describe it. */
export interface CheckText {
  readonly invariant: string;
  /** The condition in words, for an operator. */
  readonly says: string;
}

export interface CheckResult extends CheckText {
  readonly check: string;
  /** The number of rows read. */
  readonly rows: number;
  readonly broken: number;
  /** The first broken row, by the columns that identify it; null if no row is broken. */
  readonly first: Readonly<Record<string, string>> | null;
}

/** The result of a check that no pass makes, from the names of its broken rows. */
export const resultOf = <Name extends string>(
  checks: Readonly<Record<Name, CheckText>>,
  check: Name,
  rows: number,
  broken: readonly NonNullable<CheckResult["first"]>[],
): CheckResult => ({ check, ...checks[check], rows, broken: broken.length, first: broken[0] ?? null });

/** The names of a ledger entry. */
export const entryNames = { member: "member", currency: "currency", sequence: "sequence", entry: "id" } as const;

/** Joins the programme of the member `m`, and its first currency, by which sales earn and redemptions cost. */
export const firstCurrency = `
    left join programme p on p.business_id = m.program_business_id
    left join currency c on c.program = p.id and c.position = 0`;

/** Joins the member who has or had a key: by its ExternalID, or by a card. `<name>_key` has the key's `key_since`. */
export const joinHolder = (key: string, name = "m") => `
    left join (select external_id as key, id as member, key_since from member union all select key, member, key_since from member_key) ${name}_key
      on ${name}_key.key = ${key}
    left join member ${name} on ${name}.id = ${name}_key.member`;

/** The member who has what the member of this ID had: itself, or the one that it was merged into. */
export const finalOf = (id: string) => `coalesce((select merged_into from member where id = ${id}), ${id})`;

const sequenceDigits = 19;
/** As text. Sequences get leading zeros, so that their texts sort in the order of the numbers. */
const sortable = (name: string, sql: string) =>
  name === "sequence" ? `lpad((${sql})::text, ${sequenceDigits}, '0')` : `(${sql})::text`;

/** Texts as an SQL list, for `in`. */
export const textList = (values: readonly string[]) => `(${values.map(textLiteral).join(", ")})`;

/** The elements of a JSON array as rows; no rows for other values, so that damage breaks a check and not the query. */
export const elementsOf = (json: string) =>
  `jsonb_array_elements(case jsonb_typeof(${json}) when 'array' then ${json} else '[]' end)`;

/** The number at a place in JSON; null for any other value. */
export const numberAt = (json: string) => `case jsonb_typeof(${json}) when 'number' then (${json})::numeric end`;

/** The JSON in a text; null if the text is not JSON. */
export const jsonOf = (text: string) => `case when ${text} is json then ${text}::jsonb end`;

/** An amount as notes and history write it: `12.5`, `100`. */
export const shown = (amount: string) => `trim_scale(${amount})::text`;

/** The most by which the times of rows of one transaction differ: they are read one after the other, from one clock. */
export const togetherMax = "interval '5 minutes'";

const isBroken = ({ holds }: Check) => `filter (where (${holds}) is not true)`;

/** Reads the rows of a pass once, or twice if some are broken: then it fetches the first broken row of each check. */
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
  return checks.map(([check, { invariant = pass.invariant, says }], index) => ({
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
