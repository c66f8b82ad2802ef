import { type DataViewDefinition, dataViewNamed, dataViews, metadataOf, parametersOf } from "@rewards/domain";
import type { Handler } from "../context.ts";
import { respond } from "../respond.ts";

const listed = dataViews.map((view) => ({
  ID: view.name,
  name: view.name,
  class: view.record.class,
  parameters: parametersOf(view),
}));

/** GET …/data_views: every view with its class and parameters. */
export const listDataViews: Handler = async (c) =>
  respond(c.env.outgoing, { data: listed, resultCount: listed.length, fetchDateTime: new Date().toISOString() });

const metadata = new Map<DataViewDefinition, ReturnType<typeof metadataOf>>();

/** GET …/data_views/{ViewName}/metadata: it depends only on the definitions, so it is built once. */
export const showDataViewMetadata: Handler = async (c) => {
  const view = dataViewNamed(c.req.param("name") as string);
  const shown = metadata.get(view) ?? metadataOf(view);
  metadata.set(view, shown);
  return respond(c.env.outgoing, shown);
};
