import {
  comparatorsOf,
  formatId,
  functionsOf,
  parseQuery,
  type QueryField,
  queryFieldsOf,
  type RecordDefinition,
  redemptionItem,
  type ViewQuery,
} from "@rewards/domain";
import fc, { type GeneratorValue } from "fast-check";
import { expect, test } from "vitest";
import { openTestDatabase } from "../testing/database.ts";
import {
  type AskedCondition,
  type AskedSort,
  filterRecords,
  groupRecords,
  itemAt,
  type Json,
  sortRecords,
  type Tree,
  valueAt,
  type World,
} from "../testing/query-evaluator.ts";
import { listOf, plantRecords, queriedRecords, queriedText, referredRecords } from "../testing/query-records.ts";
import { collectAnswer, createViewRunner } from "./view.compile.ts";
import { sourceOf } from "./view.source.ts";

const numRuns = Number(process.env["QUERY_RUNS"] ?? 400);
const seed = Number(process.env["QUERY_SEED"] ?? Date.now() % 1_000_000);

const { sql, readDb } = await openTestDatabase();
const runner = createViewRunner(readDb);
await plantRecords(sql, seed);

const everything = parseQuery(listOf(queriedRecords[0] as RecordDefinition), {});
const allOf = async (record: RecordDefinition): Promise<readonly Json[]> =>
  (await collectAnswer(runner, { view: listOf(record), parameters: {}, user: "api", query: everything })).data;

const recordsOf = new Map<string, readonly Json[]>();
for (const record of [...queriedRecords, ...referredRecords]) recordsOf.set(record.class, await allOf(record));
// The evaluator decides by itself which items have expired: no worker has moved them.
const statuses = new Map(
  (await sql<{ id: string; status: string }[]>`select id, status from redemption_item`).map(({ id, status }) => [
    formatId(redemptionItem.idPrefix, id),
    status,
  ]),
);
const items = recordsOf.get(redemptionItem.class) ?? [];
recordsOf.set(
  redemptionItem.class,
  items.map((item) => itemAt(item, statuses.get(String(item["ID"])) ?? "", new Date())),
);
const world: World = new Map([...recordsOf.values()].flat().map((record) => [String(record["ID"]), record]));

type Draw = GeneratorValue;
const pick = <T>(g: Draw, from: readonly T[]): T => from[g(fc.nat, Math.max(0, from.length - 1))] as T;
const isDrawn = (g: Draw) => g(fc.boolean);

/** A value that some record has, or one close to it. */
function drawValue(g: Draw, field: QueryField, records: readonly Json[]): unknown {
  const value = valueAt(world, pick(g, records), field.path);
  const known = typeof value === "object" && value !== null ? (value as Json)["ID"] : value;
  if (field.type === "text" && (known === null || isDrawn(g)))
    return isDrawn(g) ? g(() => queriedText) : [...String(known)].slice(0, 2).join("");
  if (known !== null) return field.type === "amount" && isDrawn(g) ? String(known) : known;
  return { date: "1980-01-02", timestamp: "2024-03-01T01:00:00+01:00", amount: 5, integer: 1, boolean: true }[
    field.type as "date"
  ];
}

function drawCondition(g: Draw, fields: readonly QueryField[], records: readonly Json[]): AskedCondition {
  const field = pick(g, fields);
  const comparator = pick(g, comparatorsOf(field.type));
  const isList = comparator.endsWith("IN") && comparator !== "CONTAINS";
  const values = [0, 1, 2].slice(0, isList ? g(fc.nat, 3) : 1).map(() => drawValue(g, field, records));
  if (values.includes(undefined) || values.includes(null)) return { lhs: { field: field.path }, comparator: "IS_NULL" };
  const rhs = isList ? (isDrawn(g) ? { values } : { value: values }) : { value: values[0] };
  return { lhs: { field: field.path }, comparator, rhs, ...(isDrawn(g) && { ignoreCase: isDrawn(g) }) };
}

function drawTree(g: Draw, names: readonly string[], depth: number): Tree {
  if (isDrawn(g) && depth < 4) return { not: drawTree(g, names, depth + 1) };
  if (names.length === 1) return { is: names[0] as string };
  const cut = 1 + g(fc.nat, names.length - 2);
  const parts = [drawTree(g, names.slice(0, cut), depth + 1), drawTree(g, names.slice(cut), depth + 1)];
  return isDrawn(g) ? { and: parts } : { or: parts };
}

function writeTree(tree: Tree): string {
  if ("is" in tree) return tree.is;
  if ("not" in tree) return `NOT (${writeTree(tree.not)})`;
  if ("and" in tree)
    return tree.and.map((part) => ("or" in part ? `(${writeTree(part)})` : writeTree(part))).join(" AND ");
  return tree.or.map(writeTree).join(" or ");
}

function drawFilter(g: Draw, fields: readonly QueryField[], records: readonly Json[]) {
  const names = ["F1", "Name", "T.3", "😀", "x"].slice(0, g(fc.nat, 5));
  const conditions = Object.fromEntries(names.map((name) => [name, drawCondition(g, fields, records)]));
  const logic = names.length > 0 && isDrawn(g) ? drawTree(g, names, 0) : undefined;
  return { conditions, logic, body: { filterConditions: conditions, ...(logic && { logic: writeTree(logic) }) } };
}

