import { type LoadResult, runLoad } from "./load.ts";

const productCount = 20;
const salesDateTime = "2026-05-04T09:30:00Z";

export interface Shop {
  readonly members: number;
  saleRequest(prefix: string, n: number): { path: string; body: unknown };
}

const create = (path: string, objectTypeID: string, content: object) => ({
  path: `/${path}/dx/api/application/v2/objects`,
  body: { objectTypeID, content },
});

/** A store, products and members, created through the API as a client would. */
export async function openShop(url: string, connections: number, members: number): Promise<Shop> {
  const requests = [
    create("Store", "Store", { StoreCode: "S", Name: "Store" }),
    ...Array.from({ length: productCount }, (_, n) =>
      create("Product", "Product", { ProductCode: `P${n}`, Name: `Product ${n}` }),
    ),
    ...Array.from({ length: members }, (_, n) =>
      create("Member", "Member", { ExternalID: `M${n}`, FullName: `Member ${n}`, ProgramBusinessID: "REWARDS" }),
    ),
  ];
  expectCreated(
    await runLoad({
      url,
      connections,
      count: requests.length,
      request: (n) => requests[n] ?? (requests[0] as (typeof requests)[0]),
    }),
  );
  return {
    members,
    saleRequest: (prefix, n) =>
      create("Sale", "SaleCase", {
        ExternalID: `${prefix}-${n}`,
        StoreCode: "S",
        PointOfSaleID: `till-${n % 10}`,
        // Spread over all members, in another order than that of the sales.
        MemberExternalID: `M${(n * 7919) % members}`,
        SaleDateTime: salesDateTime,
        SaleItems: [
          { ProductCode: `P${n % productCount}`, Quantity: 1, TotalAmount: 10.5 },
          { ProductCode: `P${(n + 7) % productCount}`, Quantity: 2, TotalAmount: 3.25 },
        ],
      }),
  };
}

/** @throws where any request was not answered 201. */
export function expectCreated({ statuses }: LoadResult): void {
  const others = Object.entries(statuses).filter(([status]) => status !== "201");
  if (others.length > 0) throw new Error(`not all were created: ${JSON.stringify(statuses)}`);
}
