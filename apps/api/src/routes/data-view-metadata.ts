import { dataViewNamed, dataViews, metadataOf, parametersOf } from "@rewards/domain";
import type { Handler } from "../context.ts";
import { respond } from "../respond.ts";

/** GET …/data_views: every view with its class and parameters. */
export const listDataViews: Handler = async () => {
  const data = dataViews.map((view) => ({
    ID: view.name,
    name: view.name,
    class: view.record.class,
    parameters: parametersOf(view),
  }));
  return respond({ data, resultCount: data.length, fetchDateTime: new Date().toISOString() });
};

/** GET …/data_views/{ViewName}/metadata. */
export const showDataViewMetadata: Handler = async (c) => {
  const view = dataViewNamed(c.req.param("name") as string);
  return respond(metadataOf(view));
};
