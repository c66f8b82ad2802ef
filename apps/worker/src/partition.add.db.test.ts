import { listPartitions, movedMax } from "@rewards/operations";
import type { Logger } from "@rewards/runtime";
import { expect, test } from "vitest";
import { openTestService } from "../../../test/src/service.ts";
import { createPartitionAdd } from "./upkeep.ts";

const service = await openTestService(2);
const { sql } = service.database;
const lines: unknown[] = [];
const note = (fields: unknown, message?: string) => void lines.push(message ?? fields);
const logger = { info: note, warn: note } as unknown as Logger;
/** As the worker's role, which may make no table. */
const tick = () => createPartitionAdd(service.deps.database, logger).tick();

const months = async () => (await listPartitions(sql)).flatMap(({ name }) => (/^sale_\d{4}/.test(name) ? [name] : []));

test("a worker makes missing months, and says what it did", async () => {
  const made = (await months()).slice(1);
  expect(made.length).toBeGreaterThan(0);
  for (const name of made) await sql`drop table ${sql(name)}`;
  await tick();
  expect((await months()).slice(1)).toEqual(made);
  expect(lines).toEqual(["partitions of sales were made for the coming months"]);
});

test("a worker leaves a month with many early sales to the command, and says so", async () => {
  const last = (await months()).at(-1) ?? "";
  await sql.unsafe(`
    drop table ${last};
    insert into sale (id, status, confirmation_note, create_user_id, update_user_id, external_id)
      select overlay(first_id_at(to_date('${last}', '"sale_"YYYY_MM'))::text placing lpad(to_hex(n), 12, '0') from 25)::uuid,
        'Pending-Ready To Process', '', 'api', 'api', 'early ' || n
      from generate_series(0, ${movedMax}) n`);
  lines.length = 0;
  await tick();
  expect([lines.join(), await months()]).toEqual([
    expect.stringMatching(/^sale_default has too many early sales/),
    expect.not.arrayContaining([last]),
  ]);
});

test("a worker says that months are missing while it cannot make them", async () => {
  const attached = (await listPartitions(sql)).map(({ name }) => name).filter((name) => name !== "sale_default");
  for (const name of attached) await sql.unsafe(`alter table sale detach partition ${name}`);
  // The first of the missing months, whose name is taken.
  await sql.unsafe(`
    create table sale_2020_01 partition of sale for values from (minvalue) to (first_id_at('2020-02-01'));
    create table sale_2020_02 (taken int)`);
  lines.length = 0;
  await tick();
  expect(lines).toEqual(["sales of the coming months have no partition, and go to sale_default"]);
});
