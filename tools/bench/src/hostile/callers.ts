import * as body from "./body.requests.ts";
import type { CallerClass } from "./hostile.types.ts";
import { always } from "./requests.ts";
import * as view from "./view.requests.ts";

const loop = { kind: "loop" } as const;
const sip = { kind: "sip", requests: 1, bytes: 65_536, everyMs: 4_000 } as const;

/** Every class of hostile callers by name, in the order of their runs. */
export const callerClasses = {
  "joined-items": {
    label: "RedemptionItemList with 32 fields by reference",
    callers: 4,
    behaviour: loop,
    requests: view.joinedItems,
  },
  "all-sales": { label: "all of SaleList", callers: 6, behaviour: loop, requests: view.allSales },
  "head-sales": { label: "HEAD of SaleList", callers: 6, behaviour: loop, requests: view.headOfAllSales },
  "junk-parameters": {
    label: "1 MB of parameters to no view",
    callers: 4,
    behaviour: loop,
    requests: body.junkParameters,
  },
  "long-lists": { label: "50 × IN of 1,000 values", callers: 10, behaviour: loop, requests: view.longLists },
  "deaf-sales": {
    label: "SaleList, never read",
    callers: 40,
    behaviour: { kind: "deaf", requests: 1 },
    requests: view.allSales,
  },
  "big-sales": { label: "300 sales of 500 long lines", callers: 2, behaviour: loop, requests: view.bigSales },
  "big-sales-sipped": { label: "the same, sipped", callers: 40, behaviour: sip, requests: view.bigSales },
  "hang-up": {
    label: "views hung up on after 1.5 s",
    callers: 30,
    behaviour: { kind: "hangUp", afterMs: 1_500 },
    requests: view.joinedItems,
  },
  trickle: {
    label: "SaleList, read at 1 KB/s",
    callers: 40,
    behaviour: { kind: "sip", requests: 1, bytes: 1_024, everyMs: 1_000 },
    requests: view.allSales,
  },
  pipeline: {
    label: "100 views at once, never read",
    callers: 10,
    behaviour: { kind: "deaf", requests: 100 },
    requests: view.allSales,
  },
  idle: {
    label: "2,000 idle connections",
    callers: 2_000,
    behaviour: { kind: "idle" },
    requests: always("GET", "/livez"),
  },
  churn: {
    label: "a new connection each time",
    callers: 50,
    behaviour: { kind: "churn" },
    requests: always("GET", "/livez"),
  },
  "slow-bodies": {
    label: "bodies at 1 byte/s",
    callers: 500,
    behaviour: { kind: "drip", bytesLeft: 1_000_000 },
    requests: body.slowBodies,
  },
  "held-bodies": {
    label: "1 MB bodies without their end",
    callers: 500,
    behaviour: { kind: "drip", bytesLeft: 100 },
    requests: body.slowBodies,
  },
  "invalid-sales": { label: "1 MB sales, 500 faults", callers: 20, behaviour: loop, requests: body.invalidSales },
  "truncated-sales": { label: "1 MB sales, cut off", callers: 20, behaviour: loop, requests: body.truncatedSales },
  "widest-sales": { label: "sales of 500 long lines", callers: 20, behaviour: loop, requests: body.widestSales },
  "repeated-sale": { label: "one sale repeated", callers: 50, behaviour: loop, requests: body.repeatedSale },
  nesting: { label: "JSON 100,000 deep", callers: 10, behaviour: loop, requests: body.nestedBodies },
  counts: { label: "counts by 50 × CONTAINS", callers: 50, behaviour: loop, requests: view.searchingCounts },
  groups: { label: "distinct counts in groups", callers: 10, behaviour: loop, requests: view.groupedSales },
  "far-pages": { label: "page 1,000,000", callers: 20, behaviour: loop, requests: view.farPages },
  records: { label: "records by ID, histories", callers: 100, behaviour: loop, requests: view.recordReads },
  "query-string": { label: "15 KB of query string", callers: 50, behaviour: loop, requests: view.longQueryString },
  descriptions: { label: "metadata and list of views", callers: 50, behaviour: loop, requests: view.descriptions },
  files: {
    label: "reference files, never read",
    callers: 40,
    behaviour: { kind: "deaf", requests: 1 },
    requests: view.files,
  },
  "unknown-paths": { label: "unknown paths", callers: 100, behaviour: loop, requests: view.unknownPaths },
} as const satisfies Record<string, CallerClass>;

export type CallerName = keyof typeof callerClasses;

export const callerNames = Object.keys(callerClasses) as CallerName[];

export function isCallerName(name: string): name is CallerName {
  return Object.hasOwn(callerClasses, name);
}
