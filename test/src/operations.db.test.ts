import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { openDatabase } from "@rewards/db";
import { afterAll, expect, test } from "vitest";
import { cloneTemplate } from "./clone.ts";

const page = readFileSync(fileURLToPath(new URL("../../docs/operations.md", import.meta.url)), "utf8");
const queries = [...page.matchAll(/`(select [^`]+)`/g)].map(([, query]) => query as string);

const clone = await cloneTemplate();
const database = openDatabase({ url: clone.url, name: "operations", poolMax: 1, viewPoolMax: 1 });
afterAll(async () => {
  await database.close();
  await clone.drop();
});

test("docs/operations.md has queries", () => expect(queries.length).toBeGreaterThan(3));

test.each(queries)("the query of docs/operations.md runs: %s", async (query) => {
  await expect(database.sql.unsafe(query)).resolves.toBeDefined();
});
