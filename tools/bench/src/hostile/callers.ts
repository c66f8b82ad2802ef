import * as body from "./body.requests.ts";
import { type Behaviour, churn, deaf, drip, hangUp, idle, loop, once, sip } from "./caller.ts";
import { always, type HostileRecords, type MakeBytes } from "./requests.ts";
import { spreadReturns, wholeReturns } from "./return.requests.ts";
import * as view from "./view.requests.ts";

/** Callers with the same behaviour. */
interface CallerClass {
  readonly label: string;
  /** Connections. */
  readonly callers: number;
  readonly behaviour: Behaviour;
  readonly requests: (records: HostileRecords) => MakeBytes;
}

const callers = (
  label: string,
  count: number,
  requests: CallerClass["requests"],
  behaviour: Behaviour = loop,
): CallerClass => ({ label, callers: count, behaviour, requests });

const livez = always("GET", "/livez");

/** Every class of hostile callers by name, in the order of their runs. */
export const callerClasses = {
  "joined-items": callers("RedemptionItemList with 32 fields by reference", 4, view.joinedItems),
  "all-sales": callers("all of SaleList", 6, view.allSales),
  "head-sales": callers("HEAD of SaleList", 6, view.headOfAllSales),
  "junk-parameters": callers("1 MB of parameters to no view", 4, body.junkParameters),
  "long-lists": callers("50 × IN of 1,000 values", 10, view.longLists),
  "deaf-sales": callers("SaleList, never read", 40, view.allSales, deaf(1)),
  "big-sales": callers("300 sales of 500 long lines", 2, view.bigSales),
  "big-sales-sipped": callers("the same, sipped", 40, view.bigSales, sip(65_536, 4_000)),
  "hang-up": callers("views hung up on after 1.5 s", 30, view.joinedItems, hangUp(1_500)),
  trickle: callers("SaleList, read at 1 KB/s", 40, view.allSales, sip(1_024, 1_000)),
  pipeline: callers("100 views at once, never read", 10, view.allSales, deaf(100)),
  idle: callers("2,000 idle connections", 2_000, livez, idle),
  churn: callers("a new connection each time", 50, livez, churn),
  // Bodies that never end: their heads announce a megabyte.
  "slow-bodies": callers("bodies at 1 byte/s", 500, body.invalidSales, drip(1_000_000)),
  "held-bodies": callers("1 MB bodies without their end", 500, body.invalidSales, drip(100)),
  "invalid-sales": callers("1 MB sales, 500 faults", 20, body.invalidSales),
  "truncated-sales": callers("1 MB sales, cut off", 20, body.truncatedSales),
  "widest-sales": callers("sales of 500 long lines", 20, body.widestSales),
  // Bounded: what they ask for is settled long after they have left.
  returns: callers("returns of 500 other sales, 500 lines each", 60, spreadReturns, once),
  "whole-returns": callers("returns that take from 250,000 lines", 10, wholeReturns, once),
  "repeated-sale": callers("one sale repeated", 50, body.repeatedSale),
  nesting: callers("JSON 100,000 deep", 10, body.nestedBodies),
  counts: callers("counts by 50 × CONTAINS", 50, view.searchingCounts),
  groups: callers("distinct counts in groups", 10, view.groupedSales),
  "far-pages": callers("page 1,000,000", 20, view.farPages),
  records: callers("records by ID, histories", 100, view.recordReads),
  "query-string": callers("15 KB of query string", 50, view.longQueryString),
  descriptions: callers("metadata and list of views", 50, view.descriptions),
  files: callers("reference files, never read", 40, view.files, deaf(1)),
  "unknown-paths": callers("unknown paths", 100, view.unknownPaths),
} satisfies Record<string, CallerClass>;

export type CallerName = keyof typeof callerClasses;

export const callerNames = Object.keys(callerClasses) as CallerName[];

/** What the process of the hostile callers does until its parent ends it. */
export interface HostileSpec {
  readonly url: string;
  readonly records: HostileRecords;
  /** Classes by name; several run at once. */
  readonly names: readonly CallerName[];
  /** Share of each class's callers, in (0, 1]; at least one caller. */
  readonly share: number;
  /** Number of local addresses that they come from; 0 for the tills' address. */
  readonly addresses: number;
}

export type HostileQuestion = { readonly start: HostileSpec } | "stop";
