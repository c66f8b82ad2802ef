import { storesEdit } from "./clients/stores/edit";
import { viewsStoreList } from "./clients/views/storeList";

export async function cityOf(): Promise<string | undefined> {
  const { data } = await viewsStoreList({ query: { select: [{ field: "Address" }] } });
  return data[0]?.Address?.City;
}

export async function statusOf(ID: string): Promise<"Open-Active"> {
  const { data } = await storesEdit(ID, { content: { Name: "High Street" } });
  return data.objectInfo.status;
}
