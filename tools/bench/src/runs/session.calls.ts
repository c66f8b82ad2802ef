import { type Answer, apiRoot, call } from "@rewards/lab/client";
import type { Session } from "./session.ts";

/** Creates a reward that costs one point. @returns its ID */
export async function createReward(session: Session, externalId: string, type: string): Promise<string> {
  const content = { Name: externalId, ExternalID: externalId, RewardType: type, RewardCost: "1", DaysAvailable: "30" };
  const { ID } = await callApi(session, "POST", "/objects", { objectTypeID: "Reward", content });
  return ID;
}

/** @throws if the call is refused. */
export function callApi({ subject }: Session, method: string, path: string, body: object): Promise<Answer["body"]> {
  return call(`${subject.urls[0]}${apiRoot}`, { method, path, body });
}
