import { describe, expect, test } from "vitest";
import { z } from "zod";
import { parseParameters } from "./data-view.ts";
import { discardContent, parseListCall, replayContent } from "./dead-letter.ts";
import { errorTable } from "./error.table.ts";
import { AppError, type ErrorDetail } from "./error.ts";
import { parseContent } from "./parse.ts";
import { queryFieldsOf } from "./query/query.field.ts";
import { parseQuery } from "./query/query.parse.ts";
import { actions, creatableObjects, dataViewNamed, dataViews } from "./registry.ts";

/** Values of every type and of many forms. A number that JavaScript cannot hold becomes Infinity. */
const values: readonly unknown[] = [
  ...[undefined, null, true, 5, 0, -1, 1.5, 0.00001, 1e11, 1e300, Infinity, -Infinity, {}, { a: 1 }, [], [1], [null]],
  ...["", " ", "-", "x", "5", "-5", "1e3", "100000000000", "a\0", "\ud800", "ä😀", "ann@", "2026-02-30", "1899-12-31"],
  ...["2026-01-01", "2026-01-01T10:00", "1899-12-31T10:00Z", "2026-02-30T10:00Z", "x".repeat(4_001), "😀".repeat(256)],
];

type Shape = z.core.JSONSchema.BaseSchema;
const shapeOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Shape;
const notNull = (shape: Shape): Shape =>
  (shape.anyOf?.find((one) => (one as Shape).type !== "null") as Shape | undefined) ?? shape;

/** Every input with one of the values at one place of the shape, and everything else left out. */
function* inputsOf(given: Shape): Generator<unknown> {
  yield* values;
  const shape = notNull(given);
  for (const [name, member] of Object.entries(shape.properties ?? {}))
    for (const value of inputsOf(member as Shape)) yield { [name]: value };
}