const drawSort = (g: Draw, names: readonly string[]): AskedSort[] =>
  names.length === 0
    ? []
    : [0, 1, 2].slice(0, g(fc.nat, 3)).map(() => ({ by: pick(g, names), type: isDrawn(g) ? "ASC" : "DESC" }));

/** Reads all pages in turn, by token or by number. */
async function readPages(g: Draw, record: RecordDefinition, body: { query: unknown }): Promise<Json[]> {
  const view = listOf(record);
  const ask = (paging: object): ViewQuery => parseQuery(view, { ...body, paging });
  const pageSize = 1 + g(fc.nat, 30);
  const byToken = isDrawn(g);
  const read: Json[] = [];
  let paging: object = { pageSize };
  for (let pageNumber = 1; ; pageNumber += 1) {
    const answer = await collectAnswer(runner, { view, parameters: {}, user: "api", query: ask(paging) });
    expect(answer).toMatchObject({ pageNumber, pageSize });
    read.push(...answer.data);
    if (!answer.hasMoreResults) return read;
    expect(answer.data).toHaveLength(pageSize);
    paging = byToken ? { pageSize, nextPageToken: answer.nextPageToken } : { pageSize, pageNumber: pageNumber + 1 };
  }
}

const shown = (path: string) => (record: Json) => valueAt(world, record, path);

async function checkRecords(g: Draw, record: RecordDefinition): Promise<void> {
  const records = recordsOf.get(record.class) ?? [];
  const fields = queryFieldsOf(record);
  const { body: filter, ...asked } = drawFilter(g, fields, records);
  const sorts = drawSort(
    g,
    fields.map(({ path }) => path),
  );
  const paths = [0, 1].map(() => pick(g, fields).path);
  const own = sourceOf(record.class).fields["CreateDateTime"] ? ["CreateDateTime"] : [];
  const direction = sorts.at(-1)?.type ?? "ASC";
  const order: AskedSort[] = [
    ...(sorts.length > 0 ? sorts : own.map((by) => ({ by, type: "ASC" as const }))),
    { by: "ID", type: direction },
  ];
  const expected = sortRecords(world, filterRecords(world, records, { ...asked, sortBy: sorts }), order);
  const query = {
    filter,
    sortBy: sorts.map(({ by, type }) => ({ field: by, type })),
    select: paths.map((field) => ({ field })),
  };
  const read = await readPages(g, record, { query });
  expect(read.map(({ ID }) => ID)).toEqual(expected.map(({ ID }) => ID));
  for (const path of paths.filter((one) => !one.startsWith("@")))
    expect(read.map((one) => one[path])).toEqual(expected.map(shown(path)));
  const call = { view: listOf(record), parameters: {}, user: "api", query: parseQuery(listOf(record), { query }) };
  expect(await runner.count(call)).toBe(expected.length);
}

async function checkGroups(g: Draw, record: RecordDefinition): Promise<void> {
  const records = recordsOf.get(record.class) ?? [];
  const fields = queryFieldsOf(record);
  const { body: filter, ...asked } = drawFilter(g, fields, records);
  const paths = [...new Set([0, 1].slice(0, g(fc.nat, 2)).map(() => pick(g, fields).path))];
  const isDistinct = paths.length > 0 && isDrawn(g);
  const aggregations = Object.fromEntries(
    (isDistinct ? [] : ["sum of", "__b", "C"]).map((name) => {
      const field = pick(g, fields);
      return [name, { field: field.path, summaryFunction: pick(g, functionsOf(field.type)) }];
    }),
  );
  const sorts = drawSort(g, [...paths, ...Object.keys(aggregations)]);
  const order: AskedSort[] = [...sorts, ...paths.map((by) => ({ by, type: "ASC" as const }))];
  const groups = groupRecords(world, filterRecords(world, records, { ...asked, sortBy: [] }), {
    fields: paths,
    aggregations,
  });
  // The names in a group may contain dots, which `sortRecords` would take for paths.
  const named = groups.map((group) => ({
    group,
    ...Object.fromEntries(Object.entries(group).map(([name, value]) => [name.replaceAll(".", "/"), value])),
  }));
  const expected = sortRecords(
    new Map(),
    named,
    order.map(({ by, type }) => ({ by: by.replaceAll(".", "/"), type })),
  ).map((one) => one["group"]);
  const query = {
    filter,
    select: paths.map((field) => ({ field })),
    ...(isDistinct ? { distinctResultsOnly: true } : { aggregations }),
    sortBy: sorts.map(({ by, type }) => (by in aggregations ? { aggregation: by, type } : { field: by, type })),
  };
  expect(await readPages(g, record, { query })).toEqual(expected);
}

test.each([
  ["records", checkRecords],
  ["groups", checkGroups],
])(
  `random queries return the same %s as an in-memory evaluator, in the same order (seed ${seed})`,
  { timeout: 600_000 },
  async (_, check) => {
    await fc.assert(
      fc.asyncProperty(fc.gen(), async (g) => check(g, pick(g, queriedRecords))),
      { numRuns, seed },
    );
  },
);
