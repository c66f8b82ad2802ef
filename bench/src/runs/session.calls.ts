import type { Session } from "./session.ts";

const api = "/dx/api/application/v2";

/** Creates a reward that costs a point. @returns its ID */
export async function createReward(session: Session, externalId: string, type: string): Promise<string> {
  const content = { Name: externalId, ExternalID: externalId, RewardType: type, RewardCost: "1", DaysAvailable: "30" };
  const { ID } = await callApi(session, "POST", "/objects", { objectTypeID: "Reward", content });
  return ID;
}

/** @throws where the call is refused. */
export async function callApi(
  { subject }: Session,
  method: string,
  path: string,
  body: unknown,
): Promise<{ ID: string }> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${subject.urls[0]}${api}${path}`, { method, headers, body: JSON.stringify(body) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status}: ${text}`);
  return JSON.parse(text) as { ID: string };
}
