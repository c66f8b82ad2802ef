import { apiRoot as api } from "@rewards/lab/client";
import { productCount, storeCode } from "../subject/shop.ts";
import { requestText } from "./connection.ts";
import type { WorkloadSpec } from "./load.spec.ts";

/**
 * Makes the n-th request of a run, ready to send. The bodies are fixed texts and not the definitions' examples: figures
 * stay comparable when an example changes, and the generator spends no time on JSON.
 */
export type MakeRequest = (n: number) => string;

const zipfExponent = 0.99;

/** A fast generator of numbers in [0, 1) that is the same in every run (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type PickMember = (members: number, random: () => number) => () => number;

/** All members are equally likely. */
const uniform: PickMember = (members, random) => () => Math.floor(random() * members);

/** The k-th member with a share of 1 / k^0.99, as in YCSB: of 10,000 members the first has about a tenth of the sales. */
const zipf: PickMember = (members, random) => {
  const sums = new Float64Array(members);
  let sum = 0;
  for (let k = 0; k < members; k += 1) {
    sum += 1 / (k + 1) ** zipfExponent;
    sums[k] = sum;
  }
  return () => {
    const at = random() * sum;
    let low = 0;
    let high = members - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] as number) < at) low = middle + 1;
      else high = middle;
    }
    return low;
  };
};

/** All sales belong to the same member. */
const hot: PickMember = () => () => 0;

const saleBody = (key: string, member: number, pointOfSale: string, lines: string) =>
  `{"objectTypeID":"SaleCase","content":{"ExternalID":"${key}","StoreCode":"${storeCode}",${pointOfSale}"MemberExternalID":"M${member}","SaleDateTime":"2026-05-04T09:30:00Z","SaleItems":[${lines}]}}`;

function sales(pick: PickMember, headersOf: (key: string) => string = () => "") {
  return ({ prefix, members }: WorkloadSpec): MakeRequest => {
    const member = pick(members, createRandom(members));
    return (n) => {
      const key = `${prefix}-${n}`;
      const lines = `{"ProductCode":"P${n % productCount}","Quantity":1,"TotalAmount":10.5},{"ProductCode":"P${(n + 7) % productCount}","Quantity":2,"TotalAmount":3.25}`;
      const body = saleBody(key, member(), `"PointOfSaleID":"till-${n % 10}",`, lines);
      return requestText("POST", `/Sale${api}/objects`, body, headersOf(key));
    };
  };
}

/** A till's most frequent request: a sale of one line. */
const tillSales = ({ prefix, members }: WorkloadSpec): MakeRequest => {
  const member = uniform(members, createRandom(members));
  return (n) => {
    const line = `{"ProductCode":"P${n % productCount}","Quantity":1,"TotalAmount":10.5}`;
    return requestText("POST", `/Sale${api}/objects`, saleBody(`${prefix}-${n}`, member(), "", line));
  };
};

/** An orchestrator's liveness probe. */
const livenessProbes = (): MakeRequest => () => requestText("GET", "/livez", "");

const idempotencyKey = (key: string) => `idempotency-key: ${key}\r\n`;

/** Redemptions of one unit of the reward with the given ExternalID, by any member. */
const redemptions = ({ prefix, members, ids: [reward = ""] = [] }: WorkloadSpec): MakeRequest => {
  const member = uniform(members, createRandom(members));
  return (n) => {
    const body = `{"objectTypeID":"RedemptionCase","content":{"ExternalID":"${prefix}-${n}","MemberExternalID":"M${member()}","RedemptionItems":[{"RewardExternalID":"${reward}","Quantity":"1","VoucherCode":""}]}}`;
    return requestText("POST", `/Redemption${api}/objects`, body);
  };
};

/** Adds one point for any of the given members. */
const adjustments = ({ ids = [] }: WorkloadSpec): MakeRequest => {
  const member = uniform(ids.length, createRandom(ids.length));
  const body = `{"content":{"AdjustBalances":{"Amount":1,"Name":"Points"}}}`;
  return () => requestText("PATCH", `${api}/objects/${ids[member()]}/actions/AddBalance`, body);
};

/** Reads what one member has, for any member, by a view whose only parameter is the member. */
function memberViews(name: string) {
  return ({ members }: WorkloadSpec): MakeRequest => {
    const member = uniform(members, createRandom(members));
    return () =>
      requestText("POST", `${api}/data_views/${name}`, `{"dataViewParameters":{"MemberExternalID":"M${member()}"}}`);
  };
}

/** Reads one of the sales with the given ExternalIDs. */
const saleViews = ({ ids = [] }: WorkloadSpec): MakeRequest => {
  const any = uniform(ids.length, createRandom(ids.length));
  const path = `${api}/data_views/GetSaleByBusinessKeys`;
  return () => requestText("POST", path, `{"dataViewParameters":{"ExternalID":"${ids[any()]}"}}`);
};

/** Reads the same page of all sales again and again. The only ID is its `paging`, as JSON. */
const salePages = ({ ids: [paging = ""] = [] }: WorkloadSpec): MakeRequest => {
  const request = requestText("POST", `${api}/data_views/SaleList`, `{"paging":${paging}}`);
  return () => request;
};

/**
 * Reads the ledger with the fields that the interface's client selects. Each ID is a member and two times: `M12 2026-…
 * 2026-…`.
 */
const ledgerViews = ({ ids = [] }: WorkloadSpec): MakeRequest => {
  const any = uniform(ids.length, createRandom(ids.length));
  const select = ["CurrencyAvailable", "CurrencyAwarded", "Type", "Member", "MemberBalance"]
    .map((field) => `{"field":"${field}"}`)
    .join(",");
  return () => {
    const [member, from, to] = (ids[any()] as string).split(" ");
    const parameters = `{"MemberExternalID":"${member}","FromDateTime":"${from}","ToDateTime":"${to}"}`;
    const body = `{"dataViewParameters":${parameters},"query":{"select":[${select}]}}`;
    return requestText("POST", `${api}/data_views/LedgerEntriesBetweenDates`, body);
  };
};

/** Every workload, by name. */
export const workloads = {
  uniform: sales(uniform),
  zipf: sales(zipf),
  hot: sales(hot),
  till: tillSales,
  livez: livenessProbes,
  keyed: sales(uniform, idempotencyKey),
  redemption: redemptions,
  "add-balance": adjustments,
  "ledger-view": ledgerViews,
  "sale-view": saleViews,
  "sale-page": salePages,
  "balances-view": memberViews("MemberBalances"),
  "items-view": memberViews("RedemptionItemsByMember"),
} as const satisfies Record<string, (spec: WorkloadSpec) => MakeRequest>;

export type WorkloadName = keyof typeof workloads;

export function isWorkloadName(name: string): name is WorkloadName {
  return Object.hasOwn(workloads, name);
}
