import { setTimeout as delay } from "node:timers/promises";
import type { PostgresProxy } from "../proxy/proxy.open.ts";
import type { Caught, Point } from "../proxy/trap.ts";

const catchMsMax = 4_000;

/** Waits until a process reaches a point, and acts there. @returns false if the process does not reach it */
export async function catchAt(proxy: PostgresProxy, point: Point, act: (caught: Caught) => void): Promise<boolean> {
  const trap = proxy.catchAt(point, act);
  const timer = new AbortController();
  const late = delay(catchMsMax, "late" as const, { signal: timer.signal }).catch(() => "late" as const);
  const first = await Promise.race([trap.caught, late]);
  timer.abort();
  trap.disarm();
  return first !== "late";
}
