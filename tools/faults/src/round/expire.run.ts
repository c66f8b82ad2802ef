import { setTimeout as delay } from "node:timers/promises";
import { silent } from "@rewards/lab/database";
import { isEmpty, poll } from "@rewards/lab/poll";
import { createProducer } from "@rewards/queue";
import type { Sql } from "postgres";
import { type Finding, rowFinding } from "../check/finding.ts";
import { times } from "../list.ts";
import { makeClubCall } from "../load/make.club.ts";
import type { Random } from "../random.ts";
import { shopClubs, sweepTask } from "../servers/shop.ts";
import type { World } from "./world.ts";

const sweepsAtOnce = 2;
const callsAtOnce = 12;
const everyMs = 400;
const sweptMs = 500;
/** The queue may be down. */
const addMsMax = 1_000;

/**
 * Releases one club after the other: its points become due, while two sweeps run and its members redeem and return at
 * once.
 */
export function startExpiring({ sql, load, queueUrl }: World, random: Random) {
  const producer = createProducer({ url: queueUrl, names: [sweepTask], logger: silent });
  let isStopped = false;
  const sweep = async () => {
    const adding = times(sweepsAtOnce, () => producer.add(sweepTask, []).catch(() => undefined));
    await Promise.race([Promise.all(adding), delay(addMsMax)]);
  };
  const running = (async () => {
    for (const club of shopClubs) {
      if (isStopped) return;
      // A fault may cut this off: then the end releases the club.
      await release(sql, [club]).catch(() => undefined);
      const calls = times(callsAtOnce, () => makeClubCall(random, load.state, club));
      await Promise.all([sweep(), load.burst(calls.filter(({ kind }) => !load.state.leftOut.has(kind)))]);
      await delay(everyMs);
    }
  })();
  return {
    /** Resolves when no points of a club are overdue; what is left after `settleMsMax` is a finding. */
    async finish(settleMsMax: number): Promise<Finding[]> {
      isStopped = true;
      await running;
      await release(sql, shopClubs);
      const sweepAndRead = async () => {
        await sweep();
        return poll(() => readOverdue(sql), isEmpty, sweptMs);
      };
      const open = await poll(sweepAndRead, isEmpty, settleMsMax);
      await producer.close();
      return open.map(({ club }) => rowFinding("stuck", club, "its expired points were not swept"));
    },
  };
}

/** Lets sweeps begin with the first award of the clubs that they left out so far. */
async function release(sql: Sql, clubs: readonly string[]): Promise<void> {
  await sql`
    update currency c set swept_to = null from programme p
    where p.id = c.program and p.business_id = any(${[...clubs]}::text[]) and c.swept_to > pg_catalog.clock_timestamp()`;
}

/** The clubs that no sweep has finished. Nothing was posted between the awards that expired and the last 40 days. */
const readOverdue = (sql: Sql) => sql<{ club: string }[]>`
  select p.business_id as club from currency c join programme p on p.id = c.program
  where c.expiry_months is not null
    and (c.swept_to between pg_catalog.clock_timestamp() - interval '40 days' and pg_catalog.clock_timestamp()) is not true`;
