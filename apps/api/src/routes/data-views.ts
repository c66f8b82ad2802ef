import type { ViewAnswer, ViewCall } from "@rewards/db";
import { AppError, dataViewNamed, parseParameters, parseQuery, recordsMax } from "@rewards/domain";
import { type JsonObject, readJsonObject } from "../body.ts";
import type { ApiDeps, Handler } from "../context.ts";
import { respond } from "../respond.ts";

/** POST …/data_views/{ViewName}. */
export const runDataView: Handler = async (c, deps) => {
  const { body } = await readJsonObject(c.env.incoming, deps.bodyBytesMax);
  return answerView(c.req.param("name") as string, body, deps);
};

/** The records of a view, as `body` asks for them. */
export async function answerView(name: string, body: JsonObject, { views }: ApiDeps): Promise<Response> {
  const call = readCall(name, body);
  const answer = await views.answer(call);
  return respond({
    data: answer.data,
    resultCount: answer.data.length,
    fetchDateTime: new Date().toISOString(),
    ...rest(answer, call),
  });
}

/** POST …/data_views/{ViewName}/count: of the same body, the number of records instead of the records. */
export const countDataView: Handler = async (c, { views, bodyBytesMax }) => {
  const { body } = await readJsonObject(c.env.incoming, bodyBytesMax);
  const call = readCall(c.req.param("name") as string, body);
  const { paging } = call.query;
  if (paging?.token !== undefined) throw new AppError("Error_Paging_Conflict");
  const totalCount = await views.count(call);
  const skipped = paging?.skippedRows ?? 0;
  const resultCount = Math.min(Math.max(totalCount - skipped, 0), paging?.rowsMax ?? recordsMax);
  return respond({
    resultCount,
    totalCount,
    hasMoreResults: totalCount > skipped + resultCount,
    fetchDateTime: new Date().toISOString(),
  });
};

function readCall(name: string, body: JsonObject): ViewCall {
  const view = dataViewNamed(name);
  return { view, query: parseQuery(view, body), parameters: parseParameters(view, body["dataViewParameters"]) };
}

/** Paged answers tell where they are and whether more follows; others only that they were cut. */
function rest({ data: _data, hasMoreResults, ...more }: ViewAnswer, { query }: ViewCall) {
  return { ...(query.paging || hasMoreResults ? { hasMoreResults } : {}), ...more };
}
