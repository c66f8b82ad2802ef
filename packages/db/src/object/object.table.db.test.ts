import {
  constant,
  derived,
  exampleReference,
  type Field,
  type FieldType,
  flag,
  hidden,
  type ObjectDefinition,
  optionalDate,
  optionalText,
  optionalTimestamp,
  page,
  pages,
  requiredAmount,
  requiredText,
  requiredTimestamp,
  store,
  stored,
} from "@rewards/domain";
import { generateDrizzleJson, generateMigration } from "drizzle-kit/api";
import { expect, test } from "vitest";
import { newStore } from "../../../../test/src/records.ts";
import { findBreaches } from "../../../operations/src/testing/expand-rule.ts";
import { insertGroup } from "../insert/insert.group.ts";
import { insertAll, openTestDatabase } from "../testing/database.ts";
import { columnName, tableOf } from "./object.table.ts";

const { sql } = await openTestDatabase();

const doc = { text: "A field that a later release adds.", example: "x" };
const city = { City: optionalText(doc) };

/** A field of every kind that has a column, with its value in rows that existed before. */
const added: Readonly<Record<string, [field: Field, value: unknown]>> = {
  AddedText: [requiredText(doc), ""],
  AddedTextWithDefault: [optionalText(doc, 64, "API"), "API"],
  AddedFlag: [flag(doc, true), true],
  AddedInteger: [stored("integer", doc), 0],
  AddedAmount: [requiredAmount(doc), "0.0000"],
  AddedTimestamp: [requiredTimestamp(doc), null],
  AddedOptionalTimestamp: [optionalTimestamp(doc), null],
  AddedDate: [optionalDate(doc), null],
  AddedPage: [page(doc, "LocationAddress", city), { City: "" }],
  AddedPages: [pages(doc, city, 3), []],
  AddedList: [stored("list", doc), []],
  AddedReference: [stored("reference", { ...doc, example: exampleReference("Reward", "REW") }, "Reward"), null],
  AddedReferences: [stored("references", doc, "Reward"), null],
  AddedHidden: [hidden("text"), ""],
};
const names = Object.keys(added);

/** The store as a later release defines it. */
function storeWith(fields: Readonly<Record<string, Field>>): ObjectDefinition {
  return { ...(store as ObjectDefinition), fields: { ...store.fields, ...fields } };
}

async function migrationTo(definition: ObjectDefinition): Promise<string[]> {
  const [before, after] = [store as ObjectDefinition, definition].map((one) =>
    generateDrizzleJson({ [one.noun]: tableOf(one) }),
  );
  if (!before || !after) throw new Error("two schemas are compared");
  return generateMigration(before, after);
}

test("a field of any kind is added to a table with rows, which get its empty or default value, while the last release inserts", async () => {
  await insertAll(sql, store, [newStore("old-1"), newStore("old-2")]);
  const fields = Object.fromEntries(names.map((name) => [name, added[name]?.[0] as Field]));
  const kinds: FieldType[] = ["page", "pages", "list", "reference", "references", "text", "boolean"];
  kinds.push("integer", "amount", "timestamp", "date");
  expect(new Set(Object.values(fields).map(({ type }) => type))).toEqual(new Set(kinds));

  const statements = await migrationTo(storeWith(fields));
  expect(statements).toHaveLength(names.length);
  expect(statements.flatMap((statement) => findBreaches(statement))).toEqual([]);
  for (const statement of statements) await sql.unsafe(statement);

  // As a process does that does not know the columns.
  const { answers } = await insertGroup(sql, store, [newStore("new-1")]);
  expect(answers).toMatchObject([{ id: expect.any(String) }]);
  const rows = await sql.unsafe(
    `select ${names.map(columnName).join(", ")} from store where store_code ~ '^(old|new)-'`,
  );
  const expected = Object.fromEntries(names.map((name) => [columnName(name), added[name]?.[1]]));
  expect(rows.map((row) => ({ ...row }))).toEqual([expected, expected, expected]);
});

test("a field without a column, constant or derived, needs no migration", async () => {
  const fields = { AddedConstant: constant("text", "x", doc), AddedDerived: derived("text", doc) };
  expect(await migrationTo(storeWith(fields))).toEqual([]);
});
