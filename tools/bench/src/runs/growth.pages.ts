import { apiRoot as api } from "@rewards/lab/client";
import type { Quantiles } from "../measure/statistics.ts";
import { expectAllAccepted } from "./answers.ts";
import type { Session } from "./session.ts";

export const pageSize = 100;
export const farPage = 1_000;
const pageSeconds = 3;

/** A page of SaleList by HTTP, one call at a time, in milliseconds. */
export interface PageFigures {
  readonly firstMs: Quantiles;
  readonly farMs: Quantiles;
  /** The far page again, by the `nextPageToken` that the page before it gave. */
  readonly tokenMs: Quantiles;
}

export async function measurePages(session: Session): Promise<PageFigures> {
  const firstMs = await measurePage(session, { pageNumber: 1, pageSize });
  const farMs = await measurePage(session, { pageNumber: farPage, pageSize });
  const nextPageToken = await tokenAfter(session, { pageNumber: farPage - 1, pageSize });
  return { firstMs, farMs, tokenMs: await measurePage(session, { pageSize, nextPageToken }) };
}

/** @throws where a page was refused. */
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

async function tokenAfter({ subject }: Session, paging: object): Promise<string> {
  const response = await fetch(`${subject.urls[0]}${api}/data_views/SaleList`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ paging }),
  });
  const { nextPageToken } = (await response.json()) as { nextPageToken?: string };
  if (nextPageToken === undefined) throw new Error(`a page was answered with ${response.status} and no token`);
  return nextPageToken;
}
