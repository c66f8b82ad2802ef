import { attemptsMax } from "@rewards/db";
import { AppError, sale } from "@rewards/domain";
import { isEmpty, poll } from "@rewards/lab/poll";
import { replayDeadLetter } from "@rewards/operations";
import type { Sql } from "postgres";
import { refusedKey } from "../check/answer.check.ts";
import { unless } from "../check/book.ts";
import { rowFinding } from "../check/finding.ts";
import { poisonKey } from "../check/row.check.ts";
import { times } from "../list.ts";
import { makeSale, type SaleWish } from "../load/make.sale.ts";
import type { Random } from "../random.ts";
import type { World } from "../round/world.ts";
import { suiteSession } from "../servers/watch.ts";
import type { FaultRows } from "./fault.ts";
import { addTrigger } from "./trigger.ts";

/**
 * A bound against hanging: workers halve batches down to the faulty record while processes are killed and restarted.
 */
const poisonedMsMax = 60_000;
const goodSales = 60;
const badSales = 3;
const setBackMax = 5;
const setBackMsMax = 8_000;
const settledMsMax = 4_000;

/** A trigger that refuses rows of some sales with a Postgres data error. */
const refuse = (sql: Sql, event: "insert" | "update", key: string) =>
  addTrigger(sql, {
    ...{ name: `faults_${event}`, tables: ["sale"], event, each: "row" },
    refuse: `
      if new.external_id like '${key}%' and (tg_op = 'INSERT' or new.status like 'Resolved-%') then
        raise exception 'value out of range' using errcode = '22003';
      end if;`,
  });

/** Sends sales whose keys begin with `prefix`, among others. Returns the former. */
async function sendAmong({ load }: World, random: Random, prefix: string, bad: SaleWish, good: SaleWish) {
  const refused = times(badSales, () =>
    makeSale(random, load.state, { ...bad, key: `${prefix}${load.state.nextNumber()}` }),
  );
  const others = times(goodSales, () => makeSale(random, load.state, good));
  await load.burst(random.shuffle([...refused, ...others]));
  return { refused, keys: refused.map(({ key }) => key) };
}

/** Waits until each of these sales has a row in a table, or for a while. Returns how many have none. */
async function awaitAll({ sql }: World, table: "failing" | "dead_letter", keys: string[]): Promise<number> {
  const read = () => sql`
    select s.id from sale s where external_id = any(${keys}::text[])
      and not exists (select from ${sql(table)} t where t.id = s.id)`;
  return (await poll(read, isEmpty, poisonedMsMax)).length;
}

/** Makes their next attempt the last one, and due, as if they had failed all day. */
const spendAttempts = ({ sql }: World, keys: string[]) => sql`
  update failing f set attempts = ${attemptsMax - 1}, next_at = pg_catalog.clock_timestamp()
  from sale s where s.id = f.id and s.external_id = any(${keys}::text[])`;

/** Acts like an operator after the cause is fixed. A stray job may have settled one of the sales first. */
async function replayAll({ sql }: World, keys: string[]): Promise<void> {
  const rows = await sql<{ id: string }[]>`
    select d.id from dead_letter d join sale s on s.id = d.id where s.external_id = any(${keys}::text[])`;
  for (const { id } of rows)
    await replayDeadLetter(sql as unknown as Parameters<typeof replayDeadLetter>[0], sale, id, {
      author: { actor: suiteSession },
      isEnqueued: false,
    }).catch((error: unknown) => {
      if (!(error instanceof AppError && error.code === "Error_DeadLetter_Gone")) throw error;
    });
}

/** Resets the newest sales that have entries, as soon as some exist. */
async function reopenSettled({ sql }: World): Promise<string[]> {
  const reopen = () => sql<{ id: string }[]>`
    with chosen as (select s.id from sale s where status = 'Resolved-Completed'
      and exists (select from ledger_entry e where e.source_id = s.id) order by s.id desc limit ${setBackMax} for update skip locked),
    reopened as (update sale s set status = 'Pending-Ready To Process' from chosen c where c.id = s.id returning s.id)
    insert into pending (class, id, since) select 'SaleCase', id, pg_catalog.clock_timestamp() - interval '1 minute' from reopened
    on conflict do nothing returning id`;
  const rows = await poll(reopen, (found) => found.length > 0, settledMsMax);
  return rows.map(({ id }) => id);
}

export const recordFaults: FaultRows = {
  "sale-poisoned": {
    number: 10,
    summary: "3 of 60 sales cannot be posted: only these are set aside, become dead letters, and are replayed later",
    holds: ["sale"],
    needs: ["server"],
    async inject(world, random) {
      const remove = await refuse(world.sql, "update", poisonKey);
      // They earn, so that each is posted.
      const wish = { store: "S0", lines: [{ ProductCode: "P0", Quantity: 1, TotalAmount: 10 }] };
      const { keys } = await sendAmong(world, random, poisonKey, { ...wish, member: "HOT" }, wish);
      return async () => {
        const unset = await awaitAll(world, "failing", keys);
        await spendAttempts(world, keys);
        const alive = await awaitAll(world, "dead_letter", keys);
        const message = `${unset} were never set aside, ${alive} never became dead letters`;
        world.expect(unless(unset + alive === 0, "stuck", poisonKey, message, ...keys));
        await remove();
        await replayAll(world, keys);
      };
    },
  },
  "body-refused": {
    number: 21,
    summary: "Postgres refuses the rows of 3 of 60 sales: only these are answered 422, until Postgres accepts them",
    holds: ["sale"],
    needs: ["server"],
    async inject(world, random) {
      const { sql, load, expect } = world;
      const remove = await refuse(sql, "insert", refusedKey);
      const { refused, keys } = await sendAmong(world, random, refusedKey, {}, {});
      const existing = await sql<{ key: string }[]>`
        select external_id as key, * from sale where external_id = any(${keys}::text[])`;
      expect(() =>
        existing.map((row) => rowFinding("unrequested", row.key, "refused by Postgres, but it exists", row)),
      );
      return async () => {
        await remove();
        // The service does not remember a refusal.
        await load.burst(refused);
      };
    },
  },
  "status-set-back": {
    number: 8,
    summary: "settled sales with a manually reset Status are delivered again: no entry is posted twice",
    holds: ["sale", "queue"],
    needs: ["server"],
    // Acts as the suite, which the check of moves ignores; the previous Status is restored at the end.
    async inject(world) {
      const { sql } = world;
      const ids = await reopenSettled(world);
      if (ids.length === 0) return false;
      const readTried = () => sql`
        select id from failing where id = any(${ids}::uuid[]) union select id from dead_letter where id = any(${ids}::uuid[])
        union select id from sale where id = any(${ids}::uuid[]) and status <> 'Pending-Ready To Process'`;
      return async () => {
        await poll(readTried, (tried) => tried.length >= ids.length, setBackMsMax);
        await sql.begin(async (tx) => {
          await tx`update sale set status = 'Resolved-Completed' where id = any(${ids}::uuid[]) and status like 'Pending-%'`;
          for (const table of ["failing", "dead_letter", "pending", "faults.set_aside"])
            await tx`delete from ${tx(table)} where id = any(${ids}::uuid[])`;
        });
      };
    },
  },
};
