import { setTimeout as delay } from "node:timers/promises";
import { refusedKey } from "../check/answer.check.ts";
import { poisonKey } from "../check/status.check.ts";
import { makeSale } from "../load/make.sale.ts";
import type { World } from "../round/world.ts";
import type { Fault, Heal } from "./fault.ts";

const poisonedMsMax = 20_000;
const pollMs = 50;
const goodSales = 60;
const badSales = 3;

/** Refuses rows of some sales with a data error of Postgres' own. */
const refuse = (name: string, event: "insert" | "update", key: string) => `
  create function faults.${name}() returns trigger language plpgsql as $$
  begin
    if new.external_id like '${key}%' and (tg_op = 'INSERT' or new.status like 'Resolved-%') then
      raise exception 'value out of range' using errcode = '22003';
    end if;
    return new;
  end $$;
  create trigger ${name} before ${event} on sale for each row execute function faults.${name}()`;

/** Those of the poisoned that nobody has set aside yet. */
async function countUnset({ sql }: World, keys: readonly string[]): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from sale s where external_id = any(${[...keys]}::text[])
      and not exists (select from failing f where f.id = s.id) and not exists (select from dead_letter d where d.id = s.id)`;
  return row?.count ?? 0;
}

export const recordFailures: readonly Fault[] = [
  {
    name: "sale-poisoned",
    numbers: [10],
    summary: "three sales among sixty that cannot be posted: they alone are set aside, until they can",
    holds: ["sale"],
    needs: ["server"],
    async inject(world, random) {
      const { sql, load } = world;
      await sql.unsafe(refuse("poison", "update", poisonKey));
      const wish = { store: "S0", total: 10 };
      const keys = Array.from({ length: badSales }, () => `${poisonKey}${load.state.nextNumber()}`);
      const bad = keys.map((key) => makeSale(random, load.state, { ...wish, key, member: "HOT" }));
      const good = Array.from({ length: goodSales }, () => makeSale(random, load.state, wish));
      await load.burst(random.shuffle([...bad, ...good]));
      return async () => {
        const endsMs = performance.now() + poisonedMsMax;
        let unset = await countUnset(world, keys);
        while (unset > 0 && performance.now() < endsMs) {
          await delay(pollMs);
          unset = await countUnset(world, keys);
        }
        const left = unset;
        world.expect(() =>
          left === 0
            ? []
            : [{ kind: "stuck", key: poisonKey, message: `${left} were never set aside`, evidence: keys }],
        );
        await sql`drop function faults.poison cascade`;
      };
    },
  },
  {
    name: "body-refused",
    numbers: [21],
    summary: "three sales among sixty whose rows Postgres refuses: they alone are answered 422, until it takes them",
    holds: ["sale"],
    needs: ["server"],
    async inject({ sql, load, expect }, random) {
      await sql.unsafe(refuse("refuse", "insert", refusedKey));
      const keys = Array.from({ length: badSales }, () => `${refusedKey}${load.state.nextNumber()}`);
      const bad = keys.map((key) => makeSale(random, load.state, { key }));
      const good = Array.from({ length: goodSales }, () => makeSale(random, load.state));
      await load.burst(random.shuffle([...bad, ...good]));
      const standing = await sql`select * from sale where external_id = any(${keys}::text[])`;
      expect(() =>
        standing.map((row) => ({
          kind: "unrequested",
          key: String(row["external_id"]),
          message: "refused by Postgres, and it stands",
          evidence: [row],
        })),
      );
      return async () => {
        await sql`drop function faults.refuse cascade`;
        // A refusal is not remembered.
        await load.burst(bad);
      };
    },
  },
  {
    name: "status-set-back",
    numbers: [8],
    summary: "settled sales whose Status is set back by hand and delivered again: the ledger takes no entry twice",
    holds: ["sale", "queue"],
    needs: ["server"],
    lastsMs: [0, 0],
    inject: setStatusBack,
  },
];

const setBackMax = 5;
const setBackMsMax = 8_000;
const settledMsMax = 4_000;

/** By the suite's own hand, which the check of moves leaves out; the Status that was there is put back in the end. */
async function setStatusBack(world: World): Promise<Heal | undefined> {
  const { sql } = world;
  const ids = await reopenSettled(world);
  if (ids.length === 0) return undefined;
  const readTried = async () => {
    const tried = await sql`
      select id from failing where id = any(${ids}::uuid[]) union select id from dead_letter where id = any(${ids}::uuid[])
      union select id from sale where id = any(${ids}::uuid[]) and status <> 'Pending-Ready To Process'`;
    return tried.length;
  };
  return async () => {
    const endsMs = performance.now() + setBackMsMax;
    while ((await readTried()) < ids.length && performance.now() < endsMs) await delay(pollMs);
    await sql.begin(async (tx) => {
      await tx`update sale set status = 'Resolved-Completed' where id = any(${ids}::uuid[]) and status like 'Pending-%'`;
      await tx`delete from failing where id = any(${ids}::uuid[])`;
      await tx`delete from dead_letter where id = any(${ids}::uuid[])`;
      await tx`delete from pending where id = any(${ids}::uuid[])`;
      await tx`delete from faults.set_aside where id = any(${ids}::uuid[])`;
    });
  };
}

/** Sets back the newest sales that have entries, as soon as there are some. */
async function reopenSettled({ sql }: World): Promise<string[]> {
  const endsMs = performance.now() + settledMsMax;
  for (;;) {
    const rows = await sql<{ id: string }[]>`
      with chosen as (select s.id from sale s where status = 'Resolved-Completed'
        and exists (select from ledger_entry e where e.source_id = s.id) order by s.id desc limit ${setBackMax} for update skip locked),
      reopened as (update sale s set status = 'Pending-Ready To Process' from chosen c where c.id = s.id returning s.id)
      insert into pending (class, id, since) select 'SaleCase', id, pg_catalog.clock_timestamp() - interval '1 minute' from reopened
      on conflict do nothing returning id`;
    if (rows.length > 0 || performance.now() > endsMs) return rows.map(({ id }) => id);
    await delay(pollMs);
  }
}
