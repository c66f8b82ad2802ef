import { apiRoot as api } from "@rewards/lab/client";
import { productCount, storeCode } from "../subject/shop.ts";
import { requestText } from "./connection.ts";

export interface WorkloadSpec {
  readonly prefix: string;
  readonly members: number;
  /** Other input of the workload, such as the IDs of existing records. */
  readonly ids?: readonly string[];
}

/**
 * Makes the n-th request of a run, ready to send. The bodies are fixed texts and not the definitions' examples: figures
 * stay comparable when an example changes, and the generator spends no time on JSON.
 */
export type MakeRequest = (n: number) => string;
type Workload = (spec: WorkloadSpec) => MakeRequest;

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

function uniform(count: number): () => number {
  const random = createRandom(count);
  return () => Math.floor(random() * count);
}

/** The k-th member with a share of 1 / k^0.99, as in YCSB: of 10,000 members the first has about a tenth of the sales. */
function zipf(count: number): () => number {
  const random = createRandom(count);
  let sum = 0;
  const sums = Float64Array.from({ length: count }, (_, k) => {
    sum += 1 / (k + 1) ** zipfExponent;
    return sum;
  });
  return () => {
    const at = random() * sum;
    let [low, high] = [0, count - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] as number) < at) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

/** The content of a sale's create, which is a line of an import too. */
export const saleContent = (key: string, member: number, till: string, lines: string) =>
  `{"ExternalID":"${key}","StoreCode":"${storeCode}",${till}"MemberExternalID":"M${member}","SaleDateTime":"2026-05-04T09:30:00Z","SaleItems":[${lines}]}`;

const saleText = (key: string, member: number, till: string, lines: string, headers = "") =>
  requestText(
    "POST",
    `/Sale${api}/objects`,
    `{"objectTypeID":"SaleCase","content":${saleContent(key, member, till, lines)}}`,
    headers,
  );

const lineOf = (n: number) => `{"ProductCode":"P${n % productCount}","Quantity":1,"TotalAmount":10.5}`;

/** What the sales of most workloads sell. */
export const twoLines = (n: number) =>
  `${lineOf(n)},{"ProductCode":"P${(n + 7) % productCount}","Quantity":2,"TotalAmount":3.25}`;

const tillOf = (n: number) => `"PointOfSaleID":"till-${n % 10}",`;

const sales =
  (pick: (members: number) => () => number, headersOf = (_key: string) => "", contentOf = tillOf): Workload =>
  ({ prefix, members }) => {
    const member = pick(members);
    return (n) => {
      const key = `${prefix}-${n}`;
      return saleText(key, member(), contentOf(n), twoLines(n), headersOf(key));
    };
  };

const viewText = (view: string, parameters: string, query = "") =>
  requestText("POST", `${api}/data_views/${view}`, `{"dataViewParameters":{${parameters}}${query}}`);

const memberView =
  (view: string): Workload =>
  ({ members }) => {
    const member = uniform(members);
    return () => viewText(view, `"MemberExternalID":"M${member()}"`);
  };

/** The first nine tenths of the members: the others redeem vouchers by the hundred, which no member of a shop does. */
const ordinary = (members: number) => Math.ceil(0.9 * members);

/** Redemptions of so many units of the reward with the given ExternalID, a voucher each, by any member from this one on. */
const redemptions =
  (units: number, firstOf: (members: number) => number): Workload =>
  ({ prefix, members, ids: [reward = ""] = [] }) => {
    const first = firstOf(members);
    const member = uniform(members - first);
    const lines = Array(units).fill(`{"RewardExternalID":"${reward}","Quantity":"1","VoucherCode":""}`).join();
    return (n) => {
      const body = `{"objectTypeID":"RedemptionCase","content":{"ExternalID":"${prefix}-${n}","MemberExternalID":"M${first + member()}","RedemptionItems":[${lines}]}}`;
      return requestText("POST", `/Redemption${api}/objects`, body);
    };
  };

