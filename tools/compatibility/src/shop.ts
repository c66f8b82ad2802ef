import { call } from "@rewards/lab/client";
import { poll } from "@rewards/lab/poll";

/** Records for the clients, under distinct keys, so that one service can hold several shops. */
export interface Shop {
  /** The IDs of three stores, in the order of their codes. */
  readonly stores: readonly string[];
  readonly storeCodes: readonly string[];
  readonly memberKey: string;
  /** The amount of each sale. */
  readonly saleAmounts: readonly number[];
  readonly saleKeys: readonly string[];
}

// The calls look for these values, so the records are not made from the definitions' examples.
const cities = ["Lyon", "Lille", "Nice"] as const;
const saleAmounts = [12, 40, 7.5, 99];
const settleMsMax = 30_000;

type Headers = Readonly<Record<string, string>>;

/**
 * Creates stores, a product, a member and sales over HTTP, and waits until the sales are posted.
 * @param headers sent with each call
 * @throws if a create is refused, or the sales are not posted within half a minute.
 */
export async function fillShop(root: string, mark: string, headers: Headers = {}): Promise<Shop> {
  const post = (path: string, body: object) => call(root, { method: "POST", path, body, headers });
  const create = async (objectTypeID: string, content: object): Promise<string> => {
    const body = await post("/objects", { objectTypeID, content });
    return body.ID ?? body.data.ID;
  };
  const storeCodes = cities.map((_, n) => `${mark}-S${n + 1}`);
  const memberKey = `${mark}-M1`;
  const stores: string[] = [];
  for (const [n, City] of cities.entries())
    stores.push(
      await create("Store", {
        StoreCode: storeCodes[n],
        Name: `${City} ${mark}`,
        Description: "Café",
        Address: { City },
      }),
    );
  await create("Product", { ProductCode: `${mark}-P1`, Name: "Coffee" });
  await create("Member", { ExternalID: memberKey, FullName: "Ann Example", ProgramBusinessID: "REWARDS" });
  const saleKeys = saleAmounts.map((_, n) => `${mark}-sale-${n + 1}`);
  for (const [n, TotalAmount] of saleAmounts.entries())
    await create("SaleCase", {
      ExternalID: saleKeys[n],
      StoreCode: storeCodes[n % storeCodes.length],
      MemberExternalID: memberKey,
      SaleDateTime: "2026-05-04T09:30:00Z",
      SaleItems: [{ ProductCode: `${mark}-P1`, Quantity: 1, TotalAmount }],
    });
  await awaitPosted(post, saleKeys);
  return { stores, storeCodes, memberKey, saleAmounts, saleKeys };
}

async function awaitPosted(
  post: (path: string, body: object) => ReturnType<typeof call>,
  saleKeys: readonly string[],
): Promise<void> {
  for (const ExternalID of saleKeys) {
    const read = () => post("/data_views/GetSaleByBusinessKeys", { dataViewParameters: { ExternalID } });
    const isPosted = (body: Awaited<ReturnType<typeof read>>) => body.data[0]?.Status === "Resolved-Completed";
    if (!isPosted(await poll(read, isPosted, settleMsMax)))
      throw new Error(`the sale ${ExternalID} was not posted in time`);
  }
}
