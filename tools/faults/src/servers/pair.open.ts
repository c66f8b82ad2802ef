import { startPostgresPair } from "@rewards/lab/postgres-pair";
import { openProxy } from "@rewards/lab/proxy";
import type { Opening } from "../faults/fault.ts";
import type { RoundPlace } from "./place.ts";
import { openShop, postgresSettings, template } from "./servers.ts";

/** Two servers of Postgres. A commit that asks for durability is on the disks of both. */
export interface Pair {
  /** Its address leads to `first`, until `promote`. */
  readonly place: RoundPlace;
  readonly first: Awaited<ReturnType<typeof startPostgresPair>>["first"];
  readonly second: Pair["first"];
  /** Makes `second` the primary. */
  promote(): Promise<void>;
}

/** Commits of sessions that ask for less than the product does are lost with the primary. */
const settings = { ...postgresSettings, synchronous_commit: "local" };

export async function openPair({ closers, servers }: Opening): Promise<Pair> {
  const pair = await startPostgresPair(openShop, settings);
  closers.add(pair.stop);
  const { first, second } = pair;
  await first.protect();
  const address = await openProxy(first.url);
  closers.add(async () => address.shut());
  return {
    place: { backend: servers.backend, postgresUrl: address.url, template, queueUrl: servers.redis?.url },
    first,
    second,
    async promote() {
      await second.promote();
      address.lead(second.url);
      address.cut();
      await address.mend();
    },
  };
}
