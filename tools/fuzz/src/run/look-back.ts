import { setTimeout as delay } from "node:timers/promises";
import { verifyBooks } from "@rewards/db";
import { targets } from "../calls/kinds.ts";
import type { Run } from "./batch.ts";
import type { FuzzedService } from "./service.ts";

const settledMsMax = 120_000;
const settledEveryMs = 100;
/** Beyond what a process takes under full load, by far. */
const memoryMibMax = 512;

/** When nothing is under way any more: is everything settled, and does all of it add up? */
export async function lookBack({ service, world, tally }: Run): Promise<string[]> {
  const { sql } = service;
  const unsettled = await awaitSettled(service);
  const books = await verifyBooks(sql);
  const [failing] = await sql<
    { count: number; error: string }[]
  >`select count(*)::int as count, min(error) as error from failing`;
  const unasked = targets
    .map(({ kind, endpoint }) => `${kind.method} ${endpoint.path}`)
    .filter((name) => !tally.asked.has(name));
  return [
    ...unsettled,
    ...(await world.compareAll()),
    ...books.map(({ check, broken, first }) => `${check}: broken ${broken} times, first by ${JSON.stringify(first)}`),
    ...(failing?.count ? [`workers failed on ${failing.count} records: ${failing.error}`] : []),
    ...Object.entries(service.memory()).flatMap(([name, { peakMib }]) =>
      peakMib > memoryMibMax ? [`${name} took ${Math.round(peakMib)} MiB`] : [],
    ),
    ...(unasked.length > 0 ? [`never asked: ${unasked.join(", ")}`] : []),
  ];
}

async function awaitSettled({ sql }: FuzzedService): Promise<string[]> {
  const endsMs = performance.now() + settledMsMax;
  for (;;) {
    const [row] = await sql<{ count: number }[]>`select count(*)::int as count from pending`;
    if (row?.count === 0) return [];
    if (performance.now() > endsMs) return [`${row?.count} records are pending still`];
    await delay(settledEveryMs);
  }
}
