import { salesCreate, storesEdit, viewsStoreList } from "./index";

export async function cityOf(): Promise<string | undefined> {
  const { data, error } = await viewsStoreList({ body: { query: { select: [{ field: "Address" }] } } });
  if (error) throw new Error(error.errorDetails[0]?.message);
  return data?.data[0]?.Address?.City;
}

export async function idOf(ExternalID: string): Promise<string | undefined> {
  const SaleItems = [{ ProductCode: "P-1", Quantity: 1, TotalAmount: 1.5 }];
  const content = {
    ExternalID,
    SaleDateTime: "2026-05-04T09:30:00Z",
    MemberExternalID: "M",
    StoreCode: "S",
    SaleItems,
  };
  const { data } = await salesCreate({ body: { objectTypeID: "SaleCase", content } });
  return data?.ID;
}

export async function statusOf(ID: string): Promise<"Open-Active" | undefined> {
  const { data } = await storesEdit({ path: { ID }, body: { content: { Name: "High Street" } } });
  return data?.data.objectInfo.status;
}
