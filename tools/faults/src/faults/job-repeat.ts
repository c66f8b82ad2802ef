import { silent } from "@rewards/lab/database";
import { createProducer } from "@rewards/queue";
import type { World } from "../round/world.ts";
import { type Fault, nothingToHeal } from "./fault.ts";

const deliveries = 10;
const idsMax = 80;

/** Sends the newest records of a class to the queue ten times; jobs that the queue refuses are not delivered. */
async function deliverAgain(world: World, noun: "sale" | "redemption"): Promise<void> {
  const { sql, queueUrl } = world;
  const producer = createProducer({ url: queueUrl, names: [noun], logger: silent });
  try {
    const rows = await sql<{ id: string }[]>`select id from ${sql(noun)} order by id desc limit ${idsMax}`;
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return;
    await Promise.all(
      Array.from({ length: deliveries }, (_, n) =>
        // Other workers than that of their members get them too.
        producer.add(noun, ids, [], n % producer.partitions).catch(() => undefined),
      ),
    );
  } finally {
    await producer.close();
  }
}

export const jobRepeats: readonly Fault[] = [
  {
    name: "job-repeated",
    numbers: [8],
    summary: "one job delivered 10 times, to two workers, for open and for settled records",
    holds: [],
    needs: ["server"],
    async inject(world) {
      await Promise.all([deliverAgain(world, "sale"), deliverAgain(world, "redemption")]);
      return nothingToHeal;
    },
  },
];