function refusal(parse: () => unknown): AppError | undefined {
  try {
    parse();
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

const sentences = new Set<string>(Object.values(errorTable).map(([, , , sentence]) => sentence));

/** What a text must say, by its code: the type, the limit, the range, the form. */
const wanted: Partial<Record<ErrorDetail["code"], RegExp>> = {
  Error_Field_Required: / is required\.$| must be an array of 1 to \d+ items\.$/,
  Error_Field_Type: / must be (?:a |an |true or false).*, not an? \w+\.$/,
  Error_Field_Length: /: At most \d+ characters\.$| must be an array of 1 to \d+ items\.$/,
  Error_Field_Range: /: .*(?:\d|Quantity|FILE)/,
  Error_Field_Format: /: An? |: One of |: Its offset from UTC is missing|: Digits only/,
  Error_Field_Text:
    /: (?:NUL and lone surrogates are not text|A key has no control, invisible or unassigned characters)\.$/,
};

/** Rules say what is wanted as programme files do. */
const isOfRule = ({ page = "", identifier = "" }: ErrorDetail) => /^\.Rule(?:\.|$)/.test(page + identifier);

function expectWanted(detail: ErrorDetail): void {
  const { code, text = "" } = detail;
  expect(text).toMatch(/^\S.*\.$/);
  expect(text).not.toMatch(/invalid|not valid|wrong|malformed|expected|received|undefined|\[object/i);
  expect([...sentences]).not.toContain(text);
  if (wanted[code] && !isOfRule(detail)) expect(text).toMatch(wanted[code]);
}

function expectAllWanted(refusals: Iterable<AppError | undefined>): void {
  let count = 0;
  for (const error of refusals)
    for (const detail of error?.details ?? []) {
      expectWanted(detail);
      count += 1;
    }
  expect(count).toBeGreaterThan(0);
}

const contents: [string, z.ZodType][] = [
  ...creatableObjects.map((definition): [string, z.ZodType] => [definition.class, definition.content]),
  ...actions.flatMap(({ name, target, content }): [string, z.ZodType][] =>
    content ? [[`${name} of ${target.class}`, content as z.ZodType]] : [],
  ),
  ["the replay of dead letters", replayContent],
  ["the discard of a dead letter", discardContent],
];

test.each(contents)("every refusal of the content of %s says what is wanted", (_, schema) => {
  expectAllWanted([...inputsOf(shapeOf(schema))].map((input) => refusal(() => parseContent(schema, input))));
});

test.each(creatableObjects.map((one) => [one.class, one] as const))(
  "every refusal of an item of %s says what is wanted",
  (_, { content, fields }) => {
    const lists = Object.entries(fields).filter(([, { type, input }]) => type === "pages" && input);
    for (const [name, field] of lists) {
      const items = shapeOf(field.input as z.ZodType);
      const ofSchema = (field.input as unknown as { def: { out: { element: z.ZodType } } }).def.out.element;
      expect(items).toBeDefined();
      expectAllWanted(
        [...inputsOf(shapeOf(ofSchema))].map((item) => refusal(() => parseContent(content, { [name]: [item] }))),
      );
      expectAllWanted([refusal(() => parseContent(content, { [name]: Array(5_000).fill({}) }))]);
    }
  },
);

test.each(dataViews.map(({ name }) => name))("every refusal of the parameters of %s says what is wanted", (name) => {
  const view = dataViewNamed(name);
  const inputs = [...inputsOf(shapeOf(z.object(view.parameters)))];
  expectAllWanted(inputs.map((input) => refusal(() => parseParameters(view, input))));
});

test("every refusal of the list of dead letters says what is wanted", () => {
  const texts = ["x", "501", "0", "1.5", "a\0", "\ud800", "x".repeat(256)];
  const calls = ["class", "reason", "cursor", "limit"].flatMap((name) => texts.map((text) => ({ [name]: text })));
  expectAllWanted(calls.map((call) => refusal(() => parseListCall(call))));
});

describe("every refusal of a query says what is wanted", () => {
  const view = dataViewNamed("LedgerEntriesBetweenDates");
  const asked = (body: Readonly<Record<string, unknown>>) => refusal(() => parseQuery(view, body));
  const condition = { lhs: { field: "Type" }, comparator: "EQ", rhs: { value: "x" } };
  /** For each place of a query, a query with the value at that place. */
  const queries: readonly ((value: unknown) => object)[] = [
    ...["select", "filter", "sortBy", "aggregations", "calculations", "distinctResultsOnly", "paging"].map(
      (name) => (value: unknown) => ({ [name]: value }),
    ),
    (value) => ({ includeTotalCount: value }),
    (value) => ({ select: [value] }),
    (value) => ({ select: [{ field: value }] }),
    (value) => ({ select: [{ aggregation: value }] }),
    (value) => ({ sortBy: [{ field: "Type", type: value }] }),
    (value) => ({ filter: { filterConditions: value } }),
    (value) => ({ filter: { filterConditions: { F1: value } } }),
    (value) => ({ filter: { filterConditions: { F1: { ...condition, lhs: value } } } }),
    (value) => ({ filter: { filterConditions: { F1: { ...condition, comparator: value } } } }),
    (value) => ({ filter: { filterConditions: { F1: { ...condition, rhs: value } } } }),
    (value) => ({ filter: { filterConditions: { F1: { ...condition, rhs: { field: value } } } } }),
    (value) => ({ filter: { filterConditions: { F1: { ...condition, ignoreCase: value } } } }),
    (value) => ({ filter: { filterConditions: { F1: condition }, logic: value } }),
    (value) => ({ filter: { filterConditions: { ["x".repeat(256)]: condition }, logic: value } }),
    (value) => ({ aggregations: { A: value } }),
    (value) => ({ aggregations: { A: { field: "Type", summaryFunction: value } } }),
  ];

  test.each(queries.map((query) => [JSON.stringify(query("…")), query] as const))("%s", (_, query) => {
    expectAllWanted(values.map((value) => asked({ query: query(value) })));
  });

  test("that is over a limit", () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => index);
    const conditions = (count: number) => Object.fromEntries(many(count).map((index) => [`F${index}`, condition]));
    const aggregations = Object.fromEntries(
      many(21).map((index) => [`A${index}`, { field: "Type", summaryFunction: "COUNT" }]),
    );
    const refusals = [
      { select: many(501).map(() => ({ field: "Type" })) },
      { select: many(51).map(() => ({ field: "Member.ExternalID" })) },
      { sortBy: many(11).map(() => ({ field: "Type" })) },
      { aggregations },
      { filter: { filterConditions: conditions(51) } },
      { filter: { filterConditions: { F1: condition }, logic: "x".repeat(20_000) } },
      {
        filter: {
          filterConditions: { F1: condition },
          logic: many(51)
            .fill(0)
            .map(() => "F1")
            .join(" OR "),
        },
      },
      { filter: { filterConditions: { F1: condition }, logic: `${"(".repeat(20)}F1${")".repeat(20)}` } },
      {
        filter: {
          filterConditions: { F1: { ...condition, comparator: "IN", rhs: { value: many(1_001).map(String) } } },
        },
      },
    ].map((query) => asked({ query }));
    expect(refusals.map((error) => error?.details[0]?.text)).toEqual(
      refusals.map(() => expect.stringMatching(/[Aa]t most \d+|deeper than \d+/)),
    );
    expectAllWanted(refusals);
  });

  test("whose parts conflict", () => {
    const aggregations = { Type: { field: "Type", summaryFunction: "COUNT" } };
    expectAllWanted(
      [
        { query: { aggregations, distinctResultsOnly: true } },
        { query: { aggregations, select: [{ field: "Type" }] } },
        { query: { select: [{ aggregation: "None" }] } },
        { paging: { pageNumber: 1, maxResultsToFetch: 1 } },
        { paging: { pageNumber: 1, nextPageToken: "x" } },
      ].map(asked),
    );
  });

  test.each(["pageNumber", "pageSize", "maxResultsToFetch", "nextPageToken", "includeTotalCount"])(
    "with paging.%s of a wrong type or size",
    (name) => {
      expectAllWanted(values.map((value) => asked({ paging: { [name]: value } })));
    },
  );

  test("whose paging or total has a wrong type", () => {
    expectAllWanted(values.map((paging) => asked({ paging })));
    expectAllWanted(values.map((includeTotalCount) => asked({ includeTotalCount })));
  });

  test.each(["LedgerEntriesBetweenDates", "RedemptionItemList", "MemberList", "ObjectHistory"])(
    "that compares a field of %s with a value it cannot have",
    (name) => {
      const of = dataViewNamed(name);
      for (const { path, type } of queryFieldsOf(of.record)) {
        const ask = (comparator: string) => (value: unknown) =>
          refusal(() =>
            parseQuery(of, {
              query: { filter: { filterConditions: { F1: { lhs: { field: path }, comparator, rhs: { value } } } } },
            }),
          );
        expectAllWanted(values.map(ask("EQ")));
        expectAllWanted(values.map(ask(type === "boolean" ? "GT" : "IN")));
      }
    },
  );
});

test("a number that is too large, too small or has too many decimals is out of range, not of a wrong type", () => {
  const sale = creatableObjects.find((one) => one.class === "SaleCase");
  const codes = [1e11, -1e11, 1e300, Infinity, -Infinity, 0.00001].map((TotalAmount) => {
    const item = { ProductCode: "P", Quantity: 1, TotalAmount };
    const details = refusal(() => parseContent(sale?.content as z.ZodType, { SaleItems: [item] }))?.details ?? [];
    return details.find(({ identifier }) => identifier === ".TotalAmount");
  });
  for (const detail of codes)
    expect(detail).toMatchObject({
      code: "Error_Field_Range",
      text: "TotalAmount: At most 4 decimals, and below 100000000000 in size.",
    });
});
