import { setTimeout as delay } from "node:timers/promises";
import postgres, { type Sql } from "postgres";
import type { World } from "../round/world.ts";
import { type Fault, nothingToHeal } from "./fault.ts";

const newerMsMin = 500;
const newerMsMax = 900;

/** Runs `work` while no session is connected to the round's database, as Postgres requires for a copy. */
async function withNobody(world: World, work: (admin: Sql, name: string) => Promise<unknown>): Promise<void> {
  const name = new URL(world.databaseUrl).pathname.slice(1);
  const all = [...world.fleet.apis, ...world.fleet.workers];
  const admin = postgres(world.postgres.url, { max: 1, onnotice: () => undefined });
  try {
    for (const { proxy } of all) proxy.cut();
    await admin`alter database ${admin(name)} allow_connections false`;
    await admin`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = ${name}`;
    await work(admin, name);
  } finally {
    await admin`alter database ${admin(name)} allow_connections true`;
    await admin.end();
    for (const { proxy } of all) await proxy.mend();
  }
}

export const databaseRestores: readonly Fault[] = [
  {
    name: "database-restored",
    numbers: [19],
    summary: "the database is restored to a copy from a second ago, with newer jobs still in Redis",
    backends: ["redis"],
    holds: ["everything"],
    async inject(world, random) {
      const fromMs = performance.now();
      await withNobody(world, (admin, name) => admin`create database ${admin(`${name}_copy`)} template ${admin(name)}`);
      await delay(random.int(newerMsMin, newerMsMax));
      for (const worker of world.fleet.workers) worker.signal("SIGSTOP");
      // Let jobs appear for records that the copy lacks.
      await delay(newerMsMin);
      await withNobody(world, async (admin, name) => {
        await admin`drop database ${admin(name)}`;
        await admin`alter database ${admin(`${name}_copy`)} rename to ${admin(name)}`;
      });
      world.load.record.makeVoid(fromMs, performance.now());
      for (const worker of world.fleet.workers) worker.signal("SIGCONT");
      return nothingToHeal;
    },
  },
];
