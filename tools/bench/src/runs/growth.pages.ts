import type { Quantiles } from "../measure/statistics.ts";
import { expectAllAccepted } from "./answers.ts";
import { callApi } from "./session.calls.ts";
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

/** @throws if a page was refused. */
async function measurePage(session: Session, paging: object): Promise<Quantiles> {
  const send = (prefix: string, seconds: number) =>
    session.send({
      workload: "sale-page",
      ids: [JSON.stringify(paging)],
      prefix,
      connections: 1,
      pace: { kind: "closed", seconds },
    });
  await send("warm", 1);
  const result = await send("page", pageSeconds);
  expectAllAccepted(result);
  return result.latencyMs;
}

async function tokenAfter(session: Session, paging: object): Promise<string> {
  const { nextPageToken } = await callApi(session, "POST", "/data_views/SaleList", { paging });
  if (nextPageToken === undefined) throw new Error("a page was answered without a token");
  return nextPageToken;
}
