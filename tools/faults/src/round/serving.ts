import { isEmpty, poll } from "@rewards/lab/poll";
import { unless } from "../check/book.ts";
import { salesOver } from "../load/record.ts";
import type { Random } from "../random.ts";
import { expectPosted, makeSales } from "./posted.ts";
import { checkReadiness, checkRefusing, followReadiness } from "./readiness.ts";
import type { World } from "./world.ts";

/** From the moment at which the servers are right. */
const boundsDefault = { acceptMsMax: 10_000, postMsMax: 20_000 };
const waitMsMax = 40_000;
const sales = 20;

export type Watch = ReturnType<typeof watchServing>;

/** Follows what the APIs say of themselves during a harm. */
export function watchServing(world: World) {
  const { fleet, expect } = world;
  const readiness = new Map(fleet.apis.map(({ name, url }) => [name, followReadiness(url)]));
  for (const [name, { seen }] of readiness)
    for (const check of [checkReadiness, checkRefusing]) expect(check(name, seen));
  return {
    /** By the name of the API. */
    readiness,
    /**
     * Call it when the servers are right. Waits until every API accepts sales and workers post them, and adds the time
     * that this took, and what /readyz said, to the round's check.
     */
    async awaitServing(random: Random, bounds: Partial<typeof boundsDefault> = {}): Promise<void> {
      const { acceptMsMax, postMsMax } = { ...boundsDefault, ...bounds };
      const rightMs = performance.now();
      if (!(await awaitAccepting(world, rightMs, acceptMsMax))) return;
      const calls = makeSales(world, random, sales);
      await world.load.burst(calls);
      await expectPosted(world, calls, postMsMax);
      world.measure({ what: "posting", ms: performance.now() - rightMs });
      await Promise.all([...readiness.values()].map((one) => one.end(waitMsMax)));
    },
  };
}

/** @returns whether all of them do. */
async function awaitAccepting(
  { fleet, load, patience, expect, measure }: World,
  fromMs: number,
  quietMsMax: number,
): Promise<boolean> {
  const readMissing = () => {
    const accepted = salesOver(load.record).filter(({ status, doneMs = 0 }) => status === 201 && doneMs > fromMs);
    return fleet.apis.map(({ name }) => name).filter((name) => !accepted.some(({ api }) => api === name));
  };
  const missing = await poll(readMissing, isEmpty, waitMsMax);
  const ms = performance.now() - fromMs;
  measure({ what: "accepting", ms });
  const message = `accepts sales ${Math.round(ms)} ms after its servers were right`;
  expect(unless(ms <= quietMsMax * patience, "unbounded", missing.join() || "all", message));
  return isEmpty(missing);
}
