import { poll } from "@rewards/lab/poll";
import type { FleetProcess } from "../fleet/fleet.start.ts";
import type { RoundWorld } from "./world.ts";

/** The worker that leads recovery; undefined if none does within `msMax`. */
export async function findLeader({ sql, fleet }: RoundWorld, msMax: number): Promise<FleetProcess | undefined> {
  const read = async () => {
    const [row] = await sql<{ pid: number }[]>`
      select split_part(holder, ':', 2)::int as pid from lease where name = 'recovery' and until > clock_timestamp()`;
    return row && fleet.workers.find(({ pid }) => pid() === row.pid);
  };
  return poll(read, (leader) => leader !== undefined, msMax);
}
