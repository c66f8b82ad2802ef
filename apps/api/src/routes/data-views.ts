import { showRecord } from "@rewards/db";
import { AppError, dataViewOf, parseParameters, parseQuery, recordsMax } from "@rewards/domain";
import { readJsonObject } from "../body.ts";
import type { Handler } from "../context.ts";
import { respond } from "../respond.ts";

/** POST …/data_views/{ViewName}. */
export const runDataView: Handler = async (c, { views, bodyBytesMax }) => {
  const { body } = await readJsonObject(c.env.incoming, bodyBytesMax);
  const view = dataViewOf(c.req.param("name") as string);
  if (!view) throw new AppError("Error_DataView_Unknown");
  const { select } = parseQuery(body);
  const rows = await views.run(view, parseParameters(view, body["dataViewParameters"]));
  const isCut = rows.length > recordsMax;
  const data = rows.slice(0, recordsMax).map((row) => showRecord(view.record, row, select));
  return respond({
    data,
    resultCount: data.length,
    fetchDateTime: new Date().toISOString(),
    ...(isCut && { hasMoreResults: true }),
  });
};
