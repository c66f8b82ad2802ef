import { setTimeout as delay } from "node:timers/promises";
import type { PostgresProxy } from "../proxy/proxy.open.ts";
import type { Caught, Point } from "../proxy/trap.ts";

const catchMsMax = 4_000;

/** Waits for a process to come to a point, and acts there; false where it does not come. */
export async function catchAt(proxy: PostgresProxy, point: Point, act: (caught: Caught) => void): Promise<boolean> {
  const trap = proxy.catchAt(point, act);
  const timer = new AbortController();
  const late = delay(catchMsMax, "late" as const, { signal: timer.signal }).catch(() => "late" as const);
  const first = await Promise.race([trap.caught, late]);
  timer.abort();
  trap.disarm();
  return first !== "late";
}
