import { poll } from "@rewards/lab/poll";
import { verifyBooks } from "@rewards/operations";
import { targets } from "../calls/kinds.ts";
import type { Run } from "./batch.ts";
import type { FuzzedService } from "./service.ts";

const settledMsMax = 120_000;
const settledEveryMs = 100;
/** Far more than a process uses under full load. */
const memoryMibMax = 512;

/** When nothing is in flight: checks that everything is settled and the books add up. */
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
  const read = () => sql<{ count: number }[]>`select count(*)::int as count from pending`;
  const [row] = await poll(read, ([found]) => found?.count === 0, settledMsMax, settledEveryMs);
  return row?.count === 0 ? [] : [`${row?.count} records are still pending`];
}
