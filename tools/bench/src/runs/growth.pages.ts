import type { Quantiles } from "../measure/statistics.ts";
import { callApi, timeReads } from "./session.calls.ts";
import type { Session } from "./session.ts";

export const pageSize = 100;
export const farPage = 1_000;
const pageSeconds = 3;

/** Milliseconds of a page of SaleList by HTTP, one call at a time. */
export interface PageFigures {
  readonly firstMs: Quantiles;
  readonly farMs: Quantiles;
  /** The far page again, by the `nextPageToken` of the page before it. */
  readonly tokenMs: Quantiles;
}

export async function measurePages(session: Session): Promise<PageFigures> {
  const firstMs = await measurePage(session, { pageNumber: 1, pageSize });
  const farMs = await measurePage(session, { pageNumber: farPage, pageSize });
  const nextPageToken = await tokenAfter(session, { pageNumber: farPage - 1, pageSize });
  return { firstMs, farMs, tokenMs: await measurePage(session, { pageSize, nextPageToken }) };
}

const measurePage = (session: Session, paging: object) =>
  timeReads(session, "sale-page", [JSON.stringify(paging)], pageSeconds);

async function tokenAfter(session: Session, paging: object): Promise<string> {
  const { nextPageToken } = await callApi(session, "POST", "/data_views/SaleList", { paging });
  if (nextPageToken === undefined) throw new Error("a page was answered without a token");
  return nextPageToken;
}
