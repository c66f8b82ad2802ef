import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { enablePartitions, insertGroup } from "@rewards/db";
import { formatId, sale } from "@rewards/domain";
import { afterAll, expect, test } from "vitest";
import { runHere } from "../../apps/cli/src/testing/command.ts";
import { closedMonth, idAt, partitionMay } from "../src/months.ts";
import { newRecord } from "../src/records.ts";
import { awaitStatus, saleContent } from "./support/fixtures.ts";
import { expectBooksInOrder, useBasics, useStack } from "./support/stack.ts";

const stack = useStack();
const basics = useBasics(stack);
const folder = await mkdtemp(join(tmpdir(), "rewards-archives-"));
afterAll(() => rm(folder, { recursive: true }));

const environment = (databaseUrl = stack.ownerUrl) => ({ DATABASE_URL: databaseUrl, QUEUE_URL: stack.queueUrl });

const run = (...args: string[]) => runHere(args, environment());

async function rewards(code: number, ...args: string[]): Promise<string> {
  const ran = await run(...args);
  expect([ran.code, ran.output]).toEqual([code, expect.any(String)]);
  return ran.output;
}

/** Its code is 1 if the queue does not answer in time, as on a busy machine. */
const status = async () => JSON.parse((await run("status", "--json")).output);

test("the owner lists and makes the partitions; what no command can do is refused in one sentence", {
  timeout: 600_000,
}, async () => {
  const byService = await runHere(["partitions", "add"], environment(stack.databaseUrl));
  expect([byService.code, byService.output]).toEqual([1, expect.stringContaining("Only rewards, the owner")]);
  await enablePartitions(stack.ownerUrl);

  const { service, attention } = await status();
  expect(service.partitions).toMatchObject({ until: expect.any(String), isShort: false, changingSince: null });
  expect(attention.join()).not.toContain("artition");
  expect(await rewards(0, "partitions", "list")).toMatch(/sale_before_\d{4}_\d{2} [\s\S]*\nsale_default /);
  expect(await rewards(0, "partitions", "add", "--months", "6")).toContain("Made: sale_");
  for (const months of ["x", "25"])
    expect(await rewards(1, "partitions", "add", "--months", months)).toContain("must be a number from 0 to 24");
  for (const [command, flag] of [
    ["detach", "--to"],
    ["attach", "--from"],
  ] as const)
    expect(await rewards(1, "partitions", command, "sale_1999_01", flag, folder)).toContain(
      "There is no partition sale_1999_01 that can be moved",
    );
  await expectBooksInOrder(stack);
});

test("a detached month is answered with 410 and its first IDs, and its files can be checked and attached again", {
  timeout: 600_000,
}, async () => {
  const { client, database } = stack;
  await partitionMay(database.sql);
  const content = saleContent(basics);
  const record = { ...newRecord(sale, content), id: idAt(closedMonth.at) };
  await insertGroup(database.sql, sale, [record]);
  await database.sql`update pending set since = since - interval '1 minute' where id = ${record.id}`;
  const id = formatId(sale.idPrefix, record.id);
  await awaitStatus(client, id, "Resolved-Completed");

  const detached = await rewards(0, "partitions", "detach", closedMonth.name, "--to", folder);
  expect(detached).toMatch(/^sale_2026_05: 1 sale is in .*\. SHA-256 of their lines: [0-9a-f]{64}\n$/);
  expect(await client.read(id)).toMatchObject({
    status: 410,
    body: { errorDetails: [{ message: "Error_Object_Archived" }] },
  });
  const again = await client.create("Sale", content);
  expect(again).toMatchObject({ status: 201, body: { ID: id } });
  expect(again.headers.get("idempotent-replayed")).toBe("true");
  const { partitions } = JSON.parse(await rewards(0, "partitions", "list", "--json"));
  expect(partitions[0]).toEqual({
    ...{ name: closedMonth.name, from: "2026-05-01T00:00:00.000Z", to: "2026-06-01T00:00:00.000Z" },
    ...{ state: "archived", sales: 1, bytes: null },
  });
  await expectBooksInOrder(stack);
  expect(await rewards(0, "verify", "--archives", folder)).toMatch(/\narchive\.file +I3 +1 +OK\n/);
  expect(await rewards(1, "verify", "--archives", tmpdir())).toContain("archive.file: The files of a detached month");

  expect(await rewards(0, "partitions", "attach", closedMonth.name, "--from", folder)).toMatch(
    /again\. Erase again who was erased since 2\d{3}-\d\d-\d\dT/,
  );
  expect((await client.read(id)).status).toBe(200);
  expect(await rewards(1, "partitions", "attach", closedMonth.name, "--from", folder)).toContain("attached already");
  await expectBooksInOrder(stack);
});
