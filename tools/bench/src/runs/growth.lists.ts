import { atMost, type Bar, formatCount, type Table } from "@rewards/lab/report/report";
import { figureOf, quantileFigures, tableOf } from "../measure/figures.ts";
import { callApi, timeReads } from "../run/sales.ts";
import type { Session } from "../run/session.ts";

const connections = 4;
const pageSize = 100;
const farPage = 1_000;
/** The fewest sales that have such a page. */
export const farPageSales = farPage * pageSize;
/** Of page 1,000 of a list, and of the page by its token, against page 1. */
const farPageRatioMax = 10;
const tokenRatioMax = 1.5;
/** Of a list; a sum over all records takes as long as there are many. */
const listMsMax = 50;

const sales = "SaleList";
const [first, far, byToken] = ["SaleList, page 1", "SaleList, page 1,000", "SaleList, that page by its token"] as const;
const sumOf = (field: string, summed: string, summaryFunction: string) => ({
  query: {
    select: [{ field }, { aggregation: "Sum" }],
    aggregations: { Sum: { field: summed, summaryFunction } },
  },
});
const named = (comparator: string, value: string) => ({
  paging: { pageSize: 20 },
  query: {
    filter: { filterConditions: { F1: { lhs: { field: "FullName" }, comparator, rhs: { value }, ignoreCase: true } } },
  },
});

const searches: readonly List[] = [
  ["MemberList, the name starts with 1 letter", "MemberList", named("STARTS_WITH", "m")],
  ["MemberList, with 9", "MemberList", named("STARTS_WITH", "member 77")],
  ["MemberList, it contains 4 letters", "MemberList", named("CONTAINS", "7777")],
];
const sums: readonly List[] = [
  ["Sum of points by type, of LedgerTotalsByDay", "LedgerTotalsByDay", sumOf("Type", "Sum", "SUM")],
  ["Number of sales by Status, of SaleList", sales, sumOf("Status", "ID", "COUNT")],
];

/** What a list is called, its view, and the body that asks for it. */
type List = readonly [label: string, view: string, body: object];
export type MeasuredLists = Awaited<ReturnType<typeof measureLists>>;

/** Pages of all sales, searches by name and sums over everything, over a few connections. */
export async function measureLists(session: Session, entries: number, seconds: number) {
  const page = (pageNumber: number) => ({ paging: { pageNumber, pageSize } });
  const { nextPageToken } = await callApi(session, "POST", `/data_views/${sales}`, page(farPage - 1));
  if (nextPageToken === undefined) throw new Error("a page was answered without a token");
  const lists: readonly List[] = [
    [first, sales, page(1)],
    ["SaleList, page 50", sales, page(50)],
    [far, sales, page(farPage)],
    [byToken, sales, { paging: { pageSize, nextPageToken } }],
    ["SaleList, the last page", sales, page(Math.ceil(entries / pageSize))],
    ...searches,
    ...sums,
  ];
  const measured = [];
  for (const [label, view, body] of lists) {
    const ms = await timeReads(session, "list", [`${view} ${JSON.stringify(body)}`], seconds, connections);
    measured.push({ label, entries, figures: quantileFigures("HTTP", ms) });
  }
  return measured;
}

export const listTable = (measured: MeasuredLists): Table =>
  tableOf(
    `Lists and sums by HTTP over ${connections} connections (ms)`,
    ["", "Entries", "HTTP p50", "HTTP p99"],
    measured.map(({ label, entries, figures }) => [label, { Entries: formatCount(entries), ...figures }]),
    ["As many sales as entries. Pages of 100 sales, the token of page 999; searches of 20 members, ignoring case."],
  );

export function listBars(measured: MeasuredLists): Bar[] {
  const of = (label: string, name: string) =>
    figureOf(measured.find((one) => one.label === label)?.figures ?? {}, `HTTP ${name}`);
  if (measured.length === 0) return [];
  const slowest = measured.filter(({ label }) => !/last page|^Number of/.test(label));
  return [
    atMost("page 1,000 of SaleList, against page 1", farPageRatioMax, "times", of(far, "p50") / of(first, "p50")),
    atMost("the page by its token, against page 1", tokenRatioMax, "times", of(byToken, "p50") / of(first, "p50")),
    atMost("p99 of the slowest list", listMsMax, "ms", Math.max(...slowest.map(({ label }) => of(label, "p99")))),
  ];
}
