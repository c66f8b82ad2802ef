import { type Behaviour, churn, deaf, drip, hangUp, idle, loop, once, sip } from "./caller.ts";
import * as ask from "./requests.ts";

/** `besideBusyTills`: what tills send all day, and apps read; the tills must hardly notice. */
const callers = (label: string, count: number, requests: ask.Requests, behaviour: Behaviour = loop) => {
  return { label, callers: count, requests, behaviour, besideBusyTills: false };
};

const livez = ask.always("GET", "/livez");

/** Every class of hostile callers by name, in the order of their runs. */
export const callerClasses = {
  "joined-items": callers("RedemptionItemList with 32 fields by reference", 4, ask.joinedItems),
  "all-sales": callers("all of SaleList", 6, ask.allSales),
  "head-sales": callers("HEAD of SaleList", 6, ask.headOfAllSales),
  "junk-parameters": callers("1 MB of parameters to no view", 4, ask.junkParameters),
  "long-lists": callers("50 × IN of 1,000 values", 10, ask.longLists),
  "deaf-sales": callers("SaleList, never read", 40, ask.allSales, deaf(1)),
  "big-sales": callers("300 sales of 500 long lines", 2, ask.bigSales),
  "big-sales-sipped": callers("the same, sipped", 40, ask.bigSales, sip(65_536, 4_000)),
  "hang-up": callers("views hung up on after 1.5 s", 30, ask.joinedItems, hangUp(1_500)),
  trickle: callers("SaleList, read at 1 KB/s", 40, ask.allSales, sip(1_024, 1_000)),
  pipeline: callers("100 views at once, never read", 10, ask.allSales, deaf(100)),
  idle: callers("2,000 idle connections", 2_000, livez, idle),
  churn: callers("a new connection each time", 50, livez, churn),
  // Bodies that never end: their heads announce a megabyte.
  "slow-bodies": callers("bodies at 1 byte/s", 500, ask.invalidSales, drip(1_000_000)),
  "held-bodies": callers("1 MB bodies without their end", 500, ask.invalidSales, drip(100)),
  "invalid-sales": callers("1 MB sales, 500 faults", 20, ask.invalidSales),
  "truncated-sales": callers("1 MB sales, cut off", 20, ask.truncatedSales),
  "widest-sales": callers("sales of 500 long lines", 20, ask.widestSales),
  // Bounded: what they ask for is settled long after they have left.
  returns: callers("returns of 500 other sales, 500 lines each", 60, ask.spreadReturns, once),
  reductions: callers("reductions of 500 other sales, 500 lines each", 60, ask.spreadReductions, once),
  "whole-returns": callers("returns that take from 250,000 lines", 10, ask.wholeReturns, once),
  "repeated-sale": callers("one sale repeated", 50, ask.repeatedSale),
  nesting: callers("JSON 100,000 deep", 10, ask.nestedBodies),
  counts: callers("counts by 50 × CONTAINS", 50, ask.searchingCounts),
  groups: callers("distinct counts in groups", 10, ask.groupedSales),
  "far-pages": callers("page 1,000,000", 20, ask.farPages),
  records: callers("records by ID, histories, balances", 100, ask.keyedReads),
  "keyed-reads": { ...callers("the same, beside busy tills", 64, ask.keyedReads), besideBusyTills: true },
  "query-string": callers("15 KB of query string", 50, ask.longQueryString),
  descriptions: callers("metadata and list of views", 50, ask.descriptions),
  files: callers("reference files, never read", 40, ask.files, deaf(1)),
  "unknown-paths": callers("unknown paths", 100, ask.unknownPaths),
};

export type CallerName = keyof typeof callerClasses;

/** Classes that name sales, which must exist. */
export const namesOriginals = (name: CallerName) => ["returns", "reductions", "whole-returns"].includes(name);

export const callerNames = Object.keys(callerClasses) as CallerName[];

/** What the process of the hostile callers does until its parent ends it. */
export interface HostileSpec {
  readonly url: string;
  readonly records: ask.HostileRecords;
  /** Classes by name; several run at once. */
  readonly names: readonly CallerName[];
  /** Share of each class's callers, in (0, 1]; at least one caller. */
  readonly share: number;
  /** Number of local addresses that they come from; 0 for the tills' address. */
  readonly addresses: number;
}
