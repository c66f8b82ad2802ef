import { createClient } from "@rewards/access";
import { exportAudit } from "@rewards/operations";
import { expect, it } from "vitest";
import { openTestService } from "../../../test/src/service.ts";
import { runCommand } from "./testing/command.ts";

const { database, url } = await openTestService(2);

async function run(...args: string[]): Promise<[code: unknown, output: string]> {
  const command = runCommand(["audit", "export", ...args], { DATABASE_URL: url });
  return [await command.exited, command.output()];
}

it("the entries of a period are printed in their order, a JSON object a line; the export becomes an entry", async () => {
  const { sql } = database;
  for (const name of ["first", "second"])
    await createClient(sql, { name, rights: "sale:create", expiresAt: null }, { actor: "ann", origin: "10.0.0.7" });
  const [code, output] = await run("--actor", "eve");
  expect([code, output]).toEqual([0, expect.any(String)]);
  const entries = output
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(entries.map(({ actor, origin, operation, detail }) => [actor, origin, operation, detail.name])).toEqual([
    ["ann", "10.0.0.7", "client.create", "first"],
    ["ann", "10.0.0.7", "client.create", "second"],
  ]);
  expect(entries[0].at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  const [period] = [{ since: entries[1].at, until: "2100-01-01T00:00:00Z" }];
  const later: string[] = [];
  await exportAudit(
    sql,
    period,
    { actor: "ann" },
    (batch) => void later.push(...batch.map((entry) => entry.operation)),
  );
  expect(later.slice(-2)).toEqual(["client.create", "audit.export"]);
  // JavaScript takes this for a day of 2001.
  const [wrong, why] = await run("--since", "5");
  expect([wrong, why]).toEqual([1, expect.stringContaining("It must be a time such as")]);
});

it("no transaction is open while whoever reads the output pauses", async () => {
  const open: unknown[] = [];
  let batches = 0;
  const pause = async () => {
    batches += 1;
    open.push(
      ...(await database.sql`
      select from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`),
    );
  };
  await exportAudit(database.sql, {}, { actor: "ann" }, pause);
  expect([batches, open]).toEqual([1, []]);
});
