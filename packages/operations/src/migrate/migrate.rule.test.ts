import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { findBreaches } from "../testing/expand-rule.ts";

const folder = fileURLToPath(new URL("../../../db/migrations", import.meta.url));
const packages = fileURLToPath(new URL("../../..", import.meta.url));
const sampleFolder = fileURLToPath(new URL("../../../../test/migrations/expand", import.meta.url));

/** Matches the beginning of a statement: the columns of a subselect are not in its result. */
const allColumnsPattern = /`\s*select \*\s+from/i;

const migrationsIn = (path: string) =>
  readdirSync(path)
    .filter((name) => name.endsWith(".sql"))
    .map((name) => [name, readFileSync(join(path, name), "utf8")] as const);

/** Migrations that may break the rule, and why. A contract names the last release that uses what it removes. */
const exceptions: Readonly<Record<string, string>> = {};

test("no prepared statement reads all columns, since a migration may add one", () => {
  const sources = ["access", "db", "operations"].flatMap((name) =>
    readdirSync(join(packages, name, "src"), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
      .map((file) => join(packages, name, "src", file)),
  );
  const asking = sources.filter((file) => allColumnsPattern.test(readFileSync(file, "utf8")));
  expect(sources.length).toBeGreaterThan(50);
  expect(asking).toEqual([]);
});

describe("the rule for migrations", () => {
  test.each(migrationsIn(folder))("is kept by %s, or it is among the exceptions", (name, text) => {
    if (name in exceptions) expect(findBreaches(text)).not.toEqual([]);
    else expect(findBreaches(text)).toEqual([]);
  });

  test("has no exception for a migration that does not exist", () => {
    const names = migrationsIn(folder).map(([name]) => name);
    expect(Object.keys(exceptions).filter((name) => !names.includes(name))).toEqual([]);
  });

  test.each(migrationsIn(sampleFolder))("is kept by the sample %s, which is applied under load", (_, text) => {
    expect(findBreaches(text)).toEqual([]);
  });

  test.each([
    'DROP TABLE "stock";',
    'ALTER TABLE "sale" DROP COLUMN "origin";',
    'ALTER TABLE "sale" DROP CONSTRAINT "sale_pkey";',
    'DROP INDEX "sale_external_id_key";',
    'ALTER TABLE "sale" RENAME COLUMN "origin" TO "source";',
    'ALTER TABLE "sale" RENAME TO "purchase";',
    'ALTER TABLE "sale" ALTER COLUMN "origin" SET DATA TYPE varchar(64);',
    'ALTER TABLE "sale" ALTER COLUMN "sale_date_time" SET NOT NULL;',
    'ALTER TABLE "sale" ADD COLUMN "till" text NOT NULL;',
    'ALTER TABLE "sale" ADD COLUMN "token" uuid DEFAULT gen_random_uuid();',
    'ALTER TABLE "sale" ADD COLUMN "place" bigint GENERATED ALWAYS AS IDENTITY;',
    'ALTER TABLE "sale" ADD CONSTRAINT "sale_member" FOREIGN KEY ("member") REFERENCES "member"("id");',
    'CREATE INDEX "sale_till_idx" ON "sale" USING btree ("till");',
    'CREATE UNIQUE INDEX "sale_till_key" ON "sale" USING btree ("till");',
    'CREATE TABLE "till" ("id" uuid);--> statement-breakpoint\nCREATE INDEX "sale_till_idx" ON "sale" ("till");',
    'UPDATE "sale" SET "till" = 1;',
    'LOCK TABLE "sale";',
    'ALTER TABLE "sale" ADD COLUMN "till" text;--> statement-breakpoint\nCOMMIT; SET lock_timeout = 0;--> statement-breakpoint\nCREATE INDEX CONCURRENTLY "sale_till_idx" ON "sale" ("till");',
  ])("refuses %s", (text) => expect(findBreaches(text)).toHaveLength(1));

  test.each([
    'ALTER TABLE "sale" ADD COLUMN "till" text;',
    `ALTER TABLE "sale" ADD COLUMN "till" text DEFAULT 'rename; drop' NOT NULL;`,
    'ALTER TABLE "sale" ADD CONSTRAINT "till_known" CHECK ("till" <> 0) NOT VALID;',
    'ALTER TABLE "sale" VALIDATE CONSTRAINT "till_known";',
    'CREATE TABLE "till" ("id" uuid PRIMARY KEY NOT NULL);--> statement-breakpoint\nCREATE UNIQUE INDEX "till_key" ON "till" USING btree ("id");',
    '-- Drop nothing.\nCREATE INDEX CONCURRENTLY "sale_till_idx" ON "sale" ("till");',
    'DROP INDEX CONCURRENTLY IF EXISTS "sale_till_idx";',
    'CREATE OR REPLACE FUNCTION "till_of"(note text) RETURNS text LANGUAGE sql AS $$ SELECT note $$;--> statement-breakpoint\nCOMMIT; SET lock_timeout = 0;',
  ])("allows %s", (text) => expect(findBreaches(text)).toEqual([]));
});