const ofAnyId =
  (textOf: (id: string) => string): Workload =>
  ({ ids = [] }) => {
    const any = uniform(ids.length);
    return () => textOf(ids[any()] as string);
  };

/** The n-th request has the n-th ID: what it does can be done once. */
const ofEachId =
  (textOf: (id: string) => string): Workload =>
  ({ ids = [] }) =>
  (n) =>
    textOf(ids[n] as string);

/** The fields that the interface's client selects. */
const ledgerFields = ["CurrencyAvailable", "CurrencyAwarded", "Type", "Member", "MemberBalance"];
const ledgerQuery = `,"query":{"select":[${ledgerFields.map((field) => `{"field":"${field}"}`).join(",")}]}`;

export const workloads = {
  uniform: sales(uniform),
  zipf: sales(zipf),
  hot: sales(() => () => 0),
  /** Three sales of ten are of the channel whose rule has a cap. */
  rules: sales(uniform, undefined, (n) => `${tillOf(n)}"SaleChannelCode":"${n % 10 < 3 ? "APP" : "SHOP"}",`),
  keyed: sales(uniform, (key) => `idempotency-key: ${key}\r\n`),
  till: ({ prefix, members }) => {
    const member = uniform(members);
    return (n) => saleText(`${prefix}-${n}`, member(), "", lineOf(n));
  },
  livez: () => () => requestText("GET", "/livez", ""),
  redemption: redemptions(1, () => 0),
  /** By the members who are not ordinary. */
  vouchers: redemptions(100, ordinary),
  lock: ofEachId((id) => requestText("PATCH", `${api}/objects/${id}/actions/Lock`, "{}")),
  use: ofEachId((id) => requestText("PATCH", `${api}/objects/${id}/actions/Use`, "{}")),
  "add-balance": ofAnyId((id) => {
    const body = `{"content":{"AdjustBalances":{"Amount":1,"Name":"Points"}}}`;
    return requestText("PATCH", `${api}/objects/${id}/actions/AddBalance`, body);
  }),
  /** Each ID is a member and two times: `M12 2026-… 2026-…`. */
  "ledger-view": ofAnyId((id) => {
    const [member, from, to] = id.split(" ");
    const parameters = `"MemberExternalID":"${member}","FromDateTime":"${from}","ToDateTime":"${to}"`;
    return viewText("LedgerEntriesBetweenDates", parameters, ledgerQuery);
  }),
  "sale-view": ofAnyId((id) => viewText("GetSaleByBusinessKeys", `"ExternalID":"${id}"`)),
  /** Each ID is a view and the body that asks for a list of it: `SaleList {"paging":…}`. */
  list: ofAnyId((id) => {
    const at = id.indexOf(" ");
    return requestText("POST", `${api}/data_views/${id.slice(0, at)}`, id.slice(at + 1));
  }),
  "object-read": ofAnyId((id) => requestText("GET", `${api}/objects/${id}`, "")),
  "voucher-view": ofAnyId((code) => viewText("RedemptionItemsByVoucherCode", `"Voucher Code":"${code}"`)),
  "rewards-view": () => () => viewText("RewardList", ""),
  "balances-view": memberView("MemberBalances"),
  "items-view": ({ members, ...load }) =>
    memberView("RedemptionItemsByMember")({ ...load, members: ordinary(members) }),
  /** A sale of three lines. */
  "preview-view": ({ members }) => {
    const member = uniform(members);
    const linesFrom = (n: number) => [n, n + 1, n + 2].map(lineOf).join(",");
    const parametersOf = (n: number) =>
      `"MemberExternalID":"M${member()}","StoreCode":"${storeCode}","SaleItems":[${linesFrom(n)}]`;
    return (n) => viewText("PreviewSale", parametersOf(n));
  },
} as const satisfies Record<string, Workload>;

export type WorkloadName = keyof typeof workloads;
