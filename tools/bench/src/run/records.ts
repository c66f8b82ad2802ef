import { exampleOf, reward } from "@rewards/domain";
import { type Answer, apiRoot, call } from "@rewards/lab/client";
import { closed } from "../load/load.spec.ts";
import type { WorkloadName } from "../load/workload.ts";
import type { Quantiles } from "../measure/statistics.ts";
import { expectAllAccepted } from "./sales.ts";
import type { Session } from "./session.ts";

/** Creates a reward that costs one point. @returns its ID */
export async function createReward(session: Session, externalId: string, type = "unlimited"): Promise<string> {
  const example = exampleOf(reward, externalId);
  const content = { ...example, RewardType: type, RewardCost: "1", RewardExpiration: null };
  const { ID } = await callApi(session, "POST", "/objects", { objectTypeID: reward.class, content });
  return ID;
}

/** @throws if the call is refused. */
export function callApi({ subject }: Session, method: string, path: string, body: object): Promise<Answer["body"]> {
  return call(`${subject.urls[0]}${apiRoot}`, { method, path, body });
}

/**
 * Milliseconds of a read by HTTP, one call at a time, after a second that is not measured.
 * @throws if a read was refused.
 */
export async function timeReads(
  session: Session,
  workload: WorkloadName,
  ids: readonly string[],
  seconds: number,
): Promise<Quantiles> {
  const send = (each: number) => session.send({ workload, ids, connections: 1, pace: closed(each) });
  await send(1);
  const result = await send(seconds);
  expectAllAccepted(result);
  return result.latencyMs;
}
