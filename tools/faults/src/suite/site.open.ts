import type { Fault, Opening, RoundFault, TopologyFault } from "../faults/fault.ts";
import { withRedis } from "../round/time.ts";
import type { RoundPlace } from "../servers/place.ts";

/** The faults of a round with their servers. */
interface RoundSite {
  readonly place: RoundPlace;
  readonly faults: readonly RoundFault[];
}

/** The shared servers, unless a fault brings others. */
export async function openSite(dealt: readonly (Fault | TopologyFault)[], opening: Opening): Promise<RoundSite> {
  const { postgres, redis, backend, template } = opening.servers;
  if (redis) await withRedis(redis.url, (client) => client.flushall());
  const sites = await Promise.all(dealt.map((fault) => ("open" in fault ? fault.open(opening) : undefined)));
  const place = sites.find((site) => site !== undefined)?.place ?? {
    backend,
    postgresUrl: postgres.url,
    template,
    queueUrl: redis?.url,
  };
  const faults = dealt.map((fault, index): RoundFault => {
    if ("inject" in fault)
      return { ...fault, inject: (world, ...rest) => fault.inject({ ...world, postgres, redis }, ...rest) };
    const { inject } = sites[index] as NonNullable<(typeof sites)[number]>;
    return { ...fault, inject };
  });
  return { place, faults };
}
