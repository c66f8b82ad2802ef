import { createRewardsClient, RewardsError, type ViewRecord } from "@rewards/client";

const client = createRewardsClient({ baseUrl: "http://127.0.0.1:3000" });

export async function cityOf(): Promise<string | undefined> {
  const { data } = await client.views.storeList({ select: ["Address"] });
  return data[0]?.Address.City;
}

/** What callers perhaps do not have, they may pass as undefined, with `exactOptionalPropertyTypes` too. */
export async function idOf(ExternalID: string, PointOfSaleID?: string, signal?: AbortSignal): Promise<string> {
  const SaleItems = [{ ProductCode: "P-1", Quantity: 1, TotalAmount: 1.5 }];
  const SaleDateTime = "2026-05-04T09:30:00Z";
  const sale = { ExternalID, PointOfSaleID, SaleDateTime, MemberExternalID: "M", StoreCode: "S", SaleItems };
  const { id } = await client.sales.create(sale, { signal });
  return id;
}

export const nameOf = (record: ViewRecord<"memberList">): string => record.FullName;
export const isLate = (error: unknown) => error instanceof RewardsError && error.code === "Error_Answer_TimedOut";
// @ts-expect-error: the view does not have this field.
export const wrong = () => client.views.storeList({ select: ["Colour"] });
