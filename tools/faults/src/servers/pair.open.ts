import { type PairedServer, startPostgresPair } from "@rewards/lab/postgres-pair";
import { openProxy } from "@rewards/lab/proxy";
import type { Opening, Site } from "../faults/fault.ts";
import { openShop, postgresSettings } from "./servers.ts";

/** Two servers of Postgres. A commit that asks for durability is on the disks of both. */
export interface Pair {
  /** The primary at the start. */
  readonly first: PairedServer;
  readonly second: PairedServer;
  /** Makes `second` the primary. The suite's own address leads to the primary. */
  promote(): Promise<void>;
}

/** Commits of sessions that ask for less than the product does are lost with the primary. */
const settings = { ...postgresSettings, synchronous_commit: "local" };

/** The processes' DATABASE_URL names one of them, or both. */
export async function openPair({ closers }: Opening, named: "one" | "both"): Promise<Pair & Pick<Site, "place">> {
  const { first, second, stop } = await startPostgresPair(openShop, settings);
  closers.add(stop);
  await first.protect();
  const address = await openProxy(first.url);
  closers.add(async () => address.shut());
  return {
    place: { postgresUrl: address.url, hostUrls: named === "one" ? [first.url] : [first.url, second.url] },
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
