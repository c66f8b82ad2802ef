import { isEmpty, poll } from "@rewards/lab/poll";
import { rowFinding } from "../check/finding.ts";
import type { FleetProcess } from "../fleet/fleet.start.ts";
import { times } from "../list.ts";
import type { Call } from "../load/call.ts";
import { makeSale } from "../load/make.sale.ts";
import type { Random } from "../random.ts";
import { shopMembers } from "../servers/shop.ts";
import { readSessions } from "./time.ts";
import type { World } from "./world.ts";

/** Sales of ordinary members, which nothing holds up: for `expectPosted`. */
export const makeSales = ({ load }: World, random: Random, count: number): Call[] =>
  times(count, () => makeSale(random, load.state, { store: "S0", member: random.pick(shopMembers.ordinary).key }));

/**
 * Waits until these sales are settled while the harm lasts and the load goes on, and adds the result to the round's
 * check. The round's end would prove nothing: everything is healed then and settles in any case.
 * @param quietMsMax how long they may take on a quiet machine.
 */
export async function expectPosted(world: World, sales: readonly Call[], quietMsMax: number): Promise<void> {
  const { sql, expect } = world;
  const msMax = quietMsMax * world.patience;
  const keys = sales.map(({ key }) => key);
  const readWaiting = () => sql`
    select s.external_id, p.since, f.next_at from pending p join sale s on s.id = p.id
      left join failing f on f.class = p.class and f.id = p.id where s.external_id = any(${keys}::text[])`;
  const waiting = await poll(readWaiting, isEmpty, msMax);
  const sessions = isEmpty(waiting) ? [] : await readSessions(sql);
  expect(() =>
    waiting.map((row, index) => {
      const message = `not settled within ${msMax} ms of the harm, although nothing blocked it`;
      return rowFinding("stuck", String(row["external_id"]), message, row, ...(index === 0 ? sessions : []));
    }),
  );
}

/** Sends a sale that must wait, and again if a restore loses it. @returns whether it was seen waiting in time */
export function sendAndPark({ load, sql, waitMsMax }: World, call: Call, msMax = waitMsMax): Promise<boolean> {
  const read = async () => {
    const [row] = await sql<{ waits: boolean }[]>`
      select a.sale_id is not null as waits from sale s left join awaiting a on a.sale_id = s.id where s.external_id = ${call.key}`;
    if (!row) await load.send(call);
    return row?.waits ?? false;
  };
  return poll(() => read().catch(() => false), Boolean, Math.min(msMax, waitMsMax));
}

/** The worker that leads recovery; undefined if none does within `msMax`. */
export async function findLeader({ sql, fleet }: World, msMax: number): Promise<FleetProcess | undefined> {
  const read = async () => {
    const [row] = await sql<{ pid: number }[]>`
      select split_part(holder, ':', 2)::int as pid from lease where name = 'recovery' and until > clock_timestamp()`;
    return row && fleet.workers.find(({ pid }) => pid() === row.pid);
  };
  return poll(read, (leader) => leader !== undefined, msMax);
}
