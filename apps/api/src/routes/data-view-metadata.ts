import {
  type DataViewDefinition,
  dataViewNamed,
  dataViews,
  isGranted,
  metadataOf,
  parametersOf,
  viewRight,
} from "@rewards/domain";
import type { Handler } from "../context.ts";
import { demandRight } from "../credentials/caller.ts";
import { respond } from "../respond.ts";

const listed = dataViews.map((view) => ({
  right: viewRight(view),
  shown: { ID: view.name, name: view.name, class: view.record.class, parameters: parametersOf(view) },
}));

/** GET …/data_views: every view that the caller may run, with its class and parameters. */
export const listDataViews: Handler = async (c) => {
  const { rights } = c.env.caller;
  const data = listed.flatMap(({ right, shown }) => (isGranted(rights, right) ? [shown] : []));
  return respond(c.env.outgoing, { data, resultCount: data.length, fetchDateTime: new Date().toISOString() });
};

type Metadata = Map<DataViewDefinition, ReturnType<typeof metadataOf>>;
const metadata: Metadata = new Map();
const metadataSealed: Metadata = new Map();

/**
 * GET …/data_views/{ViewName}/metadata: it depends only on the definitions, and on whether personal data is encrypted, so
 * it is built once.
 */
export const showDataViewMetadata: Handler = async (c, { personal }) => {
  const view = dataViewNamed(c.req.param("name") as string);
  demandRight(c.env.caller, viewRight(view));
  const isSealed = personal.isSealed();
  const known = isSealed ? metadataSealed : metadata;
  const shown = known.get(view) ?? metadataOf(view, isSealed);
  known.set(view, shown);
  return respond(c.env.outgoing, shown);
};
