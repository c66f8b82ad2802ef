import { AppError, type ComputationName, formatId, type Paging, type PlaceValue, recordsMax } from "@rewards/domain";
import { createCatalogueCache } from "../catalogue/catalogue.cache.ts";
import type { Sql } from "../client.ts";
import type { Computation, Computing } from "../computation.ts";
import { readEventsSince } from "../event/event.since.ts";
import { codeOf, queryCanceled } from "../fault.ts";
import { progressOfRules } from "../rule-progress/rule-progress.compute.ts";
import { computePreview } from "../sale-preview/sale-preview.compute.ts";
import { tiersOfMember } from "../tier/tier.compute.ts";
import type { TakeRecord, ViewCall, ViewDeps, ViewSummary } from "./view.call.ts";
import { placeOf, summarise } from "./view.page.ts";
import { orderAlias } from "./view.plan.ts";

const computations: Readonly<Record<ComputationName, Computation>> = {
  "preview-sale": computePreview,
  "rule-progress": progressOfRules,
  "member-tiers": tiersOfMember,
  "events-since": readEventsSince,
};

export const openComputing = (sql: Sql): Computing => ({ sql, catalogue: createCatalogueCache(sql) });

type Deps = ViewDeps & { readonly computing: Computing | undefined };

const unpaged: Paging = { rowsMax: recordsMax, skippedRows: 0 };

async function compute({ reader: { scope }, computing }: Deps, call: ViewCall, signal?: AbortSignal) {
  const { view, parameters, query } = call;
  if (!computing || !view.computes) throw new Error(`${view.name} cannot be computed here`);
  try {
    const deps = { ...computing, scope, paging: query.paging ?? unpaged };
    const computed = await computations[view.computes](deps, parameters);
    if (signal?.aborted) throw new AppError("Error_DataView_Timeout");
    return computed;
  } catch (cause) {
    throw codeOf(cause) === queryCanceled ? new AppError("Error_DataView_Timeout", undefined, { cause }) : cause;
  }
}

/** Tokens hold how many records came before. */
const order: readonly PlaceValue[] = [{ kind: "integer", isNullable: false }];

export async function answerComputed(
  deps: Deps,
  call: ViewCall,
  take: TakeRecord,
  signal?: AbortSignal,
): Promise<ViewSummary> {
  const { paging = unpaged, select, isTotalCountWanted } = call.query;
  const place = paging.token === undefined ? undefined : await placeOf(paging.token, deps, call, { order }, signal);
  const { rows, summary } = await compute(deps, call, signal);
  const first = place ? Number(place.values[0]) : paging.skippedRows;
  const { class: className, idPrefix } = call.view.record;
  let next = first;
  for (const { id, fields } of rows.slice(first, first + paging.rowsMax)) {
    const shown = Object.entries(fields).filter(([name]) => !select || select.names.has(name));
    const record = { "@class": className, "@version": 1, ID: formatId(idPrefix, id), ...Object.fromEntries(shown) };
    if (!take(JSON.stringify(record))) break;
    next += 1;
  }
  if (summary) return summary(next);
  const pageNumber = place?.pageNumber ?? paging.pageNumber ?? 1;
  const done = { last: { [orderAlias(0)]: next }, hasMoreResults: next < rows.length, pageNumber, signal };
  return {
    ...(await summarise(deps, call, { order }, done)),
    ...(paging.pageNumber !== undefined && { pageNumber, pageSize: paging.rowsMax }),
    ...(isTotalCountWanted && { totalCount: rows.length }),
  };
}

export const countComputed = async (deps: Deps, call: ViewCall, signal?: AbortSignal): Promise<number> =>
  (await compute(deps, call, signal)).rows.length;
