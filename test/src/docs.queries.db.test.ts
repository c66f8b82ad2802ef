import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { openDatabase } from "@rewards/db";
import { afterAll, expect, test } from "vitest";
import { cloneTemplate } from "./clone.ts";

const textOf = (page: string) => readFileSync(fileURLToPath(new URL(`../../docs/${page}`, import.meta.url)), "utf8");
const queries = ["watch.md", "repair.md"].flatMap((page) =>
  [...textOf(page).matchAll(/`(select [^`]+)`/g)].map(([, query]) => [page, query as string] as const),
);

const clone = await cloneTemplate();
const database = openDatabase({ url: clone.url, name: "queries", poolMax: 1, viewPoolMax: 1 });
afterAll(async () => {
  await database.close();
  await clone.drop();
});

test("the pages of operators have queries", () => expect(queries.length).toBeGreaterThan(4));

test.each(queries)("docs/%s: the query runs: %s", async (_, query) => {
  await expect(database.sql.unsafe(query)).resolves.toBeDefined();
});
