import { setTimeout as delay } from "node:timers/promises";
import { clockSql } from "@rewards/lab/clock";
import { memoryMibOf } from "@rewards/lab/cpu";
import postgres, { type Sql } from "postgres";
import { unless } from "../check/book.ts";
import { times } from "../list.ts";
import { adjustCall } from "../load/call.ts";
import { makeSale } from "../load/make.sale.ts";
import { codeOf } from "../load/record.ts";
import { addCurrency } from "../round/tiers.run.ts";
import type { World } from "../round/world.ts";
import { currencyName, shopMembers } from "../servers/shop.ts";
import type { FaultRows } from "./fault.ts";

const stepSeconds = 5;
const added = "Miles";
const adjustments = 60;
const wholeMax = 50;
/** About ten times what a gateway lets wait. Each sale is repeated until it is accepted. */
const sales = 3_000;
const insertDelayMs = 1_500;
const memoryMbMax = 512;
const newerMsMin = 500;
const newerMsMax = 900;

const setAhead = (seconds: number) => `
  create table faults.clock (ahead interval);
  grant select on faults.clock to public;
  insert into faults.clock values (interval '${seconds} seconds');
  ${clockSql("faults", "pg_catalog.clock_timestamp() + (select ahead from faults.clock)")}`;

/** Runs `work` while no process has a connection to Postgres. */
async function withoutProcesses({ fleet }: World, work: () => Promise<unknown>): Promise<void> {
  for (const { proxy } of fleet.all) proxy.cut();
  await Promise.resolve(work()).finally(() => Promise.all(fleet.all.map(({ proxy }) => proxy.mend())));
}

/** Runs `work` while no session is connected to the round's database, as Postgres requires for a copy. */
const withNobody = (world: World, work: (admin: Sql, name: string) => Promise<unknown>) =>
  withoutProcesses(world, async () => {
    const name = new URL(world.databaseUrl).pathname.slice(1);
    const admin = postgres(world.postgres.url, { max: 1, onnotice: () => undefined });
    try {
      await admin`alter database ${admin(name)} allow_connections false`;
      await admin`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = ${name}`;
      await work(admin, name);
    } finally {
      await admin`alter database ${admin(name)} allow_connections true`;
      await admin.end();
    }
  });

export const systemFaults: FaultRows = {
  "process-clock-back": {
    number: 24,
    summary: "the clocks of processes step back by an hour, each at another time",
    holds: ["clock", "api", "worker"],
    clocksAhead: "all",
    lastsMs: [300, 800],
    async inject({ fleet }, random) {
      const [first, ...others] = random.shuffle(fleet.all);
      first?.signal("SIGUSR2");
      return () => {
        for (const one of others) one.signal("SIGUSR2");
      };
    },
  },
  "postgres-clock-back": {
    number: 24,
    summary: `the clock of Postgres goes ${stepSeconds} s ahead and steps back`,
    holds: ["clock", "postgres"],
    needs: ["server"],
    lastsMs: [600, 1_200],
    async inject(world) {
      // A session reads its search path when it starts.
      await withoutProcesses(world, () => world.sql.unsafe(setAhead(stepSeconds)));
      return () => world.sql`update faults.clock set ahead = interval '0'`;
    },
  },
  "currency-added": {
    number: 25,
    summary: "a programme gets a currency: 60 AddBalance calls at once for members without a balance in it",
    needs: ["server"],
    async inject(world, random) {
      const { load } = world;
      await addCurrency(world, added);
      const calls = times(adjustments, () => {
        const owner = random.pick([...shopMembers.hot, ...shopMembers.poor]);
        const amount = load.state.nextAmount(random, 1, wholeMax);
        return adjustCall(owner.id, amount, random.happens(70) ? added : currencyName);
      });
      await load.burst(calls);
    },
  },
  "backlog-piled": {
    number: 17,
    summary:
      "workers stopped, Postgres slow, and 3,000 sales at one API: bounded memory, 503 with Retry-After, then it drains",
    holds: ["everything"],
    async inject({ fleet, load, expect }, random) {
      const [api] = fleet.apis;
      for (const worker of fleet.workers) worker.signal("SIGSTOP");
      api?.proxy.slow(insertDelayMs);
      const piled = Promise.all(
        times(sales, () => load.send({ ...makeSale(random, load.state), isRepeatable: true }, 0)),
      );
      return async () => {
        await Promise.race([piled, delay(3 * insertDelayMs)]);
        const memoryMb = Math.round(memoryMibOf(api?.pid() ?? 0, "now"));
        api?.proxy.slow(0);
        for (const worker of fleet.workers) worker.signal("SIGCONT");
        const attempts = (await piled).flatMap((one) => one.attempts);
        const isTurnedAway = attempts.some((one) => codeOf(one) === "Error_Service_Overloaded");
        expect(unless(isTurnedAway, "unbounded", "503", "no call was rejected"));
        expect(unless(memoryMb <= memoryMbMax, "unbounded", "memory", `the API held ${memoryMb} MB`));
      };
    },
  },
  "database-restored": {
    number: 19,
    summary: "the database is restored to a copy from a second ago, with newer jobs still in Redis",
    backends: ["redis"],
    holds: ["everything"],
    async inject(world, random) {
      const { fleet, load } = world;
      const fromMs = performance.now();
      await withNobody(world, (admin, name) => admin`create database ${admin(`${name}_copy`)} template ${admin(name)}`);
      await delay(random.int(newerMsMin, newerMsMax));
      for (const worker of fleet.workers) worker.signal("SIGSTOP");
      // Let jobs appear for records that the copy lacks.
      await delay(newerMsMin);
      await withNobody(world, async (admin, name) => {
        await admin`drop database ${admin(name)}`;
        await admin`alter database ${admin(`${name}_copy`)} rename to ${admin(name)}`;
      });
      load.record.makeVoid(fromMs, performance.now());
      for (const worker of fleet.workers) worker.signal("SIGCONT");
    },
  },
};
