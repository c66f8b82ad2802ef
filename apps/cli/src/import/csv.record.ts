import { AppError, errorBody } from "@rewards/domain";
import { CommandError } from "../error.ts";
import { type ImportClass, type Plan, type PlannedField, planRows } from "./csv.plan.ts";
import { type BadRow, type Row, readRows, wrongColumns } from "./csv.read.ts";
import type { FileLine, ImportLine } from "./lines.read.ts";
import type { Mapping } from "./mapping.ts";
import { Seen } from "./seen.ts";

/** The service takes fewer lines of a record: one with so many is refused anyway. */
const groupRowsMax = 1_000;

/**
 * Makes a line of JSON of each record of a CSV file, in the order of their numbers.
 * @throws CommandError if the columns do not fit.
 */
export async function* recordsOf(
  lines: AsyncIterable<FileLine>,
  of: ImportClass,
  mapping: Mapping | undefined,
): AsyncGenerator<ImportLine> {
  let names = mapping?.columns;
  let plan = names && planRows(of, names, mapping);
  let group: Group | undefined;
  let isBesideBad = false;
  const seen = new Seen();
  for await (const row of readRows(lines, names?.length)) {
    if (!plan || !names) {
      if ("problem" in row) throw new CommandError(`The first line has no names of columns: ${row.problem}`, 2);
      names = row.cells.map((name) => name.trim());
      plan = planRows(of, names, mapping);
      continue;
    }
    if ("problem" in row || row.cells.length !== names.length) {
      // It may be a line of the record before it, or of the one after it.
      isBesideBad = plan.groupOf !== undefined;
      if (group) yield* endOf(group, plan, isBesideBad ? besideBad : undefined);
      group = undefined;
      yield refuse(row, names.length);
      continue;
    }
    const name = plan.groupOf?.(row.cells);
    if (group && name !== undefined && name === group.name) {
      if (group.rows.length < groupRowsMax && !plan.isSkipped(row.cells)) group.rows.push(row);
      continue;
    }
    if (group) yield* endOf(group, plan);
    const isNew = name === undefined || seen.add(name);
    const problem = isNew ? undefined : `Its ${plan.group} has rows further up. Sort the file by ${plan.group}.`;
    group = { name, rows: [row], problem: isBesideBad ? besideBad : problem };
    isBesideBad = false;
  }
  if (group && plan) yield* endOf(group, plan);
}

/** Rows of one record, one after the other: the first, and those that are not left out. */
interface Group {
  readonly name: string | undefined;
  readonly rows: Row[];
  readonly problem: string | undefined;
}

const besideBad = "A line next to its rows cannot be read.";

function* endOf({ rows, problem }: Group, plan: Plan, more = problem): Generator<ImportLine> {
  const [first] = rows;
  if (!first || plan.isSkipped(first.cells)) return;
  const line = lineOf(first.number, contentOf(rows, plan));
  yield more === undefined ? line : { ...line, error: malformed(more) };
}

function contentOf(rows: readonly Row[], { own, lists }: Plan): object {
  const content = pageOf(own, rows[0]?.cells ?? []);
  for (const [list, fields] of lists) {
    const pages = rows.map(({ cells }) => pageOf(fields, cells)).filter((page) => Object.keys(page).length > 0);
    if (pages.length > 0) content[list] = pages;
  }
  return content;
}

function pageOf(fields: readonly PlannedField[], cells: readonly string[]): Record<string, unknown> {
  const page: Record<string, unknown> = {};
  for (const { name, inner, read } of fields) {
    const value = read(cells);
    if (value === undefined) continue;
    page[name] = inner === undefined ? value : { ...(page[name] as object | undefined), [inner]: value };
  }
  return page;
}

const bytesOf = (text: string) => Buffer.from(text).toString("latin1");
const lineOf = (number: number, content: unknown): FileLine => ({ number, bytes: bytesOf(JSON.stringify(content)) });
const malformed = (text: string) =>
  errorBody(new AppError("Error_Body_Malformed", [{ code: "Error_Body_Malformed", text }]), "");

function refuse(row: Row | BadRow, columns: number): ImportLine {
  if ("problem" in row) return { ...row.line, error: malformed(row.problem) };
  return { ...lineOf(row.number, row.cells), error: malformed(wrongColumns(row.cells.length, columns)) };
}
