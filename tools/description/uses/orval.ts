import { storesEdit, viewsStoreList } from "./index";

export async function cityOf(): Promise<string | undefined> {
  const answer = await viewsStoreList({ query: { select: [{ field: "Address" }] } });
  return answer.status === 200 ? answer.data.data[0]?.Address?.City : answer.data.errorDetails[0]?.message;
}

export async function statusOf(ID: string): Promise<"Open-Active" | undefined> {
  const answer = await storesEdit(ID, { content: { Name: "High Street" } });
  return answer.status === 200 ? answer.data.data.objectInfo.status : undefined;
}
