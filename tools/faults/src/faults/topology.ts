import type { Random } from "../random.ts";
import { type Watch, watchServing } from "../round/serving.ts";
import type { World } from "../round/world.ts";
import type { Heal, Opening, Site, TopologyFault, TopologyRows } from "./fault.ts";

/** What a harm acts on: the servers that the row opened, and the round. */
type Harmed<Servers> = Servers & { readonly world: World; readonly watch: Watch; readonly random: Random };

interface Row<Servers> extends Pick<TopologyFault, "number" | "summary"> {
  readonly open: (opening: Opening) => Promise<Servers & Pick<Site, "place">>;
  readonly harm: (harmed: Harmed<Servers>) => Promise<Heal | undefined>;
}

/** A fault between servers, with what all of them have in common. */
export const topology = <Servers>({ open, harm, ...card }: Row<Servers>): TopologyRows[string] => ({
  ...card,
  backends: ["redis"],
  holds: ["everything"],
  async open(opening) {
    const { place, ...servers } = await open(opening);
    return {
      place,
      inject: (world, random) => harm({ ...(servers as Servers), world, random, watch: watchServing(world) }),
    };
  },
});

/** From now on, new connections of every process lead to the Postgres of this URL. */
export async function leadAll({ fleet }: World, url: string): Promise<void> {
  for (const { proxy } of fleet.all) {
    proxy.lead(url);
    await proxy.mend();
  }
}
